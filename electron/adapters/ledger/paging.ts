import {
  needsYouFirst,
  type QueueOrder,
  type QueueQuery,
  type QueueWindow,
  summed,
  type UploadFilter,
} from "#domain/queue.ts";
import { isQueueColumn, type QueueColumn, type SortValue, sortedPlaces } from "#domain/queue-order.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import { eachPiece } from "./pieces.ts";
import type { Call, LedgerCalls, WindowRead } from "./protocol.ts";

/** Lines that one page of the journal looks at before it lets its reader go on. */
const linesPerPage = 5 * 10_000;

/**
 * The reads that go in pieces, so that other calls get their turn while a million rows are searched. `commits` counts
 * what was committed so far.
 */
export function byPieces(
  call: Call,
  commits: () => number,
): Pick<Ledger, "queue" | "queueWindows" | "queueCells" | "journalPage"> {
  const searches = createSearches(call, commits);
  /** Gives the read for the core: the query itself, or the rows that were found for it. */
  const readOf = async (query: QueueQuery): Promise<WindowRead> => {
    const { filter, order, isDescending = false, offset, limit } = query;
    if (isQueueColumn(order) && filter.ids === undefined) {
      const seqs = await searches.sorted(filter, order, isDescending);
      return { filter, total: seqs.length, seqs: [...seqs.slice(offset, offset + limit)] };
    }
    if (filter.text === undefined || filter.ids !== undefined) return query;
    const parts = order === "needs-you" ? needsYouFirst(filter) : [filter];
    const places = (await Promise.all(parts.map((part) => searches.places(part)))).flat();
    const total = places.reduce((sum, piece) => sum + piece.length / 2, 0);
    return { filter, total, seqs: windowOf(places, order, offset, limit) };
  };
  const queueWindows = async (queries: readonly QueueQuery[]) =>
    await call("windows", await Promise.all(queries.map(readOf)));
  const nothing: QueueWindow = { total: 0, uploads: [] };
  return {
    queueWindows,
    queue: async (query) => (await queueWindows([query]))[0] ?? nothing,
    async queueCells(filter) {
      if (filter.ids !== undefined) return await call("cellsOfIds", filter);
      if (filter.text === undefined) return await call("cells");
      const { text } = filter;
      const cells = [];
      const ask = (from: number | null) => call("cellsPart", text, from);
      for await (const part of eachPiece(null, ask)) cells.push(...part.cells);
      return summed(cells);
    },
    async journalPage(query) {
      const { limit } = query;
      const entries = [];
      let before = query.beforeSeq;
      let scannedToMs: number | null = null;
      let first: number | null = null;
      for (;;) {
        const rest = { ...query, beforeSeq: before, limit: limit - entries.length };
        const part: ReturnType<LedgerCalls["journalPart"]> = await call("journalPart", rest);
        entries.push(...part.entries);
        scannedToMs = part.scannedToMs ?? scannedToMs;
        before = part.next;
        first ??= part.next;
        const isLong = first !== null && before !== null && first - before >= linesPerPage - 10_000;
        if (before === null || isLong || entries.length >= limit)
          return { entries, nextBeforeSeq: before, scannedToMs };
      }
    },
  };
}

/**
 * Row numbers of one window of `places`, whose pieces come newest row first. A million rows are not turned into a
 * million objects for a page of them: only those whose time can lie in the window are looked at.
 */
function windowOf(
  pieces: readonly Float64Array[],
  order: QueueOrder,
  offset: number,
  limit: number,
): number[] {
  const end = offset + limit;
  if (order !== "changed") return part(pieces, (_, n) => n >= offset && n < end).map(([seq]) => seq);
  const times = timesOf(pieces).sort().reverse();
  const newest = times[offset];
  if (newest === undefined) return [];
  const oldest = times[Math.min(end, times.length) - 1] ?? newest;
  const newer = times.indexOf(newest);
  return part(pieces, (ms) => ms >= oldest && ms <= newest)
    .sort(([aSeq, aMs], [bSeq, bMs]) => bMs - aMs || bSeq - aSeq)
    .slice(offset - newer, end - newer)
    .map(([seq]) => seq);
}

/** Number and time of the rows that are wanted by their time or their place. */
function part(
  pieces: readonly Float64Array[],
  isWanted: (updatedAtMs: number, place: number) => boolean,
): (readonly [seq: number, updatedAtMs: number])[] {
  const found: (readonly [number, number])[] = [];
  let place = 0;
  for (const piece of pieces)
    for (let i = 0; i < piece.length; i += 2, place++) {
      const updatedAtMs = piece[i + 1] ?? 0;
      if (isWanted(updatedAtMs, place)) found.push([piece[i] ?? 0, updatedAtMs]);
    }
  return found;
}

function timesOf(pieces: readonly Float64Array[]): Float64Array {
  const times = new Float64Array(pieces.reduce((sum, piece) => sum + piece.length / 2, 0));
  let place = 0;
  for (const piece of pieces) for (let i = 1; i < piece.length; i += 2) times[place++] = piece[i] ?? 0;
  return times;
}

/** Time for which found rows are kept: up to 16 MB a search, 8 MB a sorted list, for a million rows. */
const keptMs = 30_000;
/** A search with what needs a person in front is two. */
const mostSearches = 2;
/** The sections of a page are sorted lists of their own. */
const mostSorts = 6;

/** Keeps the last answers: their other pages come from them as long as nothing was committed since they were begun. */
function createKept<Q extends readonly unknown[], A>(
  commits: () => number,
  most: number,
  find: (...query: Q) => Promise<A>,
): (...query: Q) => Promise<A> {
  const answers = new Map<string, Promise<A>>();
  let asOf = -1;
  let forgetting: ReturnType<typeof setTimeout> | undefined;
  return (...query) => {
    if (commits() !== asOf) answers.clear();
    asOf = commits();
    const key = JSON.stringify(query);
    const before = answers.get(key);
    if (before !== undefined) return before;
    const found = find(...query);
    answers.set(key, found);
    for (const oldest of [...answers.keys()].slice(0, -most)) answers.delete(oldest);
    clearTimeout(forgetting);
    forgetting = setTimeout(() => answers.clear(), keptMs).unref();
    found.catch(() => answers.delete(key));
    return found;
  };
}

/** Lists that are made once for all their pages. */
export function createSearches(call: Call, commits: () => number) {
  return {
    /** Number and time of change of every match of a text, row by row, newest row first, in pieces. */
    places: createKept(commits, mostSearches, (filter: UploadFilter) => searched(call, filter)),
    /** Numbers of all rows of a filter in the order of a column. */
    sorted: createKept(
      commits,
      mostSorts,
      (filter: UploadFilter, column: QueueColumn, isDescending: boolean) =>
        sorted(call, filter, column, isDescending),
    ),
  };
}

async function sorted(
  call: Call,
  filter: UploadFilter,
  column: QueueColumn,
  isDescending: boolean,
): Promise<Float64Array> {
  const seqs: number[] = [];
  const values: SortValue[] = [];
  for await (const part of eachPiece(null, (from: number | null) => call("sortPart", filter, column, from))) {
    for (const seq of part.seqs) seqs.push(seq);
    for (const value of part.values) values.push(value);
  }
  return Float64Array.from(sortedPlaces(values, isDescending), (place) => seqs[place] ?? 0);
}

async function searched(call: Call, filter: UploadFilter): Promise<readonly Float64Array[]> {
  const places: Float64Array[] = [];
  for await (const part of eachPiece(null, (from: number | null) => call("matchPart", filter, from)))
    places.push(part.places);
  return places;
}
