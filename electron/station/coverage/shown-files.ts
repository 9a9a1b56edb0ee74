import type { ListedRecord } from "#domain/portal-records.ts";
import { isReceived } from "#domain/receipt-verdict.ts";
import type { DateSpan } from "#engine/ports/ledger.ts";
import type { AskedList, RecordsKeeper } from "#engine/ports/portal-lists.ts";

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
      const delivered = await Promise.all(
        pids.map(async (pid) =>
          (await keeper.deliveredFiles({ site, pid }, dates, sinceMs)).map((file) =>
            keyOf({ ...file, instrumentPid: pid }),
          ),
        ),
      );
      const all = delivered.flat();
      return { lacking: all.filter((key) => !shown.has(key)).length, of: all.length };
    },
  };
}

function keyOf(file: Pick<ListedRecord, "measurementDate" | "filename" | "instrumentPid">): string {
  return [file.measurementDate, file.filename, file.instrumentPid].join("|");
}
