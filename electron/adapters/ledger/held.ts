import type { FileVersion, KeptMark, SeenFile } from "#domain/file-version.ts";
import { isAtRest, type UploadState } from "#domain/upload.ts";
import type { Connection } from "./database.ts";

/** The upload that holds a version. */
export interface HeldVersion extends KeptMark {
  readonly checksum: string | null;
  /** The file is not going to be read by itself any more, and what was read is known. */
  readonly isComparable: boolean;
}

/** The newest upload of a version; no other content of its path was read after it had been delivered. */
const ofVersion = `FROM uploads AS one
  WHERE instrument = ? AND rel_path = ? AND size = ? AND mtime_us = ? AND retired = 0
    AND NOT EXISTS (SELECT 1 FROM uploads AS later
      WHERE later.instrument = one.instrument AND later.rel_path = one.rel_path AND later.seq > one.seq
        AND one.state = 'delivered' AND later.checksum <> one.checksum)`;

/** As `Ledger.compare` tells it, null where none holds it. */
export function heldVersion(
  db: Connection,
  instrument: string,
  { relPath, size, mtimeUs }: FileVersion,
): HeldVersion | null {
  const row = db
    .prepare(
      `SELECT state, checksum, CAST(ctime_us AS REAL) AS ctime_us, file_id ${ofVersion}
         ORDER BY seq DESC LIMIT 1`,
    )
    .get(instrument, relPath, size, mtimeUs);
  if (row === undefined) return null;
  const checksum = row.checksum as string | null;
  return {
    checksum,
    isComparable: checksum !== null && isAtRest(row.state as UploadState),
    ctimeUs: row.ctime_us as number | null,
    fileId: row.file_id as string | null,
  };
}

/** True of what nearly all files are: held, and nothing raises a doubt. It costs less than to look at the upload. */
export function isAsMarked(
  db: Connection,
  instrument: string,
  { relPath, size, mtimeUs, ctimeUs, fileId }: SeenFile,
): boolean {
  const row = db
    .prepare(`SELECT 1 ${ofVersion} AND ctime_us = ? AND file_id = ?`)
    .get(instrument, relPath, size, mtimeUs, ctimeUs, fileId);
  return row !== undefined;
}
