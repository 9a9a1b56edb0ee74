import { lstatSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileStatOf } from "#adapters/files/file-stat.ts";
import { openLedger } from "#adapters/ledger/sqlite-ledger.ts";
import type { FileMark } from "#domain/file-version.ts";
import type { Ledger } from "#engine/ports/ledger.ts";

/** A file version to be filled in. */
export interface FilledRow {
  readonly relPath: string;
  readonly size: number;
  readonly mtimeUs: number;
  /** Left out: 2024-03-01. */
  readonly date?: string;
  /** Mark of the file on disk, where there is one (`markOnDisk`). */
  readonly mark?: FileMark;
}

/** The mark of a file as it is. */
export function markOnDisk(path: string): FileMark {
  const { ctimeUs, fileId } = fileStatOf(lstatSync(path, { bigint: true }));
  return { ctimeUs, fileId };
}

/** Opens the ledger of a data folder; throws where it cannot. */
export async function opened(dataFolder: string): Promise<Ledger> {
  const ledger = await openLedger({ dataFolder });
  if ("message" in ledger) throw new Error(ledger.message);
  return ledger;
}

/** A row of the table of uploads; `number` makes its checksum, where none is given. */
export interface UploadRow {
  readonly id: number;
  readonly number: number;
  readonly instrument: string;
  readonly row: FilledRow;
  readonly date: string;
  readonly recordKey: string;
  readonly state: "delivered" | "queued";
  readonly lane: "backfill" | "fresh";
  readonly atMs: number;
  readonly checksum?: string;
}

/** Inserts such rows, straight into the table; a delivered one has its receipt. */
export function uploadInsert(db: DatabaseSync): (upload: UploadRow) => void {
  const insert = db.prepare(
    `INSERT INTO uploads (id, instrument, rel_path, size, mtime_us, ctime_us, file_id, measurement_date, checksum, record_key, state,
       attempts, lane, is_announced, asks_first, receipt, created_at_ms, updated_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, 0, 0, ?, ?, ?)`,
  );
  return ({ id, number, instrument, row, date, recordKey, state, lane, atMs, checksum: given }) => {
    const { relPath, size, mtimeUs, mark } = row;
    const checksum = given ?? number.toString(16).padStart(32, "0");
    const receipt = { kind: "stored", checksum, size, confirmedAtMs: atMs, recordFilename: null };
    insert.run(
      `018df000-0000-7000-8000-${id.toString(16).padStart(12, "0")}`,
      instrument,
      relPath,
      size,
      mtimeUs,
      mark?.ctimeUs ?? null,
      mark?.fileId ?? null,
      date,
      checksum,
      recordKey,
      state,
      lane,
      state === "delivered" ? JSON.stringify(receipt) : null,
      atMs,
      atMs,
    );
  };
}

/**
 * Fills a ledger with `rows` of one instrument in one state, straight into its tables: going through the port
 * takes minutes for a million. The journal stays empty.
 */
export async function fillLedger(
  dataFolder: string,
  instrument: string,
  state: "delivered" | "queued",
  rows: Iterable<FilledRow>,
): Promise<void> {
  await (await opened(dataFolder)).close();
  const db = new DatabaseSync(join(dataFolder, "ledger.sqlite"));
  db.exec("PRAGMA synchronous = OFF; BEGIN");
  const insert = uploadInsert(db);
  const before = Number(db.prepare("SELECT count(*) AS rows FROM uploads").get()?.rows);
  let count = 0;
  let newest = 0;
  for (const row of rows) {
    const number = before + count;
    insert({
      id: state === "queued" ? 2 ** 40 + number : number,
      number,
      instrument,
      row,
      date: row.date ?? "2024-03-01",
      recordKey: `key ${row.relPath}`,
      state,
      lane: "backfill",
      atMs: 1_709_300_000_000,
    });
    count += 1;
    newest = Math.max(newest, row.mtimeUs);
  }
  db.prepare(
    "INSERT INTO counts (instrument, state, lane, uploads) VALUES (?, ?, 'backfill', ?) ON CONFLICT DO UPDATE SET uploads = excluded.uploads",
  ).run(instrument, state, count);
  db.prepare(
    "INSERT INTO instruments (name, newest_mtime_us) VALUES (?, ?) ON CONFLICT DO UPDATE SET newest_mtime_us = excluded.newest_mtime_us",
  ).run(instrument, newest);
  db.exec("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
}
