import type { JournalLine } from "#domain/journal.ts";
import { usualKeep } from "#domain/settings.ts";
import type { RefusedRow } from "#engine/ports/ledger.ts";
import { type BeforeStatement, type Connection, connect } from "./database.ts";
import { isDamage, LedgerGone, sqliteCode, sqliteCodes } from "./errors.ts";
import { fileId, type LedgerFolder, leaveMark, roomForWal, walBytes } from "./folder.ts";
import { type InFlightRow, type InFlightRows, noRows, rowsSince, rowsStillSo } from "./in-flight-rows.ts";
import type { Drained } from "./protocol.ts";
import { isRefusal } from "./refused.ts";
import type { Work } from "./totals.ts";
import { CommitFailed, inTransaction } from "./transaction.ts";
import { writeRows } from "./writes.ts";

/** Beyond this, or this part of what is free for it, the write-ahead log is moved into the ledger's file. */
const longestWalBytes = 16_000_000;
const walShare = 1 / 4;

/** Steps of a claim that has no result yet are written after one to two such spans. */
const writeStepsEveryMs = 250;

export interface RunMode {
  /** Without them steps of claims stay as they are. */
  readonly hasSteps?: boolean;
  /** `Work.isCareful` */
  readonly isCareful?: boolean;
}

/**
 * The one connection of the store, which is dropped and opened again where it may be broken, and the rows in flight that wait
 * to be written. `onCommitted` hears of transactions that belong to no call.
 */
export function createStoreConnection(
  place: LedgerFolder,
  openedDb: Connection,
  beforeStatement: BeforeStatement | null,
  onCommitted: (drained: Drained) => void,
) {
  let db: Connection | null = openedDb;
  let isDamaged = false;
  let inFlight = noRows;
  /** Rows that were in flight when the timer looked last. */
  let before = noRows;
  /** A commit failed, and may have reached the disk all the same. */
  let isUnsure = false;
  let timer: NodeJS.Timeout | undefined;
  const limits = { journalLines: usualKeep.journalLines };
  const openedFile = fileId(place);
  /** A file that was removed or replaced under us would take everything and keep nothing. */
  const isStillOurs = (): boolean => fileId(place) === openedFile;

  const reported = new Set<string>();
  const isNews = ({ id, reason }: RefusedRow): boolean =>
    reported.size < reported.add(`${id} ${reason}`).size;

  /** A connection that may be broken is dropped; the next call opens a new one. The folder stays locked. */
  function learnFrom(error: unknown): void {
    if (isDamage(error) && !isDamaged) {
      isDamaged = true;
      quietly(() => leaveMark(place, false));
    }
    const code = sqliteCode(error);
    const isSound = code === sqliteCodes.full || code === sqliteCodes.busy || isRefusal(error);
    if (isSound && db?.isInTransaction() === false) {
      // Changes that are in the log already may be all that blocks it.
      if (code === sqliteCodes.full) quietly(() => db?.checkpoint());
      return;
    }
    quietly(() => db?.close());
    db = null;
  }

  /** Runs `calls` in one transaction; throws what SQLite throws. */
  function transact<T>(
    calls: (work: Work) => T,
    { hasSteps = true, isCareful = false }: RunMode = {},
  ): { readonly value: T; readonly lines: readonly JournalLine[]; readonly refused: readonly RefusedRow[] } {
    try {
      if (!isStillOurs()) throw new LedgerGone();
      db ??= connect(place.ledger, beforeStatement);
      if (isUnsure) inFlight = rowsStillSo(inFlight, db);
      isUnsure = false;
      const done = inTransaction(db, calls, limits, hasSteps ? inFlight : noRows, isCareful);
      if (hasSteps) inFlight = done.inFlight;
      if (inFlight.size > 0) timer ??= setTimeout(writeSteps, writeStepsEveryMs).unref();
      return { ...done, refused: done.refused.filter(isNews) };
    } catch (error) {
      isUnsure ||= error instanceof CommitFailed;
      const reason = error instanceof CommitFailed ? error.reason : error;
      learnFrom(reason);
      throw error;
    }
  }

  /** After a failure the next call writes them, or says why that cannot be done. */
  function writeSteps(): void {
    timer = undefined;
    const since = before;
    before = inFlight;
    quietly(() => writeNow((rows) => rowsSince(rows, since)));
  }

  function writeNow(chosen: (rows: InFlightRows) => Iterable<InFlightRow>, mode: RunMode = {}): void {
    try {
      const { lines, refused } = transact((work) => writeRows(work, chosen(work.inFlight)), mode);
      if (lines.length + refused.length > 0) onCommitted({ answers: [], committed: lines, refused });
    } catch (error) {
      if (mode.isCareful === true || !isRefusal(error)) throw error;
      writeNow((rows) => rows.values(), { isCareful: true });
    }
  }

  /** Keeps the write-ahead log short, and the file known as sound for a start after a crash. */
  function tidy(): void {
    if (walBytes(place) < Math.min(longestWalBytes, roomForWal(place) * walShare)) return;
    quietly(() => {
      db?.checkpoint();
      leaveMark(place, !isDamaged && isStillOurs());
    });
  }

  return {
    transact,
    tidy,
    isStillOurs,
    /** Throws what SQLite throws. */
    async copyTo(file: string): Promise<void> {
      writeNow((rows) => rows.values());
      await db?.copyTo(file);
    },
    /** Moves everything into the one file, and marks it as closed in order. */
    close(): void {
      clearTimeout(timer);
      if (inFlight.size > 0) quietly(() => writeNow((rows) => rows.values()));
      const isClosed = quietly(() => {
        db?.checkpoint();
        db?.close();
      });
      quietly(() => db?.close());
      if (isClosed && db !== null && !isDamaged && isStillOurs()) quietly(() => leaveMark(place, true));
    },
  };
}

/** True when `step` threw nothing. For what may fail without harm: the next opening finds out and checks. */
export function quietly(step: () => void): boolean {
  try {
    step();
    return true;
  } catch {
    return false;
  }
}
