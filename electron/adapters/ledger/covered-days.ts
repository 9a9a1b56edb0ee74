import type { SQLOutputValue } from "node:sqlite";
import { addDays, todayUtc } from "#base/dates.ts";
import { isSameAddress } from "#base/text.ts";
import {
  type BothSides,
  type DayFacts,
  type DayFiles,
  factsOf,
  type KeptRecord,
  type MeasuredFile,
  matchFiles,
  type PublishedProduct,
  type ReadList,
  verdictOn,
} from "#domain/day-facts.ts";
import {
  type DeliveredPlace,
  isSamePlace,
  listOfPlace,
  placeOf,
  type RecordSource,
} from "#domain/delivered-place.ts";
import { recentDays, recentMark } from "#domain/portal-records.ts";
import type { UploadState } from "#domain/upload.ts";
import type { CoverageFile, CoverageSource } from "#engine/ports/portal-lists.ts";
import { type Connection, single } from "./database.ts";
import { blobOf, dateOfDay, dayOf, sourceId } from "./portal-records.ts";
import type { LedgerCalls } from "./protocol.ts";
import { parsed } from "./statements.ts";

/** From what SQLite's `hex` makes of a kept uuid: a blob of its own for each value costs more than the rest of its row. */
export const uuidOfHex = (hex: SQLOutputValue | undefined): string =>
  (hex as string).toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

export const recordColumns =
  "hex(uuid), hex(checksum), filename, tags, size, status, updated_at_ms, reading, day";

function recordsOf(db: Connection, { site, pid }: RecordSource, from: string, to: string) {
  const days = new Map<string, KeptRecord[]>();
  const source = sourceId(db, site, pid);
  if (source === null) return days;
  const rows = db.lists(
    `SELECT ${recordColumns} FROM portal_records WHERE source = ? AND day BETWEEN ? AND ?`,
    source,
    dayOf(from),
    dayOf(to),
  );
  for (const [day, ofDay] of Map.groupBy(rows, (row) => row.at(-1))) {
    const date = dateOfDay(day as number);
    days.set(
      date,
      ofDay.map((row) => recordOf(row, date, site, pid)),
    );
  }
  return days;
}

export function recordOf(
  row: readonly SQLOutputValue[],
  measurementDate: string,
  siteId: string,
  instrumentPid: string,
): KeptRecord {
  const [uuid, checksum, filename, tags, size, status, updatedAtMs, reading] = row;
  return {
    uuid: uuidOfHex(uuid),
    checksum: checksum === "" ? null : (checksum as string).toLowerCase(),
    filename: filename as string,
    measurementDate,
    size: size as number | null,
    status: status as string,
    updatedAtMs: updatedAtMs as number,
    reading: reading as number,
    siteId,
    instrumentPid,
    tags: parsed<string[]>(tags) ?? [],
  };
}

/** A measured file, and where it was delivered to, if that is not the place of the settings. */
interface PlacedFile extends MeasuredFile {
  readonly former: DeliveredPlace | null;
}

/** Files of some days by date, each path by its newest version. */
function measuredOf(
  db: Connection,
  source: Pick<CoverageSource, "name" | "site" | "pid" | "tags">,
  from: string,
  to: string,
) {
  const ownEnd = `|${source.pid}|${source.tags.toSorted().join()}`;
  const formerOf = (key: string | null): DeliveredPlace | null =>
    key === null || (key.startsWith(`${source.site}|`) && key.endsWith(ownEnd)) ? null : placeOf(key);
  const rows = db.lists(
    `SELECT measurement_date, rel_path, id, checksum, size, state, created_at_ms, updated_at_ms,
         state = 'delivered' AND json_valid(receipt) AND receipt ->> 'kind' = 'twin', CAST(mtime_us AS REAL) / 1000, reading,
         iif(state = 'delivered' AND json_valid(receipt), receipt ->> 'portal', NULL),
         iif(state = 'delivered', record_key, NULL)
       FROM uploads INDEXED BY uploads_by_date
       WHERE instrument = ? AND measurement_date BETWEEN ? AND ? ORDER BY seq`,
    source.name,
    from,
    to,
  );
  const portalUrl = single(db, "SELECT url FROM portal_address") as string | null;
  const days = new Map<string, Map<string, PlacedFile>>();
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
    reading,
    portal,
    deliveredAs,
  ] of rows) {
    const paths = days.get(date as string) ?? new Map<string, PlacedFile>();
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
      hasReceipt:
        state === "delivered" &&
        (portal === null || portalUrl === null || isSameAddress(portal as string, portalUrl)),
      reading: reading as number | null,
      former: formerOf(deliveredAs as string | null),
    });
  }
  return days;
}

