import { isDispute } from "#domain/cause.ts";
import type { Instrument } from "#domain/settings.ts";
import type { Clock, Files } from "#engine/ports/host.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import type { CoverageFile } from "#engine/ports/portal-lists.ts";

/** A file that is measured and not accepted. */
export interface MissingFile {
  readonly file: CoverageFile;
  readonly instrument: Instrument;
}

export interface SendMissing {
  /** Files that are in the queue again. */
  readonly queued: number;
  /** Missing files that cannot be sent: gone from the disk, or the portal has other bytes under their name. */
  readonly left: number;
}

export interface SendingParts {
  readonly clock: Pick<Clock, "nowMs">;
  readonly files: Pick<Files, "stat">;
  readonly ledger: Pick<Ledger, "apply" | "get">;
  /** Puts waiting and blocked uploads back into the queue. Gives how many. */
  retry(ids: readonly string[]): Promise<number>;
}

/** Puts missing files back into the queue. What a person cancelled is neither sent nor counted. */
export async function sendAgain(missing: readonly MissingFile[], parts: SendingParts): Promise<SendMissing> {
  let queued = 0;
  let left = 0;
  for (const one of missing) {
    if (await isQueued(one, parts)) queued += 1;
    else if (one.file.state !== "cancelled") left += 1;
  }
  return { queued, left };
}

/** True where it is in the queue now. */
async function isQueued({ file, instrument }: MissingFile, parts: SendingParts): Promise<boolean> {
  const { clock, files, ledger, retry } = parts;
  const { uploadId, relPath, state, layer } = file;
  if (uploadId === null || state === "cancelled") return false;
  if (state === "waiting" || state === "blocked") {
    const cause = (await ledger.get(uploadId))?.failure?.cause;
    if (cause !== undefined && isDispute(cause)) return false;
    return (await retry([uploadId])) > 0;
  }
  if (state !== "delivered") return state !== "superseded";
  // A record that another PC changed is told, not fought over. What is displaced is found again and sent.
  if (layer === "other-content" || "error" in (await files.stat(instrument.folder, relPath))) return false;
  return (await ledger.apply(uploadId, { type: "displaced" }, clock.nowMs())) !== null;
}
