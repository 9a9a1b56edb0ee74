import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type FilledRow, opened, uploadInsert } from "./filled-ledger.ts";

/** An instrument's delivered files, oldest first. */
export interface History {
  readonly instrument: string;
  readonly rows: Iterable<FilledRow>;
}

const journalLines = 1_000_000;
const events = [
  ["enqueued", "queued", null],
  ["claimed", "hashing", null],
  ["hashed", "announcing", null],
  ["announced", "sending", null],
  ["confirmed", "delivered", "stored"],
] as const;

/**
 * Fills a new ledger as years of work leave it: delivered versions, one every `everyMs` up to now, the totals and hours
 * that are kept with them, and the five journal lines of each, as far as the journal goes back (a million lines).
 */
export async function fillHistory(
  dataFolder: string,
  histories: readonly History[],
  everyMs: number,
): Promise<void> {
  await (await opened(dataFolder)).close();
  const db = new DatabaseSync(join(dataFolder, "ledger.sqlite"));
  db.exec("PRAGMA synchronous = OFF; PRAGMA cache_size = -200000; BEGIN");
  const all = inTurn(histories);
  const insert = uploadInsert(db);
  const line = db.prepare("INSERT INTO journal (at_ms, upload, event, state, detail) VALUES (?,?,?,?,?)");
  const fromMs = Date.now() - all.length * everyMs;
  const firstLine = Math.max(0, all.length - journalLines / events.length);
  for (const [number, { instrument, row }] of all.entries()) {
    const atMs = Math.round(fromMs + number * everyMs);
    const date = new Date(atMs).toISOString().slice(0, 10);
    const recordKey = `key ${instrument} ${row.relPath}`;
    insert({ id: number, number, instrument, row, date, recordKey, state: "delivered", lane: "fresh", atMs });
    if (number >= firstLine)
      for (const [event, state, detail] of events) line.run(atMs, number + 1, event, state, detail);
  }
  db.exec(`INSERT INTO counts SELECT instrument, state, lane, count(*) FROM uploads GROUP BY 1, 2, 3;
    INSERT INTO instruments (name, newest_mtime_us) SELECT instrument, max(mtime_us) FROM uploads GROUP BY 1;
    INSERT INTO file_hours SELECT instrument, mtime_us / 3600000000, count(*), count(*), 0 FROM uploads GROUP BY 1, 2;
    INSERT INTO delivery_hours
      SELECT instrument, updated_at_ms / 3600000, count(*), sum(size) FROM uploads GROUP BY 1, 2;
    COMMIT; PRAGMA wal_checkpoint(TRUNCATE)`);
  db.close();
  // Opened once more and left in order: a ledger that another program wrote is checked through at start.
  await (await opened(dataFolder)).close();
}

function inTurn(histories: readonly History[]): { instrument: string; row: FilledRow }[] {
  const walks = histories.map(({ instrument, rows }) => ({ instrument, rows: rows[Symbol.iterator]() }));
  const all: { instrument: string; row: FilledRow }[] = [];
  for (;;) {
    const before = all.length;
    for (const { instrument, rows } of walks) {
      const step = rows.next();
      if (step.done !== true) all.push({ instrument, row: step.value });
    }
    if (all.length === before) return all;
  }
}
