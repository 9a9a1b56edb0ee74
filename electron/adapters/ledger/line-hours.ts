import type { JournalEvent } from "#domain/journal.ts";
import { countedEvents, type LineCounts, type LineHour, noLines } from "#domain/station-event.ts";
import type { Connection } from "./database.ts";

/** Journal lines of a transaction, counted by hour and written at its end. */
export interface LineTally {
  note(instrument: string, event: JournalEvent, atMs: number): void;
  write(): void;
}

/** No lines yet. */
export function newLineTally(db: Connection): LineTally {
  const counts = new Map<string, { instrument: string; event: JournalEvent; hour: number; lines: number }>();
  return {
    note(instrument, event, atMs) {
      if (!isCounted(event)) return;
      const hour = Math.trunc(atMs / 3_600_000);
      const key = `${hour} ${event} ${instrument}`;
      const count = counts.get(key) ?? { instrument, event, hour, lines: 0 };
      count.lines += 1;
      counts.set(key, count);
    },
    write() {
      for (const { instrument, event, hour, lines } of counts.values())
        db.prepare(
          `INSERT INTO line_hours (hour, instrument, event, lines) VALUES (?,?,?,?)
             ON CONFLICT DO UPDATE SET lines = lines + excluded.lines`,
        ).run(hour, instrument, event, lines);
      counts.clear();
    },
  };
}

const counted: ReadonlySet<JournalEvent> = new Set(countedEvents);

function isCounted(event: JournalEvent): boolean {
  return counted.has(event);
}

const sums = (lines: string) => `
  coalesce(sum(${lines}) FILTER (WHERE event = 'enqueued'), 0) AS found,
  coalesce(sum(${lines}) FILTER (WHERE event = 'confirmed'), 0) AS delivered,
  coalesce(sum(${lines}) FILTER (WHERE event = 'failed-final'), 0) AS refused,
  coalesce(sum(${lines}) FILTER (WHERE event IN ('lost','revoked')), 0) AS lost`;

/** `StationEventKeeper.lineHours` */
export function lineHours(
  db: Connection,
  fromHour: number,
  toHour: number,
  instrument: string | null,
): LineHour[] {
  return db
    .prepare(
      `SELECT hour, ${sums("lines")} FROM line_hours
         WHERE hour >= ? AND hour < ? AND (?3 IS NULL OR instrument = ?3) GROUP BY hour ORDER BY hour`,
    )
    .all(fromHour, toHour, instrument)
    .map((row) => ({ hour: row.hour as number, ...countsOf(row) }));
}

/** `StationEventKeeper.linesSince` */
export function linesSince(db: Connection, fromMs: number): LineCounts {
  const last = db.prepare("SELECT seq FROM journal WHERE at_ms < ? ORDER BY seq DESC LIMIT 1").get(fromMs);
  const row = db.prepare(`SELECT ${sums("1")} FROM journal WHERE seq > ?`).get(last?.seq ?? 0);
  return row === undefined ? noLines : countsOf(row);
}

function countsOf(row: Readonly<Record<string, unknown>>): LineCounts {
  const { found, delivered, refused, lost } = row;
  return {
    found: found as number,
    delivered: delivered as number,
    refused: refused as number,
    lost: lost as number,
  };
}
