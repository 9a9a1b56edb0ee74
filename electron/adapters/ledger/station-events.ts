import type { SQLInputValue } from "node:sqlite";
import type {
  StationEvent,
  StationEventChange,
  StationEventKind,
  StationEventQuery,
  StationRun,
} from "#domain/station-event.ts";
import { rejoinMs } from "#domain/station-event.ts";
import type { Connection, Row } from "./database.ts";
import { single } from "./database.ts";
import { parsed } from "./statements.ts";
import type { Work } from "./totals.ts";

/** `StationEventKeeper.recordEvents` */
export function recordEvents(
  { db, limits }: Pick<Work, "db" | "limits">,
  changes: readonly StationEventChange[],
  run: StationRun | null,
): number {
  const changed = changes.reduce((sum, change) => sum + record(db, change), 0);
  const newest = single(db, "SELECT max(seq) FROM station_events") as number | null;
  if (changed > 0 && newest !== null)
    db.prepare("DELETE FROM station_events WHERE seq <= ? AND to_ms IS NOT NULL").run(
      newest - Math.max(1, limits.journalLines),
    );
  if (run !== null) {
    db.prepare("DELETE FROM station_run").run();
    db.prepare("INSERT INTO station_run (version, alive_ms, settings) VALUES (?,?,?)").run(
      run.version,
      run.aliveMs,
      JSON.stringify(run.settings),
    );
  }
  return changed;
}

function record(db: Connection, change: StationEventChange): number {
  const { kind, subject } = change;
  if (change.type === "note") return add(db, change, change.atMs, change.atMs);
  if (change.type === "end")
    return Number(
      db
        .prepare(
          "UPDATE station_events SET to_ms = max(from_ms, ?) WHERE kind = ? AND subject = ? AND to_ms IS NULL",
        )
        .run(change.toMs, kind, subject).changes,
    );
  const last = db
    .prepare(
      "SELECT seq, from_ms, to_ms, detail FROM station_events WHERE kind = ? AND subject = ? ORDER BY seq DESC LIMIT 1",
    )
    .get(kind, subject);
  if (last !== undefined && last.to_ms === null) return 0;
  const detail = JSON.stringify(change.detail);
  const isSame =
    last !== undefined &&
    // A crash is no part of a stop in order.
    (kind !== "stopped" || last.detail === detail) &&
    change.fromMs - (last.to_ms as number) < rejoinMs &&
    change.fromMs > (last.from_ms as number) - rejoinMs;
  if (!isSame) return add(db, change, change.fromMs, null);
  const again = "UPDATE station_events SET to_ms = NULL, times = times + 1, detail = ? WHERE seq = ?";
  return Number(db.prepare(again).run(detail, last.seq as number).changes);
}

function add(
  db: Connection,
  { kind, subject, detail }: Pick<StationEvent, "kind" | "subject" | "detail">,
  fromMs: number,
  toMs: number | null,
): number {
  db.prepare(
    "INSERT INTO station_events (kind, subject, from_ms, to_ms, times, detail) VALUES (?,?,?,?,1,?)",
  ).run(kind, subject, fromMs, toMs, JSON.stringify(detail));
  return 1;
}

/** `StationEventKeeper.lastRun` */
export function lastRun(db: Connection): StationRun | null {
  const row = db.prepare("SELECT version, alive_ms, settings FROM station_run").get();
  return row === undefined
    ? null
    : {
        version: row.version as string,
        aliveMs: row.alive_ms as number,
        settings: parsed<StationRun["settings"]>(row.settings) ?? {},
      };
}

/** `StationEventKeeper.stationEvents` */
export function stationEvents(db: Connection, query: StationEventQuery): StationEvent[] {
  const { kinds, subject, fromMs, toMs, before, limit } = query;
  const parts = ["1"];
  const values: SQLInputValue[] = [];
  const add = (part: string, ...more: SQLInputValue[]) => {
    parts.push(part);
    values.push(...more);
  };
  if (kinds !== undefined) add(`kind IN (${kinds.map(() => "?").join(",")})`, ...kinds);
  if (subject !== undefined) add("(subject IN ('', ?) OR kind = 'disk-low')", subject);
  if (fromMs !== undefined) add("(to_ms IS NULL OR to_ms >= ?)", fromMs);
  if (toMs !== undefined) add("from_ms < ?", toMs);
  if (before !== null) add("(from_ms, seq) < (?, ?)", before.fromMs, before.seq);
  return db
    .prepare(
      `SELECT * FROM station_events WHERE ${parts.join(" AND ")} ORDER BY from_ms DESC, seq DESC LIMIT ?`,
    )
    .all(...values, limit)
    .map(stationEvent);
}

function stationEvent(row: Row): StationEvent {
  return {
    seq: row.seq as number,
    kind: row.kind as StationEventKind,
    subject: row.subject as string,
    fromMs: row.from_ms as number,
    toMs: row.to_ms as number | null,
    times: row.times as number,
    detail: parsed<StationEvent["detail"]>(row.detail) ?? {},
  };
}

/** `StationEventKeeper.firstEventMs` */
export function firstEventMs(db: Connection): number | null {
  const hour = single(db, "SELECT min(hour) FROM line_hours") as number | null;
  const event = single(db, "SELECT min(from_ms) FROM station_events") as number | null;
  const known = [...(hour === null ? [] : [hour * 3_600_000]), ...(event === null ? [] : [event])];
  return known.length === 0 ? null : Math.min(...known);
}
