import { shownPath } from "#domain/folder-paths.ts";
import type { Instrument } from "#domain/settings.ts";
import type { Upload } from "#domain/upload.ts";
import type { Files } from "#engine/ports/host.ts";
import { type AttemptResult, retryFile } from "./attempt-result.ts";
import { conflictFailure, fileFailure } from "./failures.ts";

/**
 * Gives the result of an upload that would replace the portal's record of another file, with other bytes; null when it
 * would not. A file that is surely gone no longer claims its record; where that cannot be seen, it is looked at again.
 */
export async function nameConflict(
  one: { readonly upload: Upload; readonly instrument: Instrument; readonly filename: string },
  checksum: string,
  others: readonly Upload[],
  parts: {
    readonly files: Files;
    instrumentOf(name: string): Instrument | undefined;
    folderTrouble(instrument: Instrument): Promise<string | null>;
  },
): Promise<AttemptResult | null> {
  const { upload, instrument, filename } = one;
  const { files } = parts;
  for (const other of others) {
    const its = parts.instrumentOf(other.instrument);
    // The same file under an instrument's former name is no other file.
    const isSameFile = its?.folder === instrument.folder && other.relPath === upload.relPath;
    if (other.checksum === checksum || its === undefined || isSameFile) continue;
    const stat = await files.stat(its.folder, other.relPath);
    if (!("error" in stat))
      return { kind: "blocked", failure: conflictFailure(filename, shownPath(its.folder, other.relPath)) };
    // In a folder that went away, or came back empty, every file seems gone: also the one that was just read.
    const [trouble, own] = await Promise.all([
      parts.folderTrouble(its),
      files.stat(instrument.folder, upload.relPath),
    ]);
    const isGone = (stat.error === "vanished" || stat.error === "not-a-file") && trouble === null;
    if (!isGone || "error" in own)
      return { ...retryFile(fileFailure(stat, its, other.relPath)), isUnannounced: true };
  }
  return null;
}
