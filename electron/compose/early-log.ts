import path from "node:path";
import { createLog } from "#adapters/log/log-file.ts";
import type { Log } from "#engine/ports/host.ts";

/** The station's log for who has not opened the station; without the password. */
export function openEarlyLog(dataFolder: string, password: string | null): Log {
  const log = createLog({ folder: path.join(dataFolder, "logs") });
  if (password !== null) log.registerSecret(password);
  return log;
}
