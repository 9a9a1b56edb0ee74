import type { Upload } from "../../engine/domain/upload.ts";
import type { JournalEntry } from "../../engine/ports.ts";
import type { Connection } from "./ledger-connection.ts";

/** What a call works on: the database, and what its transaction has to write before it ends. */
export interface Work {
  readonly db: Connection;
  /** Journal lines written so far. */
  readonly lines: JournalEntry[];
  readonly tally: Tally;
}

/** The totals, gathered over a transaction and written at its end or before something reads them. */
export interface Tally {
  add(upload: Upload): void;
  move(before: Upload, after: Upload): void;
  write(): void;
}

/** An empty tally for one transaction. */
export function newTally(db: Connection): Tally {
  const counts = new Map<string, { readonly of: Upload; change: number }>();
  const newest = new Map<string, number>();

  function count(upload: Upload, change: number): void {
    const key = `${upload.state} ${upload.lane} ${upload.instrument}`;
    const entry = counts.get(key);
    if (entry === undefined) counts.set(key, { of: upload, change });
    else entry.change += change;
  }

  return {
    add(upload) {
      count(upload, 1);
      newest.set(upload.instrument, Math.max(upload.mtimeUs, newest.get(upload.instrument) ?? -Infinity));
    },
    move(before, after) {
      count(before, -1);
      count(after, 1);
    },
    write() {
      for (const { of, change } of counts.values()) {
        if (change !== 0) addToCount(db, of, change);
      }
      for (const [instrument, mtimeUs] of newest) raiseNewest(db, instrument, mtimeUs);
      counts.clear();
      newest.clear();
    },
  };
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

function raiseNewest(db: Connection, instrument: string, mtimeUs: number): void {
  db.prepare(
    `INSERT INTO instruments (name, newest_mtime_us) VALUES (?,?) ON CONFLICT DO UPDATE
       SET newest_mtime_us = max(newest_mtime_us, excluded.newest_mtime_us)`,
  ).run(instrument, mtimeUs);
}
