import { addedSpan } from "#domain/added-files.ts";
import type { Lane, Upload } from "#domain/upload.ts";
import { lanes } from "#domain/upload.ts";
import type { ClaimRequest, DateSpan } from "#engine/ports/ledger.ts";
import { oneRow } from "./refused.ts";
import { selectOne } from "./statements.ts";
import type { Work } from "./totals.ts";
import { queueDue, transit } from "./writes.ts";

interface Candidate {
  readonly seq: number;
  readonly date: string;
  readonly mtimeUs: number;
}

/**
 * `Ledger.claim`. Null when more was due than one transaction takes: the caller repeats the call.
 * A path has one unfinished version at most (unique index), so no path can be claimed twice.
 */
export function claim(work: Work, request: ClaimRequest): Upload[] | null {
  if (!queueDue(work, request.nowMs)) return null;
  const states: readonly ClaimedFrom[] = request.probe === undefined ? ["queued"] : ["queued", "waiting"];
  const queued = lanesWith(work, states);
  const claimed: Upload[] = [];
  const isClaimed = new Set(work.inFlight.values().map(({ stored }) => stored.seq));
  for (const { lane, isMeant } of turnsOf(request)) {
    const open = request.limit - claimed.length;
    if (open <= 0) break;
    const candidates = [
      ...request.instruments.map((instrument) => ({ instrument, paths: anyPath })),
      ...(request.addedOf ?? []).map((instrument) => ({ instrument, paths: addedSpan })),
    ]
      .filter(({ instrument }) => isMeant(instrument) && queued.has(`${lane} ${instrument}`))
      .flatMap((source) =>
        (request.dates ?? anyDate).flatMap((span) =>
          states.flatMap((state) =>
            firstOf(work, { state, lane, ...source, span }, request, open + isClaimed.size),
          ),
        ),
      )
      .filter(({ seq }) => !isClaimed.has(seq));
    // Spans may overlap, so one upload may come twice.
    const distinct = [...new Map(candidates.map((candidate) => [candidate.seq, candidate])).values()];
    for (const { seq } of distinct.sort(byTurn).slice(0, open)) {
      const upload = oneRow(work, String(seq), (one) => {
        if (request.probe !== undefined) endWait(one, seq, request.nowMs);
        const stored = selectOne(one.db, "WHERE seq = ?", seq);
        return stored === null ? null : transit(one, stored, { type: "claimed" }, request.nowMs);
      });
      if (upload !== null) claimed.push(upload);
    }
  }
  return claimed;
}

/** An announcement of a changed file takes its former content from the portal: these probe last. */
const probeLanes = [
  ["debt", "fresh", "backfill"],
  ["changed"],
] as const satisfies readonly (readonly Lane[])[];

interface LaneTurn {
  readonly lane: Lane;
  readonly isMeant: (instrument: string) => boolean;
}

/** Lanes in the order in which they are searched, each for some instruments. */
function turnsOf({ probe }: ClaimRequest): readonly LaneTurn[] {
  if (probe === undefined) return lanes.map((lane) => ({ lane, isMeant: () => true }));
  return probeLanes.flatMap((group) =>
    [false, true].flatMap((isLast) =>
      group.map((lane) => ({ lane, isMeant: (name) => probe.last.includes(name) === isLast })),
    ),
  );
}

/** `lane instrument` of everything that has something in these states, so that the rest is not searched. */
function lanesWith(work: Work, states: readonly string[]): ReadonlySet<string> {
  work.tally.write();
  const marks = states.map(() => "?").join();
  const rows = work.db.prepare(
    `SELECT lane, instrument FROM counts WHERE state IN (${marks}) AND uploads > 0`,
  );
  return new Set(rows.all(...states).map((row) => `${row.lane} ${row.instrument}`));
}

const anyDate: readonly DateSpan[] = [{ from: "", to: "~" }];
/** Span of paths in the order of bytes: from the first up to the second; null: anywhere. */
type PathSpan = typeof addedSpan | null;
const anyPath: PathSpan = null;

/** Part of the statement, as the index of what is queued is found by it. */
type ClaimedFrom = "queued" | "waiting";

interface Place {
  readonly state: ClaimedFrom;
  readonly lane: string;
  readonly instrument: string;
  readonly span: DateSpan;
  readonly paths: PathSpan;
}

function notOneOf(ids: readonly string[]): string {
  return ids.length === 0 ? "" : ` AND id NOT IN (${ids.map(() => "?").join()})`;
}

function firstOf(
  work: Work,
  { state, lane, instrument, span, paths }: Place,
  request: ClaimRequest,
  limit: number,
) {
  const except = request.probe?.except ?? [];
  return work.db
    .prepare(
      `SELECT seq, measurement_date, CAST(mtime_us AS REAL) AS mtime_us FROM uploads
         WHERE state = '${state}' AND lane = ? AND instrument = ? AND measurement_date BETWEEN ? AND ?
           AND size <= ?${paths === null ? "" : " AND rel_path >= ? AND rel_path < ?"}${notOneOf(except)}
         ORDER BY measurement_date DESC, uploads.mtime_us, seq LIMIT ?`,
    )
    .all(
      lane,
      instrument,
      span.from,
      span.to,
      request.maxSize ?? Number.MAX_SAFE_INTEGER,
      ...(paths === null ? [] : [paths.from, paths.to]),
      ...except,
      limit,
    )
    .map(
      (row): Candidate => ({
        seq: row.seq as number,
        date: row.measurement_date as string,
        mtimeUs: row.mtime_us as number,
      }),
    );
}

/** Newest measurement date first, oldest file first, then as they were enqueued. */
function byTurn(a: Candidate, b: Candidate): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1;
  return a.mtimeUs - b.mtimeUs || a.seq - b.seq;
}

function endWait(work: Work, seq: number, nowMs: number): void {
  const waiting = selectOne(work.db, "WHERE seq = ? AND state = 'waiting'", seq);
  if (waiting !== null) transit(work, waiting, { type: "due" }, nowMs);
}
