import { csvLine } from "#base/csv.ts";
import type { JournalEntry } from "#contract/journal.ts";

/** Names of the columns, in their order. */
const columns = [
  "number",
  "time (UTC)",
  "instrument",
  "file",
  "event",
  "state after it",
  "detail",
  "upload",
] as const;

/** The first line of an exported journal. */
export const csvHeader = csvLine(columns);

/** Lines of the journal as CSV (RFC 4180): CRLF behind each, fields quoted where they need it. */
export function csvOf(entries: readonly JournalEntry[]): string {
  return entries
    .map(({ seq, at, instrument, path, event, state, detail, uploadId }) =>
      csvLine([String(seq), at, instrument, path, event, state, detail ?? "", uploadId]),
    )
    .join("");
}
