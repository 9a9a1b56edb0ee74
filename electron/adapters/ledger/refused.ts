import { errorText } from "#base/text.ts";
import { sqliteCode, sqliteCodes } from "./errors.ts";
import { newTally, type Work } from "./totals.ts";

/** Codes of SQLite that speak of a value, and of no disk, lock or file. */
const ofValues: readonly number[] = [
  sqliteCodes.error,
  sqliteCodes.tooBig,
  sqliteCodes.constraint,
  sqliteCodes.mismatch,
  sqliteCodes.range,
];

/** True where the tables took no offence but at a value: the same write without it succeeds. */
export function isRefusal(error: unknown): boolean {
  const code = sqliteCode(error);
  if (code !== null) return ofValues.includes(code);
  return error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;
}

/**
 * Runs the step of one row; in a careful run null where the tables refuse it: nothing of it is written then, and `id`, with the
 * reason, is among those refused. Throws what else SQLite throws.
 */
export function oneRow<T>(work: Work, id: string, step: (work: Work) => T): T | null {
  if (!work.isCareful) return step(work);
  const { db } = work;
  work.tally.write();
  db.exec("SAVEPOINT one_row");
  const alone: Work = {
    ...work,
    lines: [],
    tally: newTally(db),
    inFlight: new Map(work.inFlight),
    isCareful: false,
  };
  try {
    const value = step(alone);
    alone.tally.write();
    db.exec("RELEASE one_row");
    work.lines.push(...alone.lines);
    for (const rowId of work.inFlight.keys()) if (!alone.inFlight.has(rowId)) work.inFlight.delete(rowId);
    for (const [rowId, row] of alone.inFlight) work.inFlight.set(rowId, row);
    return value;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    db.exec("ROLLBACK TO one_row");
    db.exec("RELEASE one_row");
    work.refused.push({ id, reason: errorText(error) });
    return null;
  }
}
