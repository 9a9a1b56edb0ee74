import { addDays, daysBetween } from "#base/dates.ts";
import { addedSpan } from "#domain/added-files.ts";
import type { ListedProduct, ListedRecord } from "#domain/portal-records.ts";
import type { CoverageSource, ListMark, RecordsKeeper } from "#engine/ports/portal-lists.ts";
import { type Connection, single } from "./database.ts";
import type { Work } from "./totals.ts";

const epoch = "1970-01-01";
export const dayOf = (date: string): number => daysBetween(epoch, date);
export const dateOfDay = (day: number): string => addDays(epoch, day);
export const blobOf = (hex: string): Buffer => Buffer.from(hex.replaceAll("-", ""), "hex");

/** `RecordsKeeper.beginReading` */
export function beginReading({ db }: Work, portalUrl: string): number {
  if (single(db, "SELECT url FROM portal_address") !== portalUrl) {
    // Receipts are compared with it: it never goes back.
    const before = single(db, "SELECT reading FROM portal_address") ?? 0;
    for (const table of ["records", "products", "lists", "sources", "address"])
      db.prepare(`DELETE FROM portal_${table}`).run();
    db.prepare("INSERT INTO portal_address (url, reading) VALUES (?, ?)").run(portalUrl, before);
  }
  return single(db, "UPDATE portal_address SET reading = reading + 1 RETURNING reading") as number;
}

/** `RecordsKeeper.listMarks` */
export function listMarks(db: Connection): ListMark[] {
  return db
    .prepare("SELECT kind, site, instrument, month, read_at_ms, newest_at_ms FROM portal_lists")
    .all()
    .map((row) => ({
      kind: row.kind as ListMark["kind"],
      site: row.site as string,
      instrument: row.instrument as string,
      month: row.month as string,
      readAtMs: row.read_at_ms as number,
      newestAtMs: row.newest_at_ms as number,
    }));
}

/** Null where nothing of it was ever kept. */
export function sourceId(db: Connection, site: string, pid: string): number | null {
  return single(db, "SELECT id FROM portal_sources WHERE site = ? AND pid = ?", site, pid) as number | null;
}

function madeSourceId(db: Connection, { siteId, instrumentPid }: ListedRecord | ListedProduct): number {
  const known = sourceId(db, siteId, instrumentPid);
  if (known !== null) return known;
  const made = db.prepare("INSERT INTO portal_sources (site, pid) VALUES (?,?)").run(siteId, instrumentPid);
  return Number(made.lastInsertRowid);
}

/** `RecordsKeeper.keepRecords`, for as many as one transaction takes. */
export function keepRecords({ db }: Work, records: readonly ListedRecord[], reading: number): void {
  const write = db.prepare(
    `INSERT INTO portal_records (uuid, source, day, checksum, filename, tags, size, status, updated_at_ms, reading)
       VALUES (?,?,?,?,?,?,?,?,?,?)
       ON CONFLICT (uuid) DO UPDATE SET source = excluded.source, day = excluded.day, checksum = excluded.checksum,
         filename = excluded.filename, tags = excluded.tags, size = excluded.size, status = excluded.status,
         updated_at_ms = excluded.updated_at_ms, reading = excluded.reading
       WHERE excluded.reading > reading OR excluded.updated_at_ms >= updated_at_ms`,
  );
  for (const record of records)
    write.run(
      blobOf(record.uuid),
      madeSourceId(db, record),
      dayOf(record.measurementDate),
      record.checksum === null ? null : blobOf(record.checksum),
      record.filename,
      record.tags.length === 0 ? "" : JSON.stringify(record.tags),
      record.size,
      record.status,
      record.updatedAtMs,
      reading,
    );
}

/** `RecordsKeeper.keepProducts` */
export function keepProducts({ db }: Work, products: readonly ListedProduct[], reading: number): void {
  const write = db.prepare(
    `INSERT INTO portal_products (uuid, source, day, product, volatile, error_level, updated_at_ms, reading)
       VALUES (?,?,?,?,?,?,?,?)
       ON CONFLICT (uuid) DO UPDATE SET source = excluded.source, day = excluded.day, product = excluded.product,
         volatile = excluded.volatile, error_level = excluded.error_level,
         updated_at_ms = excluded.updated_at_ms, reading = excluded.reading
       WHERE excluded.reading > reading OR excluded.updated_at_ms >= updated_at_ms`,
  );
  for (const one of products)
    write.run(
      blobOf(one.uuid),
      madeSourceId(db, one),
      dayOf(one.measurementDate),
      one.product,
      one.volatile ? 1 : 0,
      one.errorLevel,
      one.updatedAtMs,
      reading,
    );
}

