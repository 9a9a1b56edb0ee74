import type { QueueOrder } from "../../engine/domain/queue.ts";
import { summed } from "../../engine/domain/queue.ts";
import type { Ledger } from "../../engine/ledger-port.ts";
import type { CallName, LedgerCalls } from "./ledger-calls.ts";

type Call = <Name extends CallName>(
  name: Name,
  ...values: Parameters<LedgerCalls[Name]>
) => Promise<ReturnType<LedgerCalls[Name]>>;

/** Lines that one page of the journal looks at before it lets its reader go on. */
const linesPerPage = 5 * 10_000;

/** The reads that go in pieces, so that other calls get their turn while a million rows are searched. */
export function byPieces(call: Call): Pick<Ledger, "queue" | "queueCells" | "journalPage"> {
  return {
    async queue(query) {
      const { filter, order, offset, limit } = query;
      if (filter.text === undefined || filter.ids !== undefined) return await call("queue", query);
      const places: Float64Array[] = [];
      let next: number | null = null;
      do {
        const part: ReturnType<LedgerCalls["matchPart"]> = await call("matchPart", filter, next);
        places.push(part.places);
        next = part.next;
      } while (next !== null);
      const seqs = inOrder(places, order);
      return { total: seqs.length, uploads: await call("rows", seqs.slice(offset, offset + limit)) };
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

/** Row numbers of `places`, whose pieces come newest row first. */
function inOrder(pieces: readonly Float64Array[], order: QueueOrder): number[] {
  const pairs = pieces.flatMap((places) =>
    Array.from(
      { length: places.length / 2 },
      (_, n) => [places[2 * n] ?? 0, places[2 * n + 1] ?? 0] as const,
    ),
  );
  if (order === "changed") pairs.sort(([aSeq, aMs], [bSeq, bMs]) => bMs - aMs || bSeq - aSeq);
  return pairs.map(([seq]) => seq);
}
