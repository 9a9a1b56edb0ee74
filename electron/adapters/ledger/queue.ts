import type { SQLInputValue } from "node:sqlite";
import type { Cause } from "#domain/cause.ts";
import type { QueueCell, QueueOrder, QueueQuery, QueueWindow, UploadFilter } from "#domain/queue.ts";
import { cellsCount, isOfFilter, needsYouFirst } from "#domain/queue.ts";
import { inColumnOrder, isQueueColumn } from "#domain/queue-order.ts";
import { isFailed, type Upload, type UploadState } from "#domain/upload.ts";
import type { Connection } from "./database.ts";
import { single } from "./database.ts";
import type { WindowRead } from "./protocol.ts";
import { duplicateCounts } from "./reads.ts";
import type { Stored } from "./statements.ts";
import { selectOne } from "./statements.ts";

export function windowOf(db: Connection, wanted: WindowRead): QueueWindow {
  if (!("seqs" in wanted)) return queue(db, wanted);
  const { filter, total, seqs } = wanted;
  const uploads = rows(db, seqs).filter((upload) => isOfFilter(upload, filter));
  return { total: total - (seqs.length - uploads.length), uploads };
}

function queue(
  db: Connection,
  { filter, order, isDescending = false, offset, limit }: QueueQuery,
): QueueWindow {
  if (order === "needs-you") {
    const [blocked, others] = needsYouFirst(filter);
    const first = queue(db, { filter: blocked, order: "found", offset, limit });
    const from = Math.max(0, offset - first.total);
    const rest = queue(db, {
      filter: others,
      order: "found",
      offset: from,
      limit: limit - first.uploads.length,
    });
    return { total: first.total + rest.total, uploads: [...first.uploads, ...rest.uploads] };
  }
  if (filter.ids !== undefined) {
    const stored = ofIds(db, filter).sort((a, b) => byOrder(a, b, order));
    const newestFirst = stored.map(({ upload }) => upload);
    const chosen = isQueueColumn(order) ? inColumnOrder(newestFirst, order, isDescending) : newestFirst;
    return { total: chosen.length, uploads: chosen.slice(offset, offset + limit) };
  }
  const total = cellsCount(cells(db), filter);
  const count = Math.max(0, Math.min(limit, total - offset));
  if (count === 0) return { total, uploads: [] };
  return { total, uploads: rows(db, places(db, { filter, order, offset, limit: count }, total)) };
}

/** The uploads that are under these numbers, in the same order. */
function rows(db: Connection, seqs: readonly number[]): Upload[] {
  return seqs.flatMap((seq) => selectOne(db, "WHERE seq = ?", seq)?.upload ?? []);
}

function byOrder(a: Stored, b: Stored, order: QueueOrder): number {
  const byChange = order === "changed" ? b.upload.updatedAtMs - a.upload.updatedAtMs : 0;
  return byChange || b.seq - a.seq;
}

/** The uploads of the ids that pass the filter. */
export function ofIds(db: Connection, filter: UploadFilter): Stored[] {
  return [...new Set(filter.ids)].flatMap((id) => {
    const stored = selectOne(db, "WHERE id = ?", id);
    return stored !== null && isOfFilter(stored.upload, filter) ? [stored] : [];
  });
}

/** Numbers of the rows of one window. Rows nearer to the end are read from the end. */
function places(db: Connection, { filter, order, offset, limit }: QueueQuery, total: number): number[] {
  const fromEnd = total - offset - limit;
  const isFromEnd = fromEnd < offset;
  const direction = isFromEnd ? "ASC" : "DESC";
  const sorting = order === "changed" ? `updated_at_ms ${direction}, seq ${direction}` : `seq ${direction}`;
  const { index, where, values } = conditions(filter);
  if (where === "" && order === "found" && single(db, "SELECT max(seq) FROM uploads") === total)
    return Array.from({ length: limit }, (_, n) => total - offset - n);
  const merged = order === "changed" ? mergedRanges(filter, ranges(db, filter)) : null;
  const rows = merged?.rows ?? `SELECT updated_at_ms, seq FROM uploads INDEXED BY ${index} ${where}`;
  const found = db
    .prepare(`${rows} ORDER BY ${sorting} LIMIT ? OFFSET ?`)
    .all(...(merged?.values ?? values), limit, isFromEnd ? fromEnd : offset)
    .map((row) => row.seq as number);
  return isFromEnd ? found.reverse() : found;
}

