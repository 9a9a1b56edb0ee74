import type { LedgerSize } from "#engine/ports/ledger.ts";
import type { Connection } from "./database.ts";
import { single } from "./database.ts";

/** Most lines that one transaction removes, and most pages that it gives back, so that uploads never wait for them. */
const linesPerStep = 2_000;
const pagesPerStep = 256;

/** Less than this stays in the file for the rows to come; bytes. */
const worthGivingBack = 4_000_000;

/**
 * Ends the journal at its oldest end, so that it stays bounded. Removes a limited number of lines at once; the newest
 * line stays, as it says which number comes next. True when more is to be removed.
 */
export function trimJournal(db: Connection, keptLines: number): boolean {
  const last = single(db, "SELECT max(seq) FROM journal") as number | null;
  const first = single(db, "SELECT min(seq) FROM journal") as number | null;
  if (last === null || first === null) return false;
  const end = last - Math.max(1, keptLines);
  if (first > end) return false;
  const stepEnd = Math.min(end, first + linesPerStep - 1);
  db.prepare("DELETE FROM journal WHERE seq <= ?").run(stepEnd);
  return stepEnd < end;
}

/** Does one step of upkeep; true when more is left to do. */
export function upkeep(db: Connection, keptLines: number): boolean {
  return trimJournal(db, keptLines) || giveBack(db);
}

/** Gives some unused pages back to the disk; true when more can be given. */
function giveBack(db: Connection): boolean {
  // A file without a map of its pages keeps what is unused for later rows.
  if (single(db, "PRAGMA auto_vacuum") !== 2 || unusedBytes(db) < worthGivingBack) return false;
  db.exec(`PRAGMA incremental_vacuum(${pagesPerStep})`);
  return unusedBytes(db) >= worthGivingBack;
}

/** Gives the ledger's size on the disk; costs the same with ten rows and with a million. */
export function size(db: Connection): LedgerSize {
  const first = single(db, "SELECT min(seq) FROM journal") as number | null;
  const last = single(db, "SELECT max(seq) FROM journal") as number | null;
  return {
    bytes: (single(db, "PRAGMA page_count") as number) * pageBytes(db),
    unusedBytes: unusedBytes(db),
    journalLines: first === null || last === null ? 0 : last - first + 1,
    oldestLineAtMs: single(db, "SELECT at_ms FROM journal ORDER BY seq LIMIT 1") as number | null,
  };
}

function unusedBytes(db: Connection): number {
  return (single(db, "PRAGMA freelist_count") as number) * pageBytes(db);
}

function pageBytes(db: Connection): number {
  return single(db, "PRAGMA page_size") as number;
}
