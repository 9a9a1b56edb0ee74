import { type KeyedLock, takeAll } from "#base/keyed-lock.ts";
import type { Upload } from "#domain/upload.ts";
import type { Ledger } from "#engine/ports/ledger.ts";

/** The lock of one announcement. */
export interface RecordLock {
  /** Uploads of other paths with the same record, delivered or in flight, when it was taken. */
  readonly conflicts: readonly Upload[];
  release(): void;
}

/**
 * Locks the record, these bytes, and all bytes that the portal may hold under the record now: those leave the portal
 * when this upload is announced, and nobody may be told in between that they are there (docs/portal/observed.md §1).
 * Null when `signal` aborts first.
 */
export async function lockRecord(
  upload: Upload,
  recordKey: string,
  checksum: string,
  { locks, ledger }: { readonly locks: KeyedLock; readonly ledger: Ledger },
  signal: AbortSignal,
): Promise<RecordLock | null> {
  let former = await formerVersions(upload, recordKey, ledger);
  for (;;) {
    // In one order, so that two who want the same locks cannot wait for each other.
    const checksums = [...new Set([checksum, ...former])].sort().map((md5) => `checksum ${md5}`);
    const release = await takeAll([`record ${recordKey}`, ...checksums], locks, signal);
    if (release === null) return null;
    const conflicts = await ledger
      .sameRecord(recordKey, upload.instrument, upload.relPath)
      .catch((error: unknown) => {
        release();
        throw error;
      });
    const held = conflicts.flatMap((other) => other.checksum ?? []);
    if (held.every((one) => one === checksum || former.includes(one))) return { conflicts, release };
    // The file that had the record before may have been read only while its lock was waited for.
    release();
    former = [...former, ...held];
  }
}

async function formerVersions(upload: Upload, key: string, ledger: Ledger): Promise<readonly string[]> {
  if (upload.lane === "fresh" || upload.lane === "backfill") return [];
  const versions = await ledger.versions(upload.instrument, upload.relPath);
  return versions.flatMap(({ recordKey, checksum }) =>
    recordKey === key && checksum !== null ? checksum : [],
  );
}