/** `RecordsKeeper.listEnded` */
export function listEnded(
  { db }: Work,
  ...[mark, reading, whole]: Parameters<RecordsKeeper["listEnded"]>
): void {
  const { kind, site, instrument, month, readAtMs, newestAtMs } = mark;
  if (whole !== null) {
    const table = kind === "products" ? "portal_products" : "portal_records";
    // Whether a product was removed, no receipt tells: two whole lists have to lack it.
    const before = kind === "products" ? wholeReading(db, mark) : reading;
    const remove = db.prepare(
      `DELETE FROM ${table} WHERE source = ? AND day BETWEEN ? AND ? AND reading < ?`,
    );
    for (const pid of whole.pids) {
      const source = sourceId(db, site, pid);
      if (source !== null) remove.run(source, dayOf(whole.from), dayOf(whole.to), before);
    }
  }
  db.prepare(
    `INSERT INTO portal_lists (kind, site, instrument, month, read_at_ms, newest_at_ms) VALUES (?,?,?,?,?,?)
       ON CONFLICT DO UPDATE SET read_at_ms = excluded.read_at_ms,
         newest_at_ms = max(newest_at_ms, excluded.newest_at_ms)`,
  ).run(kind, site, instrument, month, readAtMs, newestAtMs);
  if (whole === null) return;
  db.prepare(
    `UPDATE portal_lists SET whole_reading = ?, whole_at_ms = ?
       WHERE kind = ? AND site = ? AND instrument = ? AND month = ?`,
  ).run(reading, readAtMs, kind, site, instrument, month);
}

/** Number of the last reading of this list that was whole; 0 where none was. */
function wholeReading(db: Connection, { kind, site, instrument, month }: ListMark): number {
  const sql =
    "SELECT whole_reading FROM portal_lists WHERE kind = ? AND site = ? AND instrument = ? AND month = ?";
  return (single(db, sql, kind, site, instrument, month) as number | null) ?? 0;
}

/** `RecordsKeeper.firstMeasured` */
export function firstMeasured(db: Connection, instrument: string): string | null {
  return single(
    db,
    "SELECT min(measurement_date) FROM uploads INDEXED BY uploads_by_date WHERE instrument = ?",
    instrument,
  ) as string | null;
}

/** `RecordsKeeper.firstWritten` */
export function firstWritten(db: Connection, instrument: string): string | null {
  return single(
    db,
    `SELECT measurement_date FROM uploads INDEXED BY uploads_by_date
       WHERE instrument = ? AND (rel_path < ? OR rel_path >= ?) ORDER BY measurement_date LIMIT 1`,
    instrument,
    addedSpan.from,
    addedSpan.to,
  ) as string | null;
}

/** `RecordsKeeper.isPublishing` */
export function isPublishing(db: Connection, { site, pid }: Pick<CoverageSource, "site" | "pid">): boolean {
  const source = sourceId(db, site, pid);
  return (
    source !== null && single(db, "SELECT 1 FROM portal_products WHERE source = ? LIMIT 1", source) !== null
  );
}

/** Lines that one look takes in; behind more, every day counts as changed. */
const mostLines = 20_000;

/** `RecordsKeeper.changedDays` */
export function changedDays(
  db: Connection,
  sinceSeq: number,
): Awaited<ReturnType<RecordsKeeper["changedDays"]>> {
  const seq = (single(db, "SELECT max(seq) FROM journal") as number | null) ?? 0;
  const first = (single(db, "SELECT min(seq) FROM journal") as number | null) ?? 1;
  if (seq < sinceSeq || seq - sinceSeq > mostLines || first > sinceSeq + 1) return { seq, days: null };
  const rows = db.lists(
    `SELECT DISTINCT instrument, measurement_date FROM journal JOIN uploads ON uploads.seq = journal.upload
       WHERE journal.seq > ?`,
    sinceSeq,
  );
  return { seq, days: rows.map(([instrument, date]) => [instrument as string, date as string]) };
}
