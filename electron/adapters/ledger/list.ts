import type { UploadFilter } from "#domain/queue.ts";
import type { UploadEvent } from "#domain/upload.ts";
import { nextState, uploadStates } from "#domain/upload.ts";
import type { Connection } from "./database.ts";
import type { ChangePlace, LedgerCalls } from "./protocol.ts";
import { rowsPerTransaction } from "./protocol.ts";
import type { Range } from "./queue.ts";
import { exceptionOf, ofIds, ranges } from "./queue.ts";
import { oneRow } from "./refused.ts";
import type { Stored } from "./statements.ts";
import { selectOne } from "./statements.ts";
import type { Work } from "./totals.ts";
import { applyTo } from "./writes.ts";

/** Most rows that one piece of a list looks at, so that a search in a million rows lets other calls through. */
const rowsPerPiece = 20_000;

interface Candidate extends ChangePlace {
  readonly relPath: string | null;
}

/** Finds the place of an upload in the order "newest change first". */
export function changePlaceOf(db: Connection, id: string): ChangePlace | null {
  const row = db.prepare("SELECT updated_at_ms, seq FROM uploads WHERE id = ?").get(id);
  return row === undefined ? null : { updatedAtMs: row.updated_at_ms as number, seq: row.seq as number };
}

/** The uploads of a list of ids behind `from`, all at once. */
function collectIds(db: Connection, filter: UploadFilter, limit: number, from: ChangePlace | null) {
  const found = ofIds(db, filter)
    .sort((a, b) => (isNewer(placeIn(a), placeIn(b)) ? -1 : 1))
    .filter((stored) => from === null || isNewer(from, placeIn(stored)))
    .slice(0, limit);
  const last = found.at(-1);
  return { found, next: last === undefined || found.length < limit ? null : placeIn(last) };
}

function placeIn({ seq, upload }: Stored): ChangePlace {
  return { updatedAtMs: upload.updatedAtMs, seq };
}

/** Reads a piece of `Ledger.list`. */
export function listPart(
  db: Connection,
  filter: UploadFilter,
  limit: number,
  from: ChangePlace | null,
): ReturnType<LedgerCalls["listPart"]> {
  const { found, next } = collect(db, filter, limit, from);
  return { uploads: found.map(({ upload }) => upload), next };
}

/** Does a piece of `Ledger.applyAll`. */
export function applyPart(
  work: Work,
  filter: UploadFilter,
  event: UploadEvent,
  nowMs: number,
  from: ChangePlace | null,
): ReturnType<LedgerCalls["applyPart"]> {
  const states = (filter.states ?? uploadStates).filter((state) => nextState(state, event.type) !== null);
  const { found, next } = collect(work.db, { ...filter, states }, rowsPerTransaction, from);
  const applied = found.filter(
    (stored) => oneRow(work, stored.upload.id, (one) => applyTo(one, stored, event, nowMs)) !== null,
  ).length;
  return { applied, next };
}

/**
 * Each (state, instrument) has its own ordered index range; the ranges are merged, so that a page costs the same
 * whatever the filter and however many rows there are.
 */
function collect(db: Connection, filter: UploadFilter, limit: number, from: ChangePlace | null) {
  if (filter.ids !== undefined) return collectIds(db, filter, limit, from);
  const text = filter.text?.toLowerCase();
  const heads = ranges(db, filter).map((range) => {
    const rows = candidates(db, range, filter, from);
    return { rows, head: rows.next() };
  });
  const found: Stored[] = [];
  let last = from;
  for (let looked = 0; looked < rowsPerPiece && found.length < limit; looked++) {
    let first: (typeof heads)[number] | null = null;
    for (const range of heads) {
      if (range.head.done) continue;
      if (first === null || first.head.done || isNewer(range.head.value, first.head.value)) first = range;
    }
    if (first === null || first.head.done) return { found, next: null };
    const { relPath, updatedAtMs, seq } = first.head.value;
    last = { updatedAtMs, seq };
    if (text === undefined || relPath?.toLowerCase().includes(text)) {
      const stored = selectOne(db, "WHERE seq = ?", seq);
      if (stored !== null) found.push(stored);
    }
    first.head = first.rows.next();
  }
  return { found, next: last };
}

function isNewer(a: ChangePlace, b: ChangePlace): boolean {
  return a.updatedAtMs > b.updatedAtMs || (a.updatedAtMs === b.updatedAtMs && a.seq > b.seq);
}

/** The rows of one range behind `from`, fetched in growing pages. */
function* candidates(
  db: Connection,
  range: Range,
  filter: UploadFilter,
  from: ChangePlace | null,
): Generator<Candidate, undefined> {
  const path = filter.text === undefined ? "NULL" : "rel_path";
  const { cause, exceptCauses = [] } = filter;
  const parts = [
    ...(cause === undefined ? [] : ["cause = ? AND"]),
    ...(exceptCauses.length === 0 ? [] : [`${exceptionOf(exceptCauses)} AND`]),
  ];
  const values = [...(cause === undefined ? [] : [cause]), ...exceptCauses];
  const statement = db.prepare(
    `SELECT seq, updated_at_ms, ${path} AS rel_path FROM uploads
       WHERE ${parts.join(" ")} state = ? AND instrument = ? AND (updated_at_ms, seq) < (?, ?)
       ORDER BY updated_at_ms DESC, seq DESC LIMIT ?`,
  );
  let behind = from ?? { updatedAtMs: Number.MAX_SAFE_INTEGER, seq: 0 };
  for (let page = 16; ; page = Math.min(page * 2, 1024)) {
    const rows = statement
      .all(...values, range.state, range.instrument, behind.updatedAtMs, behind.seq, page)
      .map(
        (row): Candidate => ({
          seq: row.seq as number,
          updatedAtMs: row.updated_at_ms as number,
          relPath: row.rel_path as string | null,
        }),
      );
    yield* rows;
    const lastRow = rows.at(-1);
    if (lastRow === undefined || rows.length < page) return;
    behind = lastRow;
  }
}
