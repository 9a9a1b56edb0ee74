import type { Cause } from "#domain/cause.ts";
import type { QueueCell, UploadFilter } from "#domain/queue.ts";
import { cellsCount, queueCellOf, summed } from "#domain/queue.ts";
import { type QueueColumn, sortValue } from "#domain/queue-order.ts";
import type { UploadState } from "#domain/upload.ts";
import type { Connection } from "./database.ts";
import type { LedgerCalls } from "./protocol.ts";
import { cells, conditions, ofIds } from "./queue.ts";
import { deliveredTwin } from "./schema.ts";

/** Most rows that one piece of a search looks at, so that other calls get their turn in between. */
const rowsPerPiece = 5_000;

/** Reads a piece of `Ledger.queue` for filters with a text; `next` is where the next one begins, null at the end. */
export function matchPart(
  db: Connection,
  filter: UploadFilter,
  beforeSeq: number | null,
): ReturnType<LedgerCalls["matchPart"]> {
  const wanted = { columns: "seq, updated_at_ms", end: "ORDER BY seq DESC" };
  const { found, next } = search(db, filter, wanted, beforeSeq);
  const places = new Float64Array(found.length * 2);
  for (const [n, [seq, updatedAtMs]] of found.entries()) {
    places[2 * n] = seq as number;
    places[2 * n + 1] = updatedAtMs as number;
  }
  return { places, next };
}

/**
 * Reads a piece of `Ledger.queue` in the order of a column. Rows that are few by the counts are found by their index, all at
 * once; the rest is looked through piece by piece.
 */
export function sortPart(
  db: Connection,
  filter: UploadFilter,
  column: QueueColumn,
  beforeSeq: number | null,
): ReturnType<LedgerCalls["sortPart"]> {
  const columns = "seq, instrument, rel_path, size, measurement_date, state, not_before_ms, cause";
  const wanted = { columns, end: "ORDER BY seq DESC" };
  const most = cellsCount(cells(db), filter);
  if (most === 0) return { seqs: new Float64Array(), values: [], next: null };
  const isFew = filter.text === undefined && most <= rowsPerPiece;
  const { found, next } = isFew
    ? { found: allOf(db, filter, wanted), next: null }
    : search(db, filter, wanted, beforeSeq);
  const values = found.map(([, instrument, relPath, size, measurementDate, state, notBeforeMs, cause]) =>
    sortValue(column, {
      instrument: instrument as string,
      relPath: relPath as string,
      size: size as number,
      measurementDate: measurementDate as string,
      state: state as UploadState,
      notBeforeMs: notBeforeMs as number | null,
      cause: cause as Cause | null,
    }),
  );
  return { seqs: Float64Array.from(found, ([seq]) => seq as number), values, next };
}

function allOf(db: Connection, filter: UploadFilter, { columns, end }: Wanted) {
  const { index, where, values } = conditions(filter);
  return db.lists(`SELECT ${columns} FROM uploads INDEXED BY ${index} ${where} ${end}`, ...values);
}

/** Reads a piece of `Ledger.queueCells` for a text. */
export function cellsPart(
  db: Connection,
  text: string,
  beforeSeq: number | null,
): ReturnType<LedgerCalls["cellsPart"]> {
  const { found, next } = search(
    db,
    { text },
    {
      columns: `instrument, state, cause, count(*) AS uploads, sum(${deliveredTwin}) AS duplicates`,
      end: "GROUP BY instrument, state, cause, odd",
    },
    beforeSeq,
  );
  const cells = found.map(([instrument, state, cause, uploads, duplicates]) => ({
    instrument: instrument as string,
    state: state as UploadState,
    cause: cause as Cause | null,
    count: uploads as number,
    // No receipt is no twin: SQL gives NULL.
    duplicates: (duplicates as number | null) ?? 0,
  }));
  return { cells: summed(cells), next };
}

interface Wanted {
  readonly columns: string;
  readonly end: string;
}

/**
 * Rows as lists of the wanted columns. The last of them, `odd`, is the path where SQLite's own search does not find the
 * text in it, and it has to be looked at.
 */
function search(db: Connection, filter: UploadFilter, { columns, end }: Wanted, beforeSeq: number | null) {
  const text = filter.text?.toLowerCase() ?? "";
  const last = beforeSeq ?? (lastRow(db) ?? 0) + 1;
  const first = last - rowsPerPiece;
  const { where, values } = conditions(filter);
  const likely = likelyText("rel_path", text);
  const found = db
    .lists(
      `SELECT ${columns}, CASE WHEN rel_path LIKE ? ESCAPE '\\' THEN NULL ELSE rel_path END AS odd
         FROM uploads NOT INDEXED
         ${where === "" ? "WHERE" : `${where} AND`} seq < ? AND seq >= ? AND ${likely.part} ${end}`,
      likely.value,
      ...values,
      last,
      first,
      likely.value,
    )
    .filter((row) => isOfText(row.at(-1) as string | null, text));
  return { found, next: first <= 1 ? null : first };
}

function isOfText(odd: string | null, text: string): boolean {
  return odd === null || odd.toLowerCase().includes(text);
}

/**
 * A condition that holds for every row whose column has the text (given in lower case) and for few others. SQLite
 * knows upper and lower case of ASCII only: whatever has other characters, and so more bytes than characters, has to
 * be looked at.
 */
export function likelyText(column: string, text: string): { readonly part: string; readonly value: string } {
  const value = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  const isAscii = /^[ -~]*$/.test(text);
  if (!isAscii) return { part: "? IS NOT NULL", value };
  return { part: `(${column} LIKE ? ESCAPE '\\' OR length(${column}) <> octet_length(${column}))`, value };
}

function lastRow(db: Connection): number | null {
  return db.prepare("SELECT max(seq) AS seq FROM uploads").get()?.seq as number | null;
}

/** The uploads of a list of ids, counted by instrument, state and cause. */
export function cellsOfIds(db: Connection, filter: Pick<UploadFilter, "ids" | "text">): QueueCell[] {
  return summed(ofIds(db, filter).map(({ upload }) => queueCellOf(upload)));
}
