import { isAdded } from "#domain/added-files.ts";
import type { JournalLine } from "#domain/journal.ts";
import { isDuplicate, type Upload } from "#domain/upload.ts";
import type { RefusedRow } from "#engine/ports/ledger.ts";
import { type Connection, single } from "./database.ts";
import { newPlaceTally } from "./delivery-places.ts";
import { newHours } from "./hourly-counts.ts";
import type { InFlightRow } from "./in-flight-rows.ts";
import { type LineTally, newLineTally } from "./line-hours.ts";
import { deliveredTwin, hasNewer, recentTimes } from "./schema.ts";
import { parsed } from "./statements.ts";

/** The database that a call works on, and all that its transaction has to write before it ends. */
export interface Work {
  readonly db: Connection;
  /** Journal lines written so far. */
  readonly lines: JournalLine[];
  readonly tally: Tally;
  readonly limits: LedgerLimits;
  /** Steps of claims that the transaction leaves unwritten, those of earlier ones among them. */
  readonly inFlight: Map<string, InFlightRow>;
  /** A former run was refused a value: each row is written by itself, those that are refused are left out. */
  readonly isCareful: boolean;
  /** Those left out so far. */
  readonly refused: RefusedRow[];
}

/** How much is kept; may change while the ledger is open. */
export interface LedgerLimits {
  journalLines: number;
}

/** The totals, gathered over a transaction and written at its end or before something reads them. */
export interface Tally {
  add(upload: Upload): void;
  /** The upload at this place was written as `after`. */
  move(seq: number, before: Upload, after: Upload): void;
  /** A journal line was written. */
  readonly line: LineTally["note"];
  write(): void;
}

/** An empty tally for one transaction. */
export function newTally(db: Connection): Tally {
  const changes = new Map<string, CountChange>();
  const arrived = new Map<string, number[]>();
  const hours = newHours(db, ({ state, instrument }, by) => {
    if (state === "delivered") note("replaced_counts", { instrument }, by);
  });
  const lines = newLineTally(db);
  const places = newPlaceTally(db);

  function note(table: string, key: CountChange["key"], by: number): void {
    const name = `${table} ${Object.values(key).join(" ")}`;
    const entry = changes.get(name);
    if (entry === undefined) changes.set(name, { table, key, by });
    else entry.by += by;
  }

  function count(upload: Upload, by: number): void {
    const { instrument, state, lane, failure } = upload;
    note("counts", { state, lane, instrument }, by);
    if (isDuplicate(upload)) note("duplicate_counts", { instrument }, by);
    if (failure !== null) note("cause_counts", { state, cause: failure.cause, instrument }, by);
  }

  return {
    add(upload) {
      count(upload, 1);
      hours.add(upload);
      const times = arrived.get(upload.instrument) ?? [];
      arrived.set(upload.instrument, times);
      // A file that a person added is no sign that the instrument writes.
      if (!isAdded(upload.relPath)) times.push(upload.mtimeUs);
    },
    move(seq, before, after) {
      count(before, -1);
      count(after, 1);
      hours.move(seq, before, after);
      if (after.state === "delivered" && before.state !== "delivered") places.note(after);
    },
    line: lines.note,
    write() {
      for (const change of changes.values()) if (change.by !== 0) addToCount(db, change);
      for (const [instrument, times] of arrived) noteArrivals(db, instrument, times);
      hours.write();
      lines.write();
      places.write();
      changes.clear();
      arrived.clear();
    },
  };
}

/** Change by a transaction in `uploads` of one row of a table of counts. */
interface CountChange {
  readonly table: string;
  /** Values of the columns that name the row. */
  readonly key: Readonly<Record<string, string>>;
  by: number;
}

/** Condition of the uploads that a table counts, beside its key. */
const countedIn: Readonly<Record<string, string>> = {
  duplicate_counts: deliveredTwin,
  replaced_counts: `state = 'delivered' AND ${hasNewer}`,
};

/**
 * No upsert: what it would insert must not be negative, as the table checks that before it looks for the row. A count that would
 * fall below nothing was wrong, and is counted again: it must not keep uploads from being written.
 */
function addToCount(db: Connection, { table, key, by }: CountChange): void {
  const columns = Object.keys(key);
  const values = Object.values(key);
  const row = columns.map((column) => `${column} = ?`).join(" AND ");
  const add = db.prepare(`UPDATE ${table} SET uploads = uploads + ?1 WHERE ${row} AND uploads + ?1 >= 0`);
  if (add.run(by, ...values).changes > 0) return;
  const count = `SELECT count(*) FROM uploads AS old WHERE ${row} AND ${countedIn[table] ?? "1"}`;
  const isNew = by > 0 && single(db, `SELECT 1 FROM ${table} WHERE ${row}`, ...values) === null;
  const uploads = isNew ? by : single(db, count, ...values);
  const marks = columns.map(() => "?").join(",");
  const names = columns.join(", ");
  db.prepare(`INSERT OR REPLACE INTO ${table} (uploads, ${names}) VALUES (?,${marks})`).run(
    uploads,
    ...values,
  );
}

function noteArrivals(db: Connection, instrument: string, mtimesUs: readonly number[]): void {
  const row = db.prepare("SELECT recent FROM instruments WHERE name = ?").get(instrument);
  const known = parsed<number[]>(row?.recent) ?? [];
  const oldest = known.length < recentTimes ? -Infinity : (known.at(-1) ?? -Infinity);
  const news = mtimesUs.filter((mtimeUs) => mtimeUs > oldest);
  if (news.length === 0 && row !== undefined) return;
  const recent = [...known, ...news].sort((a, b) => b - a).slice(0, recentTimes);
  db.prepare(
    `INSERT INTO instruments (name, newest_mtime_us, recent) VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE
       SET newest_mtime_us = max(newest_mtime_us, excluded.newest_mtime_us), recent = excluded.recent`,
  ).run(instrument, recent[0] ?? 0, JSON.stringify(recent));
}
