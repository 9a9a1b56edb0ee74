import { addDays } from "#base/dates.ts";
import type { DayFacts } from "#domain/day-facts.ts";
import type { RecordsKeeper } from "#engine/ports/portal-lists.ts";
import { type Call, rowsPerTransaction } from "./protocol.ts";

/** Days that one call looks at, so that uploads get their turn in between. */
const daysPerPiece = 10;

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
      for (let begin = from; begin <= to; begin = addDays(begin, daysPerPiece)) {
        const end = addDays(begin, daysPerPiece - 1);
        found.push(...(await call("dayFacts", source, begin, end < to ? end : to)));
      }
      return found;
    },
    dayFiles: (...values) => call("dayFiles", ...values),
    firstMeasured: (...values) => call("firstMeasured", ...values),
    isPublishing: (...values) => call("isPublishing", ...values),
    changedDays: (...values) => call("changedDays", ...values),
  };
}
