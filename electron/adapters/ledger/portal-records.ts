import type { SQLOutputValue } from "node:sqlite";
import { addDays, daysBetween } from "#base/dates.ts";
import {
  type DayFacts,
  type DayFiles,
  factsOf,
  type MeasuredFile,
  matchFiles,
  type PublishedProduct,
} from "#domain/day-facts.ts";
import type { ListedProduct, ListedRecord } from "#domain/portal-records.ts";
import type { UploadState } from "#domain/upload.ts";
import type { CoverageFile, CoverageSource, ListMark, RecordsKeeper } from "#engine/ports/portal-lists.ts";
import { type Connection, single } from "./connection.ts";
import type { Work } from "./totals.ts";

const epoch = "1970-01-01";
export const dayOf = (date: string): number => daysBetween(epoch, date);
export const dateOf = (day: number): string => addDays(epoch, day);
const blobOf = (hex: string): Buffer => Buffer.from(hex.replaceAll("-", ""), "hex");
const hexOf = (blob: SQLOutputValue | undefined): string => Buffer.from(blob as Uint8Array).toString("hex");
export const uuidOf = (blob: SQLOutputValue | undefined): string =>
  hexOf(blob).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

/** `RecordsKeeper.beginReading` */
export function beginReading({ db }: Work, portalUrl: string): number {
  if (single(db, "SELECT url FROM portal_address") !== portalUrl) {
    for (const table of ["records", "products", "lists", "sources", "address"])
      db.prepare(`DELETE FROM portal_${table}`).run();
    db.prepare("INSERT INTO portal_address (url, reading) VALUES (?, 0)").run(portalUrl);
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

function sourceId(db: Connection, site: string, pid: string): number | null {
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
    const table = kind === "raw" ? "portal_records" : "portal_products";
    const remove = db.prepare(
      `DELETE FROM ${table} WHERE source = ? AND day BETWEEN ? AND ? AND reading < ?`,
    );
    for (const pid of whole.pids) {
      const source = sourceId(db, site, pid);
      if (source !== null) remove.run(source, dayOf(whole.from), dayOf(whole.to), reading);
    }
  }
  db.prepare(
    `INSERT INTO portal_lists (kind, site, instrument, month, read_at_ms, newest_at_ms) VALUES (?,?,?,?,?,?)
       ON CONFLICT DO UPDATE SET read_at_ms = excluded.read_at_ms,
         newest_at_ms = max(newest_at_ms, excluded.newest_at_ms)`,
  ).run(kind, site, instrument, month, readAtMs, newestAtMs);
}

const recordColumns = "uuid, checksum, filename, tags, size, status, updated_at_ms, day";

function recordsOf(db: Connection, { site, pid }: CoverageSource, from: string, to: string) {
  const source = sourceId(db, site, pid);
  if (source === null) return new Map<string, ListedRecord[]>();
  const rows = db.lists(
    `SELECT ${recordColumns} FROM portal_records WHERE source = ? AND day BETWEEN ? AND ?`,
    source,
    dayOf(from),
    dayOf(to),
  );
  return Map.groupBy(
    rows.map((row) => recordOf(row, site, pid)),
    ({ measurementDate }) => measurementDate,
  );
}

function recordOf(row: readonly SQLOutputValue[], siteId: string, instrumentPid: string): ListedRecord {
  const [uuid, checksum, filename, tags, size, status, updatedAtMs, day] = row;
  return {
    uuid: uuidOf(uuid),
    checksum: checksum === null ? null : hexOf(checksum),
    filename: filename as string,
    measurementDate: dateOf(day as number),
    size: size as number | null,
    status: status as string,
    updatedAtMs: updatedAtMs as number,
    siteId,
    instrumentPid,
    tags: tags === "" ? [] : JSON.parse(tags as string),
  };
}

/** Files of some days by date, each path by its newest version. */
function measuredOf(db: Connection, instrument: string, from: string, to: string) {
  const rows = db.lists(
    `SELECT measurement_date, rel_path, id, checksum, size, state, created_at_ms, updated_at_ms,
         state = 'delivered' AND receipt ->> 'kind' = 'twin', CAST(mtime_us AS REAL) / 1000
       FROM uploads INDEXED BY uploads_by_date
       WHERE instrument = ? AND measurement_date BETWEEN ? AND ? ORDER BY seq`,
    instrument,
    from,
    to,
  );
  const days = new Map<string, Map<string, MeasuredFile>>();
  for (const [
    date,
    relPath,
    id,
    checksum,
    size,
    state,
    foundAtMs,
    changedAtMs,
    isTwin,
    modifiedAtMs,
  ] of rows) {
    const paths = days.get(date as string) ?? new Map<string, MeasuredFile>();
    days.set(date as string, paths);
    paths.set(relPath as string, {
      id: id as string,
      relPath: relPath as string,
      checksum: checksum as string | null,
      size: size as number,
      state: state as UploadState,
      modifiedAtMs: modifiedAtMs as number,
      foundAtMs: foundAtMs as number,
      changedAtMs: changedAtMs as number,
      isTwin: isTwin === 1,
    });
  }
  return days;
}

function publishedOf(db: Connection, { site, pid }: CoverageSource, from: string, to: string) {
  const source = sourceId(db, site, pid);
  if (source === null) return new Map<string, PublishedProduct[]>();
  const rows = db
    .prepare(
      `SELECT uuid, product, volatile, error_level, day FROM portal_products
         WHERE source = ? AND day BETWEEN ? AND ? ORDER BY product, updated_at_ms DESC, id`,
    )
    .all(source, dayOf(from), dayOf(to));
  const days = new Map<string, PublishedProduct[]>();
  for (const { uuid, product, volatile, error_level: errorLevel, day } of rows) {
    const date = dateOf(day as number);
    const known = days.get(date) ?? [];
    known.push({
      product: product as string,
      uuid: uuidOf(uuid),
      volatile: volatile === 1,
      errorLevel: errorLevel as string | null,
    });
    days.set(date, known);
  }
  return days;
}

function filesOf(db: Connection, source: CoverageSource, from: string, to: string): Map<string, DayFiles> {
  const records = recordsOf(db, source, from, to);
  const measured = measuredOf(db, source.name, from, to);
  const ofFellows = new Set(
    source.fellows.flatMap((name) =>
      [...measuredOf(db, name, from, to).values()].flatMap((paths) =>
        [...paths.values()].flatMap(({ checksum }) => checksum ?? []),
      ),
    ),
  );
  const elsewhere = (checksum: string): ListedRecord | null => {
    const row = db.lists(
      `SELECT ${recordColumns} FROM portal_records WHERE checksum = ? AND status <> 'created' LIMIT 1`,
      blobOf(checksum),
    )[0];
    return row === undefined ? null : recordOf(row, "", "");
  };
  const dates = new Set([...records.keys(), ...measured.keys()]);
  return new Map(
    [...dates].map((date) => {
      const files = [...(measured.get(date)?.values() ?? [])];
      const { tags } = source;
      return [date, matchFiles({ files, records: records.get(date) ?? [], tags, elsewhere, ofFellows })];
    }),
  );
}

const nothing: DayFiles = { files: [], onlyOnPortal: [] };

/** `RecordsKeeper.dayFacts`, for as many days as one piece takes. */
export function dayFacts(
  db: Connection,
  source: CoverageSource,
  from: string,
  to: string,
): (readonly [string, DayFacts])[] {
  const files = filesOf(db, source, from, to);
  const published = publishedOf(db, source, from, to);
  const dates = [...new Set([...files.keys(), ...published.keys()])].sort();
  return dates.map((date) => [date, factsOf(files.get(date) ?? nothing, published.get(date) ?? [])]);
}

/** `RecordsKeeper.dayFiles` */
export function dayFiles(db: Connection, source: CoverageSource, date: string): CoverageFile[] {
  const { files, onlyOnPortal } = filesOf(db, source, date, date).get(date) ?? nothing;
  return [
    ...files.map(({ id, relPath, modifiedAtMs, layer, state, record }) => ({
      uploadId: id,
      relPath,
      modifiedAtMs,
      layer,
      state,
      recordUuid: record?.uuid ?? null,
    })),
    ...onlyOnPortal.map(({ filename, uuid }) => ({
      uploadId: null,
      relPath: filename,
      modifiedAtMs: null,
      layer: "only-on-portal" as const,
      state: null,
      recordUuid: uuid,
    })),
  ];
}

/** `RecordsKeeper.firstMeasured` */
export function firstMeasured(db: Connection, instrument: string): string | null {
  return single(
    db,
    "SELECT min(measurement_date) FROM uploads INDEXED BY uploads_by_date WHERE instrument = ?",
    instrument,
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
