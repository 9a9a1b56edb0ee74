import type { Upload } from "#domain/upload.ts";
import type { RecordsKeeper } from "#engine/ports/portal-lists.ts";
import { recordColumns, recordOf } from "./covered-days.ts";
import { type Connection, single } from "./database.ts";
import { dayOf, sourceId } from "./portal-records.ts";
import { select } from "./statements.ts";

const laterVersion = `SELECT 1 FROM uploads AS later WHERE later.instrument = one.instrument
  AND later.rel_path = one.rel_path AND later.seq > one.seq AND later.state <> 'superseded'`;

/** `RecordsKeeper.dayUploads` */
export function dayUploads(db: Connection, instrument: string, date: string): Upload[] {
  const where = `AS one INDEXED BY uploads_by_date WHERE instrument = ? AND measurement_date = ?
    AND state <> 'superseded' AND NOT EXISTS (${laterVersion}) ORDER BY seq`;
  return select(db, where, instrument, date).map(({ upload }) => upload);
}

type Kept = Awaited<ReturnType<RecordsKeeper["keptRecords"]>>;

/** `RecordsKeeper.keptRecords`: readings are numbered in the order of their requests, and whole lists tell when they were asked for. */
export function keptRecords(
  db: Connection,
  ...[{ site, pid }, date, portalUrl]: Parameters<RecordsKeeper["keptRecords"]>
): Kept {
  const source = sourceId(db, site, pid);
  if (source === null || single(db, "SELECT url FROM portal_address") !== portalUrl) return [];
  const times = db
    .lists(
      "SELECT whole_reading, whole_at_ms FROM portal_lists WHERE whole_reading > 0 ORDER BY whole_reading DESC",
    )
    .map(([reading, atMs]) => ({ reading: reading as number, atMs: atMs as number }));
  /** Earliest moment of a list that was asked for no sooner than this reading. */
  const metAt = (reading: number): number | null =>
    times.reduce<number | null>(
      (met, list) => (list.reading < reading ? met : Math.min(met ?? list.atMs, list.atMs)),
      null,
    );
  return db
    .lists(`SELECT ${recordColumns} FROM portal_records WHERE source = ? AND day = ?`, source, dayOf(date))
    .map((row) => {
      const record = recordOf(row, date, site, pid);
      return { record, metAtMs: metAt(record.reading) };
    });
}

/** `RecordsKeeper.twinsOf` */
export function twinsOf(db: Connection, checksum: string): ReturnTypeOfTwins {
  return db
    .lists(
      `SELECT instrument, rel_path FROM uploads INDEXED BY uploads_twins
         WHERE checksum = ? AND state = 'delivered' AND receipt ->> 'kind' = 'twin'`,
      checksum,
    )
    .map(([instrument, relPath]) => ({ instrument: instrument as string, relPath: relPath as string }));
}

type ReturnTypeOfTwins = Awaited<ReturnType<RecordsKeeper["twinsOf"]>>;
