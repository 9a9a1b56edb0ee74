import { takeAll } from "#base/keyed-lock.ts";
import type { Upload } from "#domain/upload.ts";
import type { UploaderParts } from "./attempt-result.ts";

/** The turns of one announcement, and who has the same record by other paths, as of now. */
export interface RecordTurns {
  readonly sameRecord: readonly Upload[];
  end(): void;
}

/**
 * Takes the turns of the record, of these bytes, and of all bytes that the portal may hold under the record now: those
 * leave the portal when this upload is announced, and nobody may be told in between that they are there
 * (docs/portal/observed.md §1). Null when `signal` aborts first.
 */
export async function takeRecordTurns(
  upload: Upload,
  key: string,
  checksum: string,
  parts: UploaderParts,
  signal: AbortSignal,
): Promise<RecordTurns | null> {
  let former = await formerVersions(upload, key, parts);
  for (;;) {
    // In one order, so that two who want the same turns cannot wait for each other.
    const checksums = [...new Set([checksum, ...former])].sort().map((md5) => `checksum ${md5}`);
    const end = await takeAll([`record ${key}`, ...checksums], parts.turns, signal);
    if (end === null) return null;
    const sameRecord = await parts.ledger
      .sameRecord(key, upload.instrument, upload.relPath)
      .catch((error: unknown) => {
        end();
        throw error;
      });
    const held = sameRecord.flatMap((other) => other.checksum ?? []);
    if (held.every((one) => one === checksum || former.includes(one))) return { sameRecord, end };
    // The file that had the record before may have been read only while its turn was waited for.
    end();
    former = [...former, ...held];
  }
}

async function formerVersions(upload: Upload, key: string, parts: UploaderParts): Promise<readonly string[]> {
  if (upload.lane === "fresh" || upload.lane === "backfill") return [];
  const versions = await parts.ledger.versions(upload.instrument, upload.relPath);
  return versions.flatMap(({ recordKey, checksum }) =>
    recordKey === key && checksum !== null ? checksum : [],
  );
}
