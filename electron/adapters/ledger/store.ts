import type { JournalLine } from "#domain/journal.ts";
import { usualKeep } from "#domain/settings.ts";
import type { LedgerOpening, RefusedRow } from "#engine/ports/ledger.ts";
import type { BeforeStatement, Connection } from "./database.ts";
import { connect } from "./database.ts";
import { copyMessage, errorMessage, isDamage, LedgerGone, sqliteCode, sqliteCodes } from "./errors.ts";
import type { LedgerFolder } from "./folder.ts";
import { fileId, leaveMark, ledgerFolder, prepare, roomForWal, takeLock, walBytes } from "./folder.ts";
import { type InFlightRow, type InFlightRows, noRows, rowsSince, rowsStillSo } from "./in-flight-rows.ts";
import { openDatabase } from "./open.ts";
import type { CallName, Drained, LedgerAnswer, NumberedCall } from "./protocol.ts";
import { rowsPerTransaction } from "./protocol.ts";
import { isRefusal } from "./refused.ts";
import { placeStaged } from "./staged-restore.ts";
import { callNames, isWriting, perform, rowsOf } from "./steps.ts";
import type { Work } from "./totals.ts";
import { CommitFailed, inTransaction } from "./transaction.ts";
import { newerLedger } from "./version.ts";
import { writeRows } from "./writes.ts";

/** Beyond this, or this part of what is free for it, the write-ahead log is moved into the ledger's file. */
const longestWalBytes = 16_000_000;
const walShare = 1 / 4;

/** Steps of a claim that has no result yet are written after one to two such spans. */
const writeStepsEveryMs = 250;

/** The ledger on the thread it is called on. */
export interface LedgerCore {
  readonly opening: LedgerOpening;
  /** All that can be asked of it. */
  readonly calls: readonly CallName[];
  /** Runs calls from the front of the queue in one transaction, and takes them off it. Throws nothing. */
  drain(queue: NumberedCall[]): Drained;
  /** Called with the lines of a transaction that belongs to no call. */
  listen(onCommitted: (drained: Drained) => void): void;
  /** Copies all that is written to a new file, beside other calls. Gives null, or the sentence for the operator. */
  copyTo(file: string): Promise<string | null>;
  /** The sentence for the operator once the file was removed or replaced, else null. */
  lost(): string | null;
  /** Moves everything into the one file, marks it as closed in order and lets go of the folder. */
  close(): void;
}

/** Folder in which the ledger is opened, and what its tests may put in the way. */
export interface CoreRequest {
  readonly dataFolder: string;
  readonly nowMs: number;
  readonly beforeStatement: BeforeStatement | null;
}

interface RunMode {
  /** Without them steps of claims stay as they are. */
  readonly hasSteps?: boolean;
  /** `Work.isCareful` */
  readonly isCareful?: boolean;
}

/** Opens the ledger of a data folder on this thread, or says why that cannot be done now. */
export function openCore(request: CoreRequest): LedgerCore | { readonly message: string } {
  const place = ledgerFolder(request.dataFolder);
  const unfit = prepare(place);
  if (unfit !== null) return { message: unfit };
  const newer = newerLedger(place);
  if (newer !== null) return { message: newer };
  const release = takeLock(place);
  if (typeof release === "string") return { message: release };
  const unplaced = placeStaged(place);
  const opened = unplaced === null ? openDatabase({ ...request, place }) : { message: unplaced };
  if ("message" in opened) {
    release();
    return opened;
  }
  return core(place, opened.db, opened.opening, request.beforeStatement, release);
}

function core(
  place: LedgerFolder,
  openedDb: Connection,
  opening: LedgerOpening,
  beforeStatement: BeforeStatement | null,
  release: () => void,
): LedgerCore {
  let db: Connection | null = openedDb;
  let isDamaged = false;
  let inFlight = noRows;
  /** Rows that were in flight when the timer looked last. */
  let before = noRows;
  /** A commit failed, and may have reached the disk all the same. */
  let isUnsure = false;
  let timer: NodeJS.Timeout | undefined;
  let hear: (drained: Drained) => void = () => {};
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
      if (lines.length + refused.length > 0) hear({ answers: [], committed: lines, refused });
    } catch (error) {
      if (mode.isCareful === true || !isRefusal(error)) throw error;
      writeNow((rows) => rows.values(), { isCareful: true });
    }
  }

  function run(calls: readonly NumberedCall[], mode: RunMode = {}): Drained {
    const { hasSteps = true, isCareful = false } = mode;
    try {
      const { value, lines, refused } = transact((work) => calls.map((call) => perform(work, call)), mode);
      return {
        answers: calls.map(({ number }, i) => ({ number, value: value[i] })),
        committed: lines,
        refused,
      };
    } catch (error) {
      const reason = error instanceof CommitFailed ? error.reason : error;
      const message = errorMessage(reason, place.folder);
      const refused = ({ number }: NumberedCall): LedgerAnswer => ({ number, error: message });
      if (calls.length === 1) {
        if (hasSteps && !isCareful && isRefusal(error)) return run(calls, { isCareful: true });
        // A disk that takes nothing can be read all the same.
        const isReadAlone = hasSteps && calls.every(({ name }) => !isWriting(name));
        return isReadAlone ? run(calls, { hasSteps: false }) : { answers: calls.map(refused), committed: [] };
      }
      // Nothing was committed, so each call is run again by itself: only those at fault fail. After a commit that
      // failed, writing again could write twice, so only the reading calls are.
      const isAgain = (call: NumberedCall) => !(error instanceof CommitFailed) || !isWriting(call.name);
      return joined(
        calls.map((call) => (isAgain(call) ? run([call]) : { answers: [refused(call)], committed: [] })),
      );
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
    opening,
    calls: callNames,
    drain(queue) {
      let rows = 0;
      let count = 0;
      for (const call of queue) {
        rows += rowsOf(call);
        if (count > 0 && rows > rowsPerTransaction) break;
        count++;
      }
      const calls = queue.splice(0, count);
      const drained = run(calls);
      if (calls.some(({ name }) => isWriting(name))) tidy();
      return drained;
    },
    listen(onCommitted) {
      hear = onCommitted;
    },
    async copyTo(file) {
      try {
        writeNow((rows) => rows.values());
        await db?.copyTo(file);
        return null;
      } catch (error) {
        return copyMessage(error instanceof CommitFailed ? error.reason : error, file);
      }
    },
    lost() {
      let isLost = false;
      // A disk that cannot say now what is there is no reason.
      quietly(() => {
        isLost = !isStillOurs();
      });
      return isLost ? errorMessage(new LedgerGone(), place.folder) : null;
    },
    close() {
      clearTimeout(timer);
      if (inFlight.size > 0) quietly(() => writeNow((rows) => rows.values()));
      const isClosed = quietly(() => {
        db?.checkpoint();
        db?.close();
      });
      quietly(() => db?.close());
      if (isClosed && db !== null && !isDamaged && isStillOurs()) quietly(() => leaveMark(place, true));
      release();
    },
  };
}

function joined(parts: readonly Drained[]): Drained {
  const committed: readonly JournalLine[] = parts.flatMap((part) => part.committed);
  const refused = parts.flatMap((part) => part.refused ?? []);
  return { answers: parts.flatMap((part) => part.answers), committed, refused };
}

/** True when `step` threw nothing. For what may fail without harm: the next opening finds out and checks. */
function quietly(step: () => void): boolean {
  try {
    step();
    return true;
  } catch {
    return false;
  }
}
