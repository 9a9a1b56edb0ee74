import { open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { plainReason } from "#adapters/settings/json-file.ts";
import { raceTimeout } from "#base/async.ts";
import type { HeartbeatAnswer, SendReport } from "#engine/ports/channels.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { HeartbeatsParts } from "./heartbeats.ts";
import { requestOnce } from "./one-try.ts";

export interface ReportSenderParts extends HeartbeatsParts {
  readonly clock: Clock;
  /** Left out: onto the disk. */
  readonly write?: typeof writeReport;
}

const usualTryMs = 10_000;

/**
 * Sends a station report by PUT, or writes it into a folder that is there: as a whole, under a name that stays the same. A folder
 * on a drive that hangs has one call at a time.
 */
export function createReportSender(parts: ReportSenderParts): SendReport {
  const { version, proxy, caFile, clock, tryMs = usualTryMs, write = writeReport } = parts;
  const busy = new Set<string>();

  const writeAlone = async (folder: string, id: string, text: string): Promise<HeartbeatAnswer> => {
    busy.add(folder);
    try {
      return await write(folder, id, text);
    } finally {
      busy.delete(folder);
    }
  };

  return async ({ url, folder }, { id, text }, signal) => {
    if (folder !== null) {
      const late = {
        isTaken: false,
        isTransient: true,
        reason: `did not answer in ${tryMs / 1000} s`,
      } as const;
      if (busy.has(folder)) return late;
      return await raceTimeout(() => writeAlone(folder, id, text), { ms: tryMs, clock, signal }, late);
    }
    const asked = { method: "PUT", url: String(url), headers: jsonType, body: text } as const;
    const way = { version, proxy: proxy(), caFile: caFile(), tryMs, signal };
    const came = await requestOnce({ type: "report", url: asked.url }, asked, way);
    return came.kind === "taken" ? { isTaken: true } : { ...came, isTaken: false };
  };
}

const jsonType = { "content-type": "application/json" };

/** The same name for as long as the station has its key. */
function reportName(id: string): string {
  return `skyferry-report-${id.slice(0, 12)}.json`;
}

async function writeReport(folder: string, id: string, text: string): Promise<HeartbeatAnswer> {
  const file = path.join(folder, reportName(id));
  const draft = path.join(folder, `.${reportName(id)}.tmp`);
  try {
    // A folder that is away may be an empty mount point, or missing: nothing is made there.
    if (!(await stat(folder)).isDirectory()) return refusedBy("is not a folder");
    // Others may write to the folder, too: a link that lies there in place of the draft is not followed.
    await rm(draft, { force: true });
    const handle = await open(draft, "wx");
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
    return { isTaken: true };
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    return refusedBy(`cannot be written: ${plainReason(error)}`);
  }
}

/** A drive comes back, and a reader on Windows closes the report: another try is taken. */
function refusedBy(reason: string): HeartbeatAnswer {
  return { isTaken: false, isTransient: true, reason };
}
