import type { JournalFilter, JournalLine } from "#domain/journal.ts";

/** True when the line fits all fields of the filter. */
export function isLineOf(entry: JournalLine, filter: JournalFilter): boolean {
  const { text, instrument, events, fromMs, toMs, uploadId } = filter;
  return (
    (uploadId ?? entry.uploadId) === entry.uploadId &&
    (instrument ?? entry.instrument) === entry.instrument &&
    (events?.includes(entry.event) ?? true) &&
    entry.atMs >= (fromMs ?? Number.NEGATIVE_INFINITY) &&
    entry.atMs < (toMs ?? Number.POSITIVE_INFINITY) &&
    entry.relPath.toLowerCase().includes(text?.toLowerCase() ?? "")
  );
}
