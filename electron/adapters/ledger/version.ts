import * as fs from "node:fs";
import type { LedgerFolder } from "./folder.ts";
import { applicationId, migrations } from "./schema.ts";

/** Sizes and places in the file formats of SQLite (sqlite.org/fileformat2.html, 1.3 and 4). */
const headerBytes = 100;
const versionAt = 60;
const applicationAt = 68;
const walHeaderBytes = 32;
const frameHeaderBytes = 24;

/**
 * The sentence for the operator where a newer Skyferry has written the ledger, null where none has. Reads the bytes
 * themselves: SQLite cannot open a file that has a write-ahead log without moving the log into the file.
 */
export function newerLedger(place: LedgerFolder): string | null {
  const version = versionOnDisk(place);
  return version !== null && version > migrations.length ? newerMessage(place, version) : null;
}

/** Gives the message about a ledger of a newer version. */
export function newerMessage(place: LedgerFolder, version: number): string {
  return `The record of uploads ${place.ledger} was written by a newer Skyferry (version ${version}, this one knows ${migrations.length}). Install the newer Skyferry, or choose another data folder.`;
}

/** `PRAGMA user_version` of the ledger as the next one to open it would see it; null where there is none to be read. */
function versionOnDisk(place: LedgerFolder): number | null {
  const header =
    newestHeaderInLog(place.wal) ?? withFile(place.ledger, (file) => bytesAt(file, 0, headerBytes));
  if (header === null || header.readUInt32BE(applicationAt) !== applicationId) return null;
  return header.readUInt32BE(versionAt);
}

/** The beginning of the file's first page as the last transaction in the log left it. */
function newestHeaderInLog(wal: string): Buffer | null {
  return withFile(wal, (file) => {
    const header = bytesAt(file, 0, walHeaderBytes);
    if (header === null) return null;
    const pageBytes = header.readUInt32BE(8);
    const salts = header.subarray(16, 24);
    let committed: number | null = null;
    let latest: number | null = null;
    for (let at = walHeaderBytes; ; at += frameHeaderBytes + pageBytes) {
      const frame = bytesAt(file, at, frameHeaderBytes);
      // Frames from the first one with other salts on are left from before the last checkpoint.
      if (frame === null || !frame.subarray(8, 16).equals(salts)) break;
      if (frame.readUInt32BE(0) === 1) latest = at + frameHeaderBytes;
      const endsTransaction = frame.readUInt32BE(4) !== 0;
      if (endsTransaction) committed = latest;
    }
    return committed === null ? null : bytesAt(file, committed, headerBytes);
  });
}

function withFile<T>(path: string, read: (file: number) => T): T | null {
  let file: number;
  try {
    file = fs.openSync(path, "r");
  } catch {
    return null;
  }
  try {
    return read(file);
  } catch {
    // Opening it by SQLite says better what is wrong.
    return null;
  } finally {
    fs.closeSync(file);
  }
}

/** Null where the file ends before. */
function bytesAt(file: number, at: number, count: number): Buffer | null {
  const bytes = Buffer.alloc(count);
  return fs.readSync(file, bytes, 0, count, at) === count ? bytes : null;
}