function publishedOf(db: Connection, { site, pid }: RecordSource, from: string, to: string) {
  const source = sourceId(db, site, pid);
  if (source === null) return new Map<string, PublishedProduct[]>();
  const rows = db
    .prepare(
      `SELECT hex(uuid) AS uuid, product, volatile, error_level, day FROM portal_products
         WHERE source = ? AND day BETWEEN ? AND ? ORDER BY product, updated_at_ms DESC, id`,
    )
    .all(source, dayOf(from), dayOf(to));
  const days = new Map<string, PublishedProduct[]>();
  for (const { uuid, product, volatile, error_level: errorLevel, day } of rows) {
    const date = dateOfDay(day as number);
    const known = days.get(date) ?? [];
    known.push({
      product: product as string,
      uuid: uuidOfHex(uuid),
      volatile: volatile === 1,
      errorLevel: errorLevel as string | null,
    });
    days.set(date, known);
  }
  return days;
}

/** The lists that were read of a place, and how files of a date compare with them. */
function listedAt(
  db: Connection,
  source: Pick<CoverageSource, "site" | "pid" | "list" | "kind">,
  from: string,
  to: string,
) {
  const records = recordsOf(db, source, from, to);
  const elsewhere = (checksum: string): KeptRecord | null => {
    const row = db.lists(
      `SELECT ${recordColumns} FROM portal_records WHERE checksum = ? AND status <> 'created' LIMIT 1`,
      blobOf(checksum),
    )[0];
    return row === undefined ? null : recordOf(row, dateOfDay(row.at(-1) as number), "", "");
  };
  const marks = db.lists(
    `SELECT month, read_at_ms, whole_reading, whole_at_ms FROM portal_lists
       WHERE kind = ? AND site = ? AND instrument = ?`,
    source.list,
    source.site,
    source.kind,
  );
  /** When the newest list that may tell of this date was asked for: of its month, of what changed, or of the last days. */
  const lookedAt = (date: string): number | null =>
    marks.reduce<number | null>((newest, [month, atMs]) => {
      const isOther = month !== "" && month !== recentMark && month !== date.slice(0, 7);
      return isOther ? newest : Math.max(newest ?? 0, atMs as number);
    }, null);
  /** The newest whole list of this date. */
  const wholeAt = (date: string): ReadList | null =>
    marks.reduce<ReadList | null>((newest, [month, , reading, atMs]) => {
      const list = { reading: reading as number, atMs: atMs as number };
      const isRecent = month === recentMark && date >= addDays(todayUtc(list.atMs), -recentDays);
      const isOther = list.reading === 0 || !(isRecent || month === date.slice(0, 7));
      return isOther || (newest !== null && newest.reading > list.reading) ? newest : list;
    }, null);
  return {
    dates: records.keys(),
    compare: (date: string, sides: Pick<BothSides, "files" | "tags" | "ofSameInstrument">): DayFiles =>
      matchFiles({
        ...sides,
        records: records.get(date) ?? [],
        listedAtMs: lookedAt(date),
        whole: wholeAt(date),
        elsewhere,
      }),
  };
}

/** Both sides of a day, and the places other than that of the settings under which its files were delivered. */
interface PlacedDay extends DayFiles {
  readonly former: readonly RecordSource[];
}

/** Each file is compared with the records of the place that it was delivered to. */
function filesOf(db: Connection, source: CoverageSource, from: string, to: string): Map<string, PlacedDay> {
  const own = listedAt(db, source, from, to);
  const measured = measuredOf(db, source, from, to);
  const ofSameInstrument = new Set(
    source.sameInstrument.flatMap((name) =>
      [...measuredOf(db, { ...source, name }, from, to).values()].flatMap((paths) =>
        [...paths.values()].flatMap(({ checksum }) => checksum ?? []),
      ),
    ),
  );
  const lists = new Map<string, ReturnType<typeof listedAt>>();
  const listOf = (place: RecordSource) => {
    if (isSamePlace(place, source)) return own;
    const key = `${place.site}|${place.pid}`;
    const { kind: list, instrument: kind } = listOfPlace(place);
    const known = lists.get(key) ?? listedAt(db, { ...place, list, kind }, from, to);
    lists.set(key, known);
    return known;
  };
  const dates = new Set([...own.dates, ...measured.keys()]);
  return new Map(
    [...dates].map((date): [string, PlacedDay] => {
      const files = [...(measured.get(date)?.values() ?? [])];
      const present = files.filter(({ former }) => former === null);
      if (present.length === files.length) {
        const sides = { files, tags: source.tags, ofSameInstrument };
        return [date, { ...own.compare(date, sides), former: [] }];
      }
      const known = new Set([...ofSameInstrument, ...files.flatMap(({ checksum }) => checksum ?? [])]);
      const groups = Map.groupBy(files, ({ former }) => JSON.stringify(former));
      const days = [...groups.values()].map((group) => {
        const { site, pid, tags } = group[0]?.former ?? source;
        const place = { site, pid };
        return { place, ...listOf(place).compare(date, { files: group, tags, ofSameInstrument: known }) };
      });
      if (present.length === 0)
        days.push({
          place: source,
          ...own.compare(date, { files: [], tags: source.tags, ofSameInstrument: known }),
        });
      const places = new Map(days.map(({ place }) => [`${place.site}|${place.pid}`, place]));
      return [
        date,
        {
          files: days.flatMap((day) => day.files),
          onlyOnPortal: days.flatMap((day) => day.onlyOnPortal),
          former: [...places.values()].filter((place) => !isSamePlace(place, source)),
        },
      ];
    }),
  );
}

