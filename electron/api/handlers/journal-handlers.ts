import { ok } from "#api/reply.ts";
import { csvLine } from "#base/csv.ts";
import { isoTime } from "#base/text.ts";
import type { journalMethods } from "#contract/journal.ts";
import type { CheckedInput, Handlers } from "#contract/methods.ts";
import type { JournalFilter, JournalLine } from "#domain/journal.ts";
import type { Station } from "#station/station-api.ts";

/** Lines of one piece of an export. */
const linesPerPiece = 5_000;

/** The first line of an exported journal. */
export const csvHeader = csvLine([
  "number",
  "time (UTC)",
  "instrument",
  "file",
  "event",
  "state after it",
  "detail",
  "upload",
]);

/** Answers about what happened when. */
export function journalHandlers(station: Station): Pick<Handlers, keyof typeof journalMethods> {
  return {
    async journal({ sinceSeq, limit }) {
      const entries = await station.journal(sinceSeq, limit);
      return ok({ entries, lastSeq: await station.lastSeq() });
    },
    async "journal.page"({ beforeSeq, limit, ...input }) {
      const lastSeq = await station.lastSeq();
      return ok({ ...(await station.journalPage({ beforeSeq, limit, ...filterOf(input) })), lastSeq });
    },
    async "journal.export"({ beforeSeq, ...input }) {
      const query = { beforeSeq, limit: linesPerPiece, ...filterOf(input) };
      const { entries, nextBeforeSeq } = await station.journalPage(query);
      const header = beforeSeq === null ? csvHeader : "";
      return ok({ csv: header + csvOf(entries), nextBeforeSeq });
    },
  };
}

/** Lines of the journal as CSV (RFC 4180): CRLF behind each, fields quoted where they need it. */
export function csvOf(lines: readonly JournalLine[]): string {
  return lines
    .map(({ seq, atMs, instrument, relPath, event, state, detail, uploadId }) =>
      csvLine([String(seq), isoTime(atMs), instrument, relPath, event, state, detail ?? "", uploadId]),
    )
    .join("");
}

function filterOf(input: Omit<CheckedInput<"journal.export">, "beforeSeq">): JournalFilter {
  const { from, to, ...rest } = input;
  return {
    ...rest,
    ...(from === undefined ? {} : { fromMs: Date.parse(from) }),
    ...(to === undefined ? {} : { toMs: Date.parse(to) }),
  };
}
