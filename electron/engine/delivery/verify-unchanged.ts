import { type FileStat, isSameEntry, isSameVersion } from "#domain/file-version.ts";
import type { Instrument } from "#domain/settings.ts";
import type { Upload } from "#domain/upload.ts";
import type { OpenFile } from "#engine/ports/host.ts";

/** An upload and the file that was opened for it. */
export interface OpenedUpload {
  readonly upload: Upload;
  readonly instrument: Instrument;
  readonly file: OpenFile;
  readonly signal: AbortSignal;
}

/**
 * Whether the file surely still holds the bytes that were hashed. `unknown`: the work was stopped, or the drive stopped
 * answering, before the bytes could tell.
 */
export async function verifyUnchanged(
  { upload, instrument, file, signal }: OpenedUpload,
  checksum: string,
): Promise<"unchanged" | "changed" | "unknown"> {
  // A file that only grows keeps the prefix that was sent; the portal has checked that prefix.
  if (instrument.finish.policy === "append") return "unchanged";
  const { byPath, byDescriptor } = await file.statAgain();
  const now = byPath ?? byDescriptor;
  if (isSilent(file)) return "unknown";
  if (byPath !== null && !isSameEntry(byPath, file.stat)) return "changed";
  if (!isSameVersion(now, file.stat)) return "changed";
  if (now.ctimeUs === file.stat.ctimeUs) return "unchanged";
  // Something touched the entry and put the times back, or renamed it: only the bytes can tell.
  if ((await file.checksum(upload.size, signal)) === checksum) return "unchanged";
  return signal.aborted || isSilent(file) ? "unknown" : "changed";
}

function isSilent({ readError }: OpenFile): boolean {
  return readError?.error === "no-answer";
}

/** True when the file is still the version that was queued; one that is appended to may have grown. */
export function isVersionOf(
  one: Pick<OpenedUpload, "upload" | "instrument">,
  stat: Pick<FileStat, "size" | "mtimeUs">,
): boolean {
  if (one.instrument.finish.policy === "append") return stat.size >= one.upload.size;
  return isSameVersion(stat, one.upload);
}
