import { presentEntry } from "#api/present.ts";
import { ok } from "#api/reply.ts";
import { isoTime } from "#base/text.ts";
import type { journalMethods } from "#contract/journal.ts";
import type { CheckedInput, Handlers } from "#contract/methods.ts";
import type { JournalFilter } from "#domain/journal.ts";
import type { Station } from "#station/station-api.ts";
import { csvHeader, csvOf } from "./journal-csv.ts";

/** Lines of one piece of an export. */
const linesPerPiece = 5_000;

/** Answers about what happened when. */
export function journalHandlers(station: Station): Pick<Handlers, keyof typeof journalMethods> {
  return {
    async journal({ sinceSeq, limit }) {
      const entries = await station.journal(sinceSeq, limit);
      return ok({ entries: entries.map(presentEntry), lastSeq: await station.lastSeq() });
    },
    async "journal.page"({ beforeSeq, limit, ...input }) {
      const lastSeq = await station.lastSeq();
      const found = await station.journalPage({ beforeSeq, limit, ...filterOf(input) });
      const { entries, nextBeforeSeq, scannedToMs } = found;
      const scannedTo = scannedToMs === null ? null : isoTime(scannedToMs);
      return ok({ entries: entries.map(presentEntry), nextBeforeSeq, scannedTo, lastSeq });
    },
    async "journal.export"({ beforeSeq, ...input }) {
      const query = { beforeSeq, limit: linesPerPiece, ...filterOf(input) };
      const { entries, nextBeforeSeq } = await station.journalPage(query);
      const header = beforeSeq === null ? csvHeader : "";
      return ok({ csv: header + csvOf(entries.map(presentEntry)), nextBeforeSeq });
    },
  };
}

function filterOf(input: Omit<CheckedInput<"journal.export">, "beforeSeq">): JournalFilter {
  const { from, to, ...rest } = input;
  return {
    ...rest,
    ...(from === undefined ? {} : { fromMs: Date.parse(from) }),
    ...(to === undefined ? {} : { toMs: Date.parse(to) }),
  };
}
