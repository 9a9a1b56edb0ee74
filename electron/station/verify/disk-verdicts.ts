import { isSameVersion } from "#domain/file-version.ts";
import type { Upload } from "#domain/upload.ts";
import type { VerifyParts } from "./verify-parts.ts";

/** State of the place where a delivered file was. */
export type DiskVerdict =
  | { readonly kind: "same" }
  | { readonly kind: "changed" }
  | { readonly kind: "gone" }
  /** Nothing can be said: the folder or the file cannot be read now. `message` is one sentence. */
  | { readonly kind: "unread"; readonly message: string };

const longestRestMs = 5_000;

/**
 * Reads a delivered file again, at leisure: one at a time, through the quiet queue of the hash worker, with a rest after it
 * as long as the reading took. Content that was changed with size and time put back is a new version.
 */
export async function readAgain(
  parts: Pick<VerifyParts, "clock" | "files" | "instrumentOf" | "onRewritten">,
  upload: Upload,
  signal: AbortSignal,
): Promise<DiskVerdict> {
  const { clock, files } = parts;
  const folder = parts.instrumentOf(upload.instrument)?.folder;
  if (folder === undefined)
    return { kind: "unread", message: "The instrument is no longer in the settings." };
  const beganAt = clock.monotonicMs();
  const opened = await files.open(folder, upload.relPath);
  if ("error" in opened) {
    if (opened.error !== "vanished" && opened.error !== "not-a-file")
      return { kind: "unread", message: opened.message };
    const top = await files.stat(folder, "");
    return "error" in top ? { kind: "unread", message: top.message } : { kind: "gone" };
  }
  try {
    if (opened.stat.size !== upload.size) return { kind: "changed" };
    const read = await opened.quietChecksum(upload.size, signal);
    if (typeof read !== "string") return { kind: "unread", message: read.message };
    await clock.sleep(Math.min(longestRestMs, clock.monotonicMs() - beganAt), signal);
    if (read === upload.checksum) return { kind: "same" };
    if (isSameVersion(opened.stat, upload)) await parts.onRewritten(upload);
    return { kind: "changed" };
  } finally {
    await opened.close();
  }
}
