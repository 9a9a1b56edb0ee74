import type { JournalEntry } from "#domain/journal.ts";
import { isDuplicate, type Upload } from "#domain/upload.ts";
import type { Connection } from "./connection.ts";
import { newHours } from "./hourly-counts.ts";
import { recentTimes } from "./schema.ts";

/** What a call works on: the database, and what its transaction has to write before it ends. */
export interface Work {
  readonly db: Connection;
  /** Journal lines written so far. */
  readonly lines: JournalEntry[];
  readonly tally: Tally;
  readonly limits: LedgerLimits;
}

/** How much is kept; may change while the ledger is open. */
export interface LedgerLimits {
  journalLines: number;
}

/** The totals, gathered over a transaction and written at its end or before something reads them. */
export interface Tally {
  add(upload: Upload): void;
  move(before: Upload, after: Upload): void;
  write(): void;
}

/** An empty tally for one transaction. */
export function newTally(db: Connection): Tally {
  const counts: Changes = new Map();
  const causes: Changes = new Map();
  const duplicates: Changes = new Map();
  const arrived = new Map<string, number[]>();
  const hours = newHours(db);

  function count(upload: Upload, change: number): void {
    note(counts, `${upload.state} ${upload.lane} ${upload.instrument}`, upload, change);
    if (isDuplicate(upload)) note(duplicates, upload.instrument, upload, change);
    if (upload.failure === null) return;
    note(causes, `${upload.state} ${upload.failure.cause} ${upload.instrument}`, upload, change);
  }

  return {
    add(upload) {
      count(upload, 1);
      hours.add(upload);
      const times = arrived.get(upload.instrument);
      if (times === undefined) arrived.set(upload.instrument, [upload.mtimeUs]);
      else times.push(upload.mtimeUs);
    },
    move(before, after) {
      count(before, -1);
      count(after, 1);
      hours.move(before, after);
    },
    write() {
      for (const { of, change } of counts.values()) {
        if (change !== 0) addToCount(db, of, change);
      }
      for (const { of, change } of causes.values()) {
        if (change !== 0) addToCauseCount(db, of, change);
      }
      for (const { of, change } of duplicates.values()) {
        if (change !== 0) addToDuplicateCount(db, of, change);
      }
      for (const [instrument, times] of arrived) noteArrivals(db, instrument, times);
      hours.write();
      counts.clear();
      causes.clear();
      duplicates.clear();
      arrived.clear();
    },
  };
}

type Changes = Map<string, { readonly of: Upload; change: number }>;

function note(changes: Changes, key: string, upload: Upload, change: number): void {
  const entry = changes.get(key);
  if (entry === undefined) changes.set(key, { of: upload, change });
  else entry.change += change;
}

function addToCount(db: Connection, { instrument, state, lane }: Upload, change: number): void {
  const { changes } = db
    .prepare("UPDATE counts SET uploads = uploads + ? WHERE instrument = ? AND state = ? AND lane = ?")
    .run(change, instrument, state, lane);
  if (changes === 0) {
    db.prepare("INSERT INTO counts (instrument, state, lane, uploads) VALUES (?,?,?,?)").run(
      instrument,
      state,
      lane,
      change,
    );
  }
}

function addToCauseCount(db: Connection, { instrument, state, failure }: Upload, change: number): void {
  const cause = failure?.cause ?? "";
  const { changes } = db
    .prepare("UPDATE cause_counts SET uploads = uploads + ? WHERE instrument = ? AND state = ? AND cause = ?")
    .run(change, instrument, state, cause);
  if (changes === 0) {
    db.prepare("INSERT INTO cause_counts (instrument, state, cause, uploads) VALUES (?,?,?,?)").run(
      instrument,
      state,
      cause,
      change,
    );
  }
}

function addToDuplicateCount(db: Connection, { instrument }: Upload, change: number): void {
  const { changes } = db
    .prepare("UPDATE duplicate_counts SET uploads = uploads + ? WHERE instrument = ?")
    .run(change, instrument);
  if (changes === 0)
    db.prepare("INSERT INTO duplicate_counts (instrument, uploads) VALUES (?,?)").run(instrument, change);
}

function noteArrivals(db: Connection, instrument: string, mtimesUs: readonly number[]): void {
  const row = db.prepare("SELECT recent FROM instruments WHERE name = ?").get(instrument);
  const known: number[] = row === undefined ? [] : JSON.parse(row.recent as string);
  const oldest = known.length < recentTimes ? -Infinity : (known.at(-1) ?? -Infinity);
  const news = mtimesUs.filter((mtimeUs) => mtimeUs > oldest);
  if (news.length === 0) return;
  const recent = [...known, ...news].sort((a, b) => b - a).slice(0, recentTimes);
  db.prepare(
    `INSERT INTO instruments (name, newest_mtime_us, recent) VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE
       SET newest_mtime_us = max(newest_mtime_us, excluded.newest_mtime_us), recent = excluded.recent`,
  ).run(instrument, recent[0] ?? 0, JSON.stringify(recent));
}
