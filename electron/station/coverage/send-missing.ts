import { isDispute } from "#domain/cause.ts";
import { isOfFormerPlace } from "#domain/delivered-place.ts";
import type { Instrument } from "#domain/settings.ts";
import type { Clock, Files } from "#engine/ports/host.ts";
import type { DateSpan, Ledger } from "#engine/ports/ledger.ts";
import type { CoverageFile } from "#engine/ports/portal-lists.ts";

/** A file that is measured and not accepted, or not shown where it should be. */
export interface MissingFile {
  readonly date: string;
  readonly file: CoverageFile;
  readonly instrument: Instrument;
}

export interface SendMissing {
  /** Files that are in the queue again. */
  readonly queued: number;
  /**
   * Missing files that cannot be sent: gone from the disk, delivered under a former site, PID or tags, or the portal has other
   * bytes under their name.
   */
  readonly left: number;
  /** Delivered files that the portal's lists do not show: their receipts are compared with what it has. */
  readonly asked: number;
}

export interface SendingParts {
  readonly clock: Pick<Clock, "nowMs">;
  readonly files: Pick<Files, "stat">;
  readonly ledger: Pick<Ledger, "apply" | "get">;
  /** Puts waiting and blocked uploads back into the queue. Gives how many. */
  retry(ids: readonly string[]): Promise<number>;
  /** Compares the receipts of these dates with what the portal has: a list alone withdraws none. */
  compareReceipts(dates: readonly DateSpan[]): Promise<void>;
}

/** Puts missing files back into the queue. Files that a person cancelled are neither sent nor counted. */
export async function sendMissingAgain(
  missing: readonly MissingFile[],
  parts: SendingParts,
): Promise<SendMissing> {
  let queued = 0;
  let left = 0;
  const unlisted = missing.filter(({ file }) => file.layer === "unlisted");
  for (const one of missing) {
    if (one.file.layer === "unlisted") continue;
    if (await isQueued(one, parts)) queued += 1;
    else if (one.file.state !== "cancelled") left += 1;
  }
  const dates = [...new Set(unlisted.map(({ date }) => date))];
  if (dates.length > 0) await parts.compareReceipts(dates.map((date) => ({ from: date, to: date })));
  return { queued, left, asked: unlisted.length };
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
  // A record that another PC changed is told, not fought over. A file that is displaced is found again and sent.
  if (layer === "other-content" || "error" in (await files.stat(instrument.folder, relPath))) return false;
  const upload = await ledger.get(uploadId);
  if (upload === null || isOfFormerPlace(upload, instrument)) return false;
  return (await ledger.apply(uploadId, { type: "displaced" }, clock.nowMs())) !== null;
}
