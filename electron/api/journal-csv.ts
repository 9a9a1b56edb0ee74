import type { JournalEntry } from "../contract/journal.ts";

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
export const csvHeader = lineOf(columns);

/** Lines of the journal as CSV (RFC 4180): CRLF behind each, fields quoted where they need it. */
export function csvOf(entries: readonly JournalEntry[]): string {
  return entries
    .map(({ seq, at, instrument, path, event, state, detail, uploadId }) =>
      lineOf([String(seq), at, instrument, path, event, state, detail ?? "", uploadId]),
    )
    .join("");
}

function lineOf(fields: readonly string[]): string {
  return `${fields.map(field).join(",")}\r\n`;
}

/** A spreadsheet would run what begins like a formula; an apostrophe in front makes it text. */
function field(text: string): string {
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
