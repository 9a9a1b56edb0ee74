import type { DayFacts } from "#domain/day-facts.ts";
import type { RecordsKeeper } from "#engine/ports/portal-lists.ts";
import { type Call, type LedgerCalls, rowsPerTransaction } from "./protocol.ts";

/** `RecordsKeeper` over calls of the ledger's core; what is large goes in pieces. */
export function recordsKeeper(call: Call): RecordsKeeper {
  return {
    beginReading: (...values) => call("beginReading", ...values),
    listMarks: () => call("listMarks"),
    async keepRecords(records, reading) {
      for (let i = 0; i < records.length; i += rowsPerTransaction)
        await call("keepRecords", records.slice(i, i + rowsPerTransaction), reading);
    },
    async keepProducts(products, reading) {
      for (let i = 0; i < products.length; i += rowsPerTransaction)
        await call("keepProducts", products.slice(i, i + rowsPerTransaction), reading);
    },
    listEnded: (...values) => call("listEnded", ...values),
    async dayFacts(source, from, to) {
      const found: (readonly [string, DayFacts])[] = [];
      let next: string | null = from;
      while (next !== null) {
        const part: ReturnType<LedgerCalls["dayFactsPart"]> = await call("dayFactsPart", source, next, to);
        found.push(...part.facts);
        next = part.next;
      }
      return found;
    },
    dayFiles: (...values) => call("dayFiles", ...values),
    firstMeasured: (...values) => call("firstMeasured", ...values),
    firstWritten: (...values) => call("firstWritten", ...values),
    isPublishing: (...values) => call("isPublishing", ...values),
    changedDays: (...values) => call("changedDays", ...values),
  };
}
