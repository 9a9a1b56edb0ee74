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
  /** Of the file on disk, where there is one (`markOnDisk`). */
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
  const insert = db.prepare(
    `INSERT INTO uploads (id, instrument, rel_path, size, mtime_us, ctime_us, file_id, measurement_date, checksum, record_key, state,
       attempts, lane, is_announced, asks_first, receipt, created_at_ms, updated_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, '2024-03-01', ?, ?, ?, 0, 'backfill', 0, 0, ?, ?, ?)`,
  );
  const before = Number(db.prepare("SELECT count(*) AS rows FROM uploads").get()?.rows);
  let count = 0;
  let newest = 0;
  for (const { relPath, size, mtimeUs, mark } of rows) {
    const number = before + count;
    const checksum = number.toString(16).padStart(32, "0");
    const receipt =
      state === "delivered"
        ? JSON.stringify({
            kind: "stored",
            checksum,
            size,
            confirmedAtMs: 1_709_300_000_000,
            recordFilename: null,
          })
        : null;
    const id = `018df000-0000-7000-8000-${(state === "queued" ? 2 ** 40 + number : number).toString(16).padStart(12, "0")}`;
    insert.run(
      id,
      instrument,
      relPath,
      size,
      mtimeUs,
      mark?.ctimeUs ?? null,
      mark?.fileId ?? null,
      checksum,
      `key ${relPath}`,
      state,
      receipt,
      1_709_300_000_000,
      1_709_300_000_000,
    );
    count += 1;
    newest = Math.max(newest, mtimeUs);
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