const nothing: PlacedDay = { files: [], onlyOnPortal: [], former: [] };

/** Rows of a kind that one piece of `dayFacts` looks at: some 20 ms of a core. A day is never cut. */
const rowsPerPiece = 2_000;

/** The last day from `from` on, at most `to`, up to which there are no more rows of any kind than a piece takes. */
function endOfPiece(
  db: Connection,
  { name, site, pid, sameInstrument }: CoverageSource,
  from: string,
  to: string,
) {
  const source = sourceId(db, site, pid);
  const firstBeyond = [
    ...["portal_records", "portal_products"].map((table) => {
      const sql = `SELECT day FROM ${table} WHERE source = ? AND day BETWEEN ? AND ? ORDER BY day LIMIT 1 OFFSET ?`;
      const day = single(db, sql, source, dayOf(from), dayOf(to), rowsPerPiece) as number | null;
      return day === null ? null : dateOfDay(day);
    }),
    ...[name, ...sameInstrument].map((instrument) => {
      const sql = `SELECT measurement_date FROM uploads INDEXED BY uploads_by_date
        WHERE instrument = ? AND measurement_date BETWEEN ? AND ? ORDER BY measurement_date LIMIT 1 OFFSET ?`;
      return single(db, sql, instrument, from, to, rowsPerPiece) as string | null;
    }),
  ];
  return firstBeyond.reduce<string>((end, date) => {
    if (date === null || date > end) return end;
    return date > from ? addDays(date, -1) : from;
  }, to);
}

/** Reads a piece of `RecordsKeeper.dayFacts`. */
export function dayFactsPart(
  db: Connection,
  source: CoverageSource,
  from: string,
  to: string,
): ReturnType<LedgerCalls["dayFactsPart"]> {
  const end = endOfPiece(db, source, from, to);
  const files = filesOf(db, source, from, end);
  const published = publishedOf(db, source, from, end);
  const dates = [...new Set([...files.keys(), ...published.keys()])].sort();
  const factsAt = (date: string): DayFacts => {
    const { former, ...day } = files.get(date) ?? nothing;
    const ofFormer = former.flatMap((place) => publishedOf(db, place, date, date).get(date) ?? []);
    const facts = factsOf(day, [...(published.get(date) ?? []), ...ofFormer]);
    return former.length === 0 ? facts : { ...facts, former };
  };
  return {
    facts: dates.map((date) => [date, factsAt(date)]),
    next: end < to ? addDays(end, 1) : null,
  };
}

/** `RecordsKeeper.dayFiles` */
export function dayFiles(db: Connection, source: CoverageSource, date: string): CoverageFile[] {
  const { files, onlyOnPortal } = filesOf(db, source, date, date).get(date) ?? nothing;
  return [
    ...files.map(({ id, relPath, size, modifiedAtMs, layer, state, record, missedAtMs }) => ({
      uploadId: id,
      relPath,
      size,
      modifiedAtMs,
      layer,
      missedAtMs,
      state,
      recordUuid: record?.uuid ?? null,
      verdict: record === null ? null : verdictOn(record),
    })),
    ...onlyOnPortal.map((record) => ({
      uploadId: null,
      relPath: record.filename,
      size: null,
      modifiedAtMs: null,
      layer: "only-on-portal" as const,
      missedAtMs: null,
      state: null,
      recordUuid: record.uuid,
      verdict: verdictOn(record),
    })),
  ];
}
