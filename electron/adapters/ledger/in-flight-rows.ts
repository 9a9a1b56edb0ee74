import type { JournalLine } from "#domain/journal.ts";
import type { Upload } from "#domain/upload.ts";
import type { Connection } from "./database.ts";
import { type Stored, selectOne } from "./statements.ts";

/** An upload in flight of which the last steps are not in the tables yet (ADR 37). */
export interface InFlightRow {
  /** As the tables have it. */
  readonly stored: Stored;
  /** As it is now. */
  readonly upload: Upload;
  /** Journal lines of the steps in between. */
  readonly lines: readonly StepLine[];
}

/** A line of the journal before it has its number. */
export interface StepLine extends Pick<JournalLine, "atMs" | "event" | "state" | "detail"> {
  /** Counts the steps of this run, of all uploads. */
  readonly order: number;
}

/** By the upload's id. */
export type InFlightRows = ReadonlyMap<string, InFlightRow>;

export const noRows: InFlightRows = new Map();

/** The upload as it is now. */
export function rowNow(rows: InFlightRows, id: string): Stored | null {
  const row = rows.get(id);
  return row === undefined ? null : { seq: row.stored.seq, upload: row.upload };
}

/** True where this is so for an upload at another place. */
export function hasOther(rows: InFlightRows, seq: number, is: (upload: Upload) => boolean): boolean {
  return rows.values().some(({ stored, upload }) => stored.seq !== seq && is(upload));
}

/** Rows that had the same steps to be written when they were looked at before. */
export function rowsSince(rows: InFlightRows, before: InFlightRows): readonly InFlightRow[] {
  return [...rows].flatMap(([id, row]) => (before.get(id)?.stored === row.stored ? [row] : []));
}

/** Rows that the tables still have as they were: a commit that failed may have reached the disk all the same. */
export function rowsStillSo(rows: InFlightRows, db: Connection): InFlightRows {
  const isSo = ({ stored }: InFlightRow) =>
    JSON.stringify(selectOne(db, "WHERE seq = ?", stored.seq)) === JSON.stringify(stored);
  return new Map([...rows].filter(([, row]) => isSo(row)));
}
