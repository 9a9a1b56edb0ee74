import { type QueueOrder, summed, type UploadFilter } from "#domain/queue.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import type { Call, LedgerCalls } from "./protocol.ts";

/** Lines that one page of the journal looks at before it lets its reader go on. */
const linesPerPage = 5 * 10_000;

/**
 * The reads that go in pieces, so that other calls get their turn while a million rows are searched. `commits` counts
 * what was committed so far.
 */
export function byPieces(
  call: Call,
  commits: () => number,
): Pick<Ledger, "queue" | "queueCells" | "journalPage"> {
  const searches = createSearches(call, commits);
  return {
    async queue(query) {
      const { filter, order, offset, limit } = query;
      if (filter.text === undefined || filter.ids !== undefined) return await call("queue", query);
      const places = await searches.places(filter);
      const total = places.reduce((sum, piece) => sum + piece.length / 2, 0);
      return { total, uploads: await call("rows", windowOf(places, order, offset, limit)) };
    },
    async queueCells(filter) {
      if (filter.ids !== undefined) return await call("cellsOfIds", filter);
      if (filter.text === undefined) return await call("cells");
      const cells = [];
      let next: number | null = null;
      do {
        const part: ReturnType<LedgerCalls["cellsPart"]> = await call("cellsPart", filter.text, next);
        cells.push(...part.cells);
        next = part.next;
      } while (next !== null);
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
  if (order === "found") return part(pieces, (_, n) => n >= offset && n < end).map(([seq]) => seq);
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

/** What a search found is kept so long: up to 16 MB for a million rows. */
const keptMs = 30_000;

/** Searches for a text, whose pages are asked for one by one and side by side. */
interface Searches {
  /** Number and time of change of every match, row by row, newest row first, in pieces. */
  places(filter: UploadFilter): Promise<readonly Float64Array[]>;
}

/** Keeps the last search: its other pages are answered from it as long as nothing was committed since it began. */
export function createSearches(call: Call, commits: () => number): Searches {
  let last: { readonly key: string; readonly places: Promise<readonly Float64Array[]> } | null = null;
  let forgetting: ReturnType<typeof setTimeout> | undefined;

  const forget = (): void => {
    last = null;
  };
  return {
    places(filter) {
      const key = JSON.stringify([commits(), filter]);
      if (last?.key === key) return last.places;
      const places = searched(call, filter);
      last = { key, places };
      clearTimeout(forgetting);
      forgetting = setTimeout(forget, keptMs).unref();
      places.catch(forget);
      return places;
    },
  };
}

async function searched(call: Call, filter: UploadFilter): Promise<readonly Float64Array[]> {
  const places: Float64Array[] = [];
  let next: number | null = null;
  do {
    const part: ReturnType<LedgerCalls["matchPart"]> = await call("matchPart", filter, next);
    places.push(part.places);
    next = part.next;
  } while (next !== null);
  return places;
}
