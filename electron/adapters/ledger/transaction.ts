import type { JournalLine } from "#domain/journal.ts";
import { usualKeep } from "#domain/settings.ts";
import type { RefusedRow } from "#engine/ports/ledger.ts";
import type { Connection } from "./database.ts";
import { type InFlightRows, noRows } from "./in-flight-rows.ts";
import { trimJournal } from "./maintenance.ts";
import type { LedgerLimits, Work } from "./totals.ts";
import { newTally } from "./totals.ts";
import { writeRows } from "./writes.ts";

/** The commit itself failed; `reason` is what SQLite threw. */
export class CommitFailed extends Error {
  readonly reason: unknown;

  constructor(reason: unknown) {
    super("The commit failed.");
    this.reason = reason;
  }
}

/**
 * Runs `steps` in one transaction; gives what they gave and the journal lines they wrote, both on disk, and the rows in flight
 * that it left unwritten. In a careful run rows that the tables refuse are left out, and given. After a throw the transaction is rolled back and the error passed on.
 */
export function inTransaction<T>(
  db: Connection,
  steps: (work: Work) => T,
  limits: LedgerLimits = { journalLines: usualKeep.journalLines },
  rows = noRows,
  isCareful = false,
): {
  readonly value: T;
  readonly lines: readonly JournalLine[];
  readonly inFlight: InFlightRows;
  readonly refused: readonly RefusedRow[];
} {
  const lines: JournalLine[] = [];
  const inFlight = new Map(rows);
  const refused: RefusedRow[] = [];
  const work = { db, lines, tally: newTally(db), limits, inFlight, isCareful, refused };
  try {
    db.prepare("BEGIN").run();
    // Alone, so that none of them speaks against a row of the steps.
    if (isCareful) writeRows(work, work.inFlight.values());
    const value = steps(work);
    work.tally.write();
    if (lines.length > 0) trimJournal(db, limits.journalLines);
    commit(db);
    return { value, lines, inFlight, refused };
  } catch (error) {
    rollBack(db);
    throw error;
  }
}

function commit(db: Connection): void {
  try {
    db.prepare("COMMIT").run();
  } catch (error) {
    throw new CommitFailed(error);
  }
}

/** Some errors have ended the transaction already; one that will not end shows in `isInTransaction`. */
function rollBack(db: Connection): void {
  try {
    if (db.isInTransaction()) db.prepare("ROLLBACK").run();
  } catch {
    // The call that finds the connection still in its transaction closes it and opens it again.
  }
}
