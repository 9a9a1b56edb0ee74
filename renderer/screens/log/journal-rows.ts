import type { JournalEntry } from "#contract/journal.ts";
import type { JournalFields } from "./journal-filter.ts";

/** A row of the list: a line, or the day that the lines below it belong to. */
export type JournalRow =
  | { readonly kind: "day"; readonly day: string }
  | { readonly kind: "line"; readonly entry: JournalEntry };

/** Newest first, with the day above the lines of each day. */
export function journalRowsOf(entries: readonly JournalEntry[]): readonly JournalRow[] {
  let last = "";
  return entries.flatMap((entry): JournalRow[] => {
    const day = entry.at.slice(0, 10);
    if (day === last) return [{ kind: "line", entry }];
    last = day;
    return [
      { kind: "day", day },
      { kind: "line", entry },
    ];
  });
}

/** True where a line that has just come belongs to what is searched for, as the host decides it for older ones. */
export function fits(entry: JournalEntry, fields: JournalFields): boolean {
  const { text, instrument, events, from, to, uploadId } = fields;
  return (
    (text === undefined || entry.path.toLowerCase().includes(text.toLowerCase())) &&
    (instrument === undefined || entry.instrument === instrument) &&
    (events === undefined || events.includes(entry.event)) &&
    (from === undefined || entry.at >= from) &&
    (to === undefined || entry.at < to) &&
    (uploadId === undefined || entry.uploadId === uploadId)
  );
}

/** Lines that came while an older part of the journal was being read. */
export interface Waiting {
  /** Newest first. */
  readonly entries: readonly JournalEntry[];
  /** Newest line that was looked at. */
  readonly seq: number;
  /** Too many came to hold them: the search has to start again. */
  readonly isCut: boolean;
}

/** With the lines that came after `waiting.seq`, in their order; `mostLines` are held. */
export function withCome(
  waiting: Waiting,
  come: readonly JournalEntry[],
  fields: JournalFields,
  mostLines: number,
): Waiting {
  const seq = come.at(-1)?.seq ?? waiting.seq;
  if (waiting.isCut) return { ...waiting, seq };
  const fresh = come.filter((entry) => entry.seq > waiting.seq && fits(entry, fields)).reverse();
  if (fresh.length === 0) return { ...waiting, seq };
  const entries = [...fresh, ...waiting.entries];
  return entries.length > mostLines ? { entries: [], seq, isCut: true } : { entries, seq, isCut: false };
}