/** More ranges than a station has in use are sorted instead; SQLite merges 500 at most. */
const mostRanges = 64;

/** A filter as ranges that an index keeps in the order of changes: they are merged, where the whole would be sorted. */
function mergedRanges(filter: UploadFilter, parts: readonly Range[]) {
  if (parts.length === 0 || parts.length > mostRanges) return null;
  const each = parts.map(({ state, instrument }) => conditions({ ...filter, states: [state], instrument }));
  return {
    rows: each
      .map(({ index, where }) => `SELECT updated_at_ms, seq FROM uploads INDEXED BY ${index} ${where}`)
      .join(" UNION ALL "),
    values: each.flatMap(({ values }) => values),
  };
}

/** The uploads of one state and instrument, which an index keeps in the order of their changes. */
export interface Range {
  readonly state: UploadState;
  readonly instrument: string;
}

/** The ranges of a filter that hold uploads. */
export function ranges(db: Connection, filter: UploadFilter): Range[] {
  return db
    .prepare("SELECT instrument, state FROM counts WHERE uploads > 0 GROUP BY instrument, state")
    .all()
    .map((row) => ({ instrument: row.instrument as string, state: row.state as UploadState }))
    .filter(
      (range) =>
        (filter.instrument ?? range.instrument) === range.instrument &&
        (filter.states?.includes(range.state) ?? true),
    );
}

/** A filter without text as SQL, and the index that serves it. */
export function conditions({ states, instrument, cause, exceptCauses = [] }: UploadFilter) {
  const parts: string[] = [];
  const values: SQLInputValue[] = [];
  if (cause !== undefined) {
    parts.push("cause = ?");
    values.push(cause);
  }
  if (states !== undefined) {
    parts.push(`state IN (${states.map(() => "?").join(",")})`);
    values.push(...states);
  }
  if (instrument !== undefined) {
    parts.push("instrument = ?");
    values.push(instrument);
  }
  if (exceptCauses.length > 0) {
    parts.push(exceptionOf(exceptCauses));
    values.push(...exceptCauses);
  }
  return {
    index: cause === undefined ? "uploads_by_change" : "uploads_by_cause",
    where: parts.length === 0 ? "" : `WHERE ${parts.join(" AND ")}`,
    values,
  };
}

/** The SQL for uploads that none of these causes stopped. */
export function exceptionOf(causes: readonly Cause[]): string {
  return `(cause IS NULL OR cause NOT IN (${causes.map(() => "?").join(",")}))`;
}

/** Everything, counted by instrument, state and cause. */
export function cells(db: Connection): QueueCell[] {
  const counted = db
    .prepare("SELECT instrument, state, sum(uploads) AS uploads FROM counts GROUP BY instrument, state")
    .all();
  const failed = db
    .prepare(
      `SELECT instrument, state, cause, count(*) AS uploads FROM uploads INDEXED BY uploads_by_cause
         WHERE cause IS NOT NULL GROUP BY cause, state, instrument`,
    )
    .all();
  const twins = new Map(duplicateCounts(db).map(({ instrument, uploads }) => [instrument, uploads]));
  const unfailed = counted.filter(({ state }) => !isFailed(state as UploadState));
  return [...unfailed, ...failed].map((row) => ({
    instrument: row.instrument as string,
    state: row.state as UploadState,
    cause: (row.cause ?? null) as Cause | null,
    count: row.uploads as number,
    duplicates: row.state === "delivered" ? (twins.get(row.instrument as string) ?? 0) : 0,
  }));
}
