import { addDays } from "#base/dates.ts";
import type { ListedRecord } from "#domain/portal-records.ts";
import { isReceived } from "#domain/receipt-verdict.ts";
import type { DateSpan } from "#engine/ports/ledger.ts";
import type { AskedList, RecordsKeeper } from "#engine/ports/portal-lists.ts";

/** Uploads wait for each answer of the ledger: a month of a file every two minutes takes it a tenth of a second. */
const daysAtOnce = 7;

/** Compares the records of a list, as they come, with what this station delivered. */
export interface ShownFiles extends Required<Pick<AskedList, "lacking">> {
  note(records: readonly ListedRecord[]): void;
}

/** `sinceMs`: the list shows only what changed since, epoch milliseconds; 0: all. */
export function createShownFiles(
  keeper: Pick<RecordsKeeper, "deliveredFiles">,
  { site, pids }: { readonly site: string; readonly pids: readonly string[] },
  dates: DateSpan,
  sinceMs = 0,
): ShownFiles {
  const shown = new Set<string>();
  return {
    note(records) {
      for (const one of records) if (isReceived(one)) shown.add(keyOf(one));
    },
    async lacking() {
      let [lacking, of] = [0, 0];
      for (const pid of pids)
        for (let from = dates.from; from <= dates.to; from = addDays(from, daysAtOnce)) {
          const last = addDays(from, daysAtOnce - 1);
          const some = { from, to: last < dates.to ? last : dates.to };
          const files = await keeper.deliveredFiles({ site, pid }, some, sinceMs);
          of += files.length;
          lacking += files.filter((file) => !shown.has(keyOf({ ...file, instrumentPid: pid }))).length;
        }
      return { lacking, of };
    },
  };
}

function keyOf(file: Pick<ListedRecord, "measurementDate" | "filename" | "instrumentPid">): string {
  return [file.measurementDate, file.filename, file.instrumentPid].join("|");
}
