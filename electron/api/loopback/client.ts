import type { ClientOptions, HostFound } from "./client-connection.ts";
import { readHostFile } from "./host-file.ts";

/** Finds the host of a data folder by its `host.json` and speaks with it over loopback. Never changes the folder. */
export async function connectToHost(dataFolder: string, options: ClientOptions = {}): Promise<HostFound> {
  const found = await readHostFile(dataFolder);
  if (found.kind === "error") return found;
  if (found.kind === "none" || !isAlive(found.record.pid)) return { kind: "no-host" };
  // Loaded where there is somebody to speak with.
  const { connectTo } = await import("./client-connection.ts");
  return await connectTo(dataFolder, found.record, options);
}

/** True when a process with this id runs, of any user. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
