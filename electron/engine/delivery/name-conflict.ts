import type { Failure } from "#domain/cause.ts";
import { shownPath } from "#domain/folder-paths.ts";
import type { Instrument } from "#domain/settings.ts";
import type { Upload } from "#domain/upload.ts";
import type { Files } from "#engine/ports/host.ts";
import { conflictFailure, fileFailure } from "./failures.ts";

/** An upload that would replace the portal's record of another file. */
export interface Conflict {
  readonly failure: Failure;
  /** False when it could not be seen whether the other file is still there. */
  readonly isSure: boolean;
}

/**
 * Another file that the portal would keep under the same record, with other bytes; null when there is none.
 * A file that is surely gone no longer claims its record.
 */
export async function conflictOf(
  one: {
    readonly upload: Upload;
    readonly instrument: Instrument;
    readonly filename: string;
    readonly files: Files;
  },
  checksum: string,
  /** Uploads of other paths with the same record, delivered or in flight. */
  sameRecord: readonly Upload[],
  instrumentOf: (name: string) => Instrument | undefined,
): Promise<Conflict | null> {
  const { upload, instrument, filename, files } = one;
  for (const other of sameRecord) {
    const its = instrumentOf(other.instrument);
    // The same file under an instrument's former name is no other file.
    const isSameFile = its?.folder === instrument.folder && other.relPath === upload.relPath;
    if (other.checksum === checksum || its === undefined || isSameFile) continue;
    const stat = await files.stat(its.folder, other.relPath);
    if (!("error" in stat))
      return { failure: conflictFailure(filename, shownPath(its.folder, other.relPath)), isSure: true };
    // In a folder that went away, or came back empty, every file seems gone: also the one that was just read.
    const [folder, own] = await Promise.all([
      files.stat(its.folder, ""),
      files.stat(instrument.folder, upload.relPath),
    ]);
    const isGone = (stat.error === "vanished" || stat.error === "not-a-file") && !("error" in folder);
    if (!isGone || "error" in own) return { failure: fileFailure(stat, its, other.relPath), isSure: false };
  }
  return null;
}
