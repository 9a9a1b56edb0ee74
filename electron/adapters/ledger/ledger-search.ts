import type { Cause } from "../../engine/domain/failure.ts";
import type { QueueCell, UploadFilter } from "../../engine/domain/queue.ts";
import { summed } from "../../engine/domain/queue.ts";
import type { UploadState } from "../../engine/domain/upload.ts";
import type { LedgerCalls } from "./ledger-calls.ts";
import type { Connection, Row } from "./ledger-connection.ts";
import { conditions, ofIds } from "./ledger-queue.ts";

/** Most rows that one piece of a search looks at, so that other calls get their turn in between. */
const rowsPerPiece = 5_000;

/** One piece of `Ledger.queue` for filters with a text; `next` is where the next one begins, null at the end. */
export function matchPart(
  db: Connection,
  filter: UploadFilter,
  beforeSeq: number | null,
): ReturnType<LedgerCalls["matchPart"]> {
  const { found, next } = search(db, filter, "updated_at_ms", beforeSeq);
  const places = new Float64Array(found.length * 2);
  for (const [n, row] of found.entries()) {
    places[2 * n] = row.seq as number;
    places[2 * n + 1] = row.updated_at_ms as number;
  }
  return { places, next };
}

/** One piece of `Ledger.queueCells` for a text. */
export function cellsPart(
  db: Connection,
  text: string,
  beforeSeq: number | null,
): ReturnType<LedgerCalls["cellsPart"]> {
  const { found, next } = search(db, { text }, "instrument, state, cause", beforeSeq);
  const cells = new Map<string, { -readonly [Key in keyof QueueCell]: QueueCell[Key] }>();
  for (const { instrument, state, cause } of found) {
    const key = `${state} ${cause} ${instrument}`;
    const cell = cells.get(key);
    if (cell !== undefined) cell.count += 1;
    else
      cells.set(key, {
        instrument: instrument as string,
        state: state as UploadState,
        cause: cause as Cause | null,
        count: 1,
      });
  }
  return { cells: [...cells.values()], next };
}

function search(db: Connection, filter: UploadFilter, columns: string, beforeSeq: number | null) {
  const text = filter.text?.toLowerCase() ?? "";
  const last = beforeSeq ?? (lastRow(db) ?? 0) + 1;
  const first = last - rowsPerPiece;
  const { where, values } = conditions(filter);
  const likely = likelyText("rel_path", text);
  const found = db
    .prepare(
      `SELECT seq, rel_path, ${columns} FROM uploads NOT INDEXED
         ${where === "" ? "WHERE" : `${where} AND`} seq < ? AND seq >= ? AND ${likely.part} ORDER BY seq DESC`,
    )
    .all(...values, last, first, likely.value)
    .filter((row: Row) => (row.rel_path as string).toLowerCase().includes(text));
  return { found, next: first <= 1 ? null : first };
}

/**
 * A condition that holds for every row whose column has the text (given in lower case) and for few others. SQLite
 * knows upper and lower case of ASCII only; whatever has other characters has to be looked at.
 */
export function likelyText(column: string, text: string): { readonly part: string; readonly value: string } {
  const isAscii = /^[ -~]*$/.test(text);
  if (!isAscii) return { part: "? IS NOT NULL", value: text };
  const part = `(${column} LIKE ? ESCAPE '\\' OR ${column} GLOB '*[^ -~]*')`;
  return { part, value: `%${text.replace(/[\\%_]/g, "\\$&")}%` };
}

function lastRow(db: Connection): number | null {
  return db.prepare("SELECT max(seq) AS seq FROM uploads").get()?.seq as number | null;
}

/** The uploads of a list of ids, counted by instrument, state and cause. */
export function cellsOfIds(db: Connection, filter: Pick<UploadFilter, "ids" | "text">): QueueCell[] {
  const chosen = ofIds(db, filter).map(({ upload: { instrument, state, failure } }) => {
    return { instrument, state, cause: failure?.cause ?? null, count: 1 };
  });
  return summed(chosen);
}
