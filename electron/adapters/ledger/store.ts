import type { JournalLine } from "#domain/journal.ts";
import { usualKeep } from "#domain/settings.ts";
import type { LedgerOpening } from "#engine/ports/ledger.ts";
import { claim } from "./claim.ts";
import * as coveredDays from "./covered-days.ts";
import type { BeforeStatement, Connection } from "./database.ts";
import { connect } from "./database.ts";
import { errorMessage, isDamage, LedgerGone, sqliteCode, sqliteCodes } from "./errors.ts";
import type { LedgerFolder } from "./folder.ts";
import { fileId, leaveMark, ledgerFolder, prepare, roomForWal, takeLock, walBytes } from "./folder.ts";
import * as hours from "./hourly-counts.ts";
import * as journal from "./journal.ts";
import * as lineHours from "./line-hours.ts";
import { applyPart, changePlaceOf, listPart } from "./list.ts";
import { size, upkeep } from "./maintenance.ts";
import { openDatabase } from "./open.ts";
import * as portalRecords from "./portal-records.ts";
import type { CallName, Drained, LedgerAnswer, LedgerCalls, NumberedCall } from "./protocol.ts";
import { rowsPerTransaction } from "./protocol.ts";
import * as queue from "./queue.ts";
import * as reads from "./reads.ts";
import { metrics } from "./reads.ts";
import { renameInstrument } from "./rename.ts";
import * as search from "./search.ts";
import * as stationEvents from "./station-events.ts";
import type { Work } from "./totals.ts";
import { CommitFailed, inTransaction } from "./transaction.ts";
import * as verdicts from "./verdicts.ts";
import { newerLedger } from "./version.ts";
import {
  apply,
  clearLooks,
  completeReceipts,
  enqueue,
  firstLooks,
  mark,
  moveDue,
  noteLook,
} from "./writes.ts";

type Step<Name extends CallName> = (
  work: Work,
  ...values: Parameters<LedgerCalls[Name]>
) => ReturnType<LedgerCalls[Name]>;

const steps: { readonly [Name in CallName]: Step<Name> } = {
  enqueue,
  claim,
  apply,
  applyPart,
  mark,
  moveDue,
  renameInstrument,
  completeReceipts,
  noteLook,
  firstLooks,
  clearLooks,
  compare: ({ db }, ...values) => reads.compare(db, ...values),
  isFirstMeeting: ({ db }, name) => reads.isFirstMeeting(db, name),
  sameRecord: ({ db }, ...values) => reads.sameRecord(db, ...values),
  get: ({ db }, id) => reads.get(db, id),
  versions: ({ db }, ...values) => reads.versions(db, ...values),
  placeOf: ({ db }, id) => changePlaceOf(db, id),
  listPart: ({ db }, ...values) => listPart(db, ...values),
  windows: ({ db }, wanted) => wanted.map((one) => queue.windowOf(db, one)),
  cells: ({ db }) => queue.cells(db),
  matchPart: ({ db }, ...values) => search.matchPart(db, ...values),
  sortPart: ({ db }, ...values) => search.sortPart(db, ...values),
  cellsPart: ({ db }, ...values) => search.cellsPart(db, ...values),
  cellsOfIds: ({ db }, filter) => search.cellsOfIds(db, filter),
  totals: ({ db }) => reads.totals(db),
  laneTotals: ({ db }) => reads.laneTotals(db),
  causes: ({ db }) => reads.causeCounts(db),
  instrumentCounts: ({ db }) => reads.instrumentCounts(db),
  replaced: ({ db }, ids) => reads.replaced(db, ids),
  bytesLeft: ({ db }) => reads.bytesLeft(db),
  duplicates: ({ db }, sinceMs) => reads.duplicates(db, sinceMs),
  replacedCount: ({ db }) => reads.replacedCount(db),
  contentFindings: ({ db }, ...values) => reads.contentFindings(db, ...values),
  verdicts: ({ db }, asked) => verdicts.verdicts(db, asked),
  listedStatuses: ({ db }, checksums) => verdicts.listedStatuses(db, checksums),
  withoutRecord: ({ db }, limit) => reads.withoutRecord(db, limit),
  delivered: ({ db }, query) => reads.delivered(db, query),
  late: ({ db }, ...values) => reads.anyLate(db, ...values),
  oldestUnsentAtMs: ({ db }) => reads.oldestUnsentAtMs(db),
  metrics: ({ db }) => metrics(db),
  nextDueMs: ({ db }) => reads.nextDueMs(db),
  journal: ({ db }, query) => journal.journal(db, query),
  journalPart: ({ db }, query) => journal.journalPart(db, query),
  lastSeq: ({ db }) => journal.lastSeq(db),
  limitJournal: ({ limits }, lines) => {
    limits.journalLines = lines;
  },
  upkeep: ({ db, limits }) => upkeep(db, limits.journalLines),
  size: ({ db }) => size(db),
  fileHours: ({ db }, ...values) => hours.fileHours(db, ...values),
  deliveryHours: ({ db }, ...values) => hours.deliveryHours(db, ...values),
  instrumentHours: ({ db }, beforeHour) => hours.instrumentHours(db, beforeHour),
  arrivals: ({ db }) => hours.arrivals(db),
  beginReading: portalRecords.beginReading,
  keepRecords: portalRecords.keepRecords,
  keepProducts: portalRecords.keepProducts,
  listEnded: portalRecords.listEnded,
  listMarks: ({ db }) => portalRecords.listMarks(db),
  dayFactsPart: ({ db }, ...values) => coveredDays.dayFactsPart(db, ...values),
  dayFiles: ({ db }, ...values) => coveredDays.dayFiles(db, ...values),
  firstMeasured: ({ db }, name) => portalRecords.firstMeasured(db, name),
  firstWritten: ({ db }, name) => portalRecords.firstWritten(db, name),
  isPublishing: ({ db }, source) => portalRecords.isPublishing(db, source),
  changedDays: ({ db }, seq) => portalRecords.changedDays(db, seq),
  recordEvents: stationEvents.recordEvents,
  lastRun: ({ db }) => stationEvents.lastRun(db),
  stationEvents: ({ db }, query) => stationEvents.stationEvents(db, query),
  firstEventMs: ({ db }) => stationEvents.firstEventMs(db),
  lineHours: ({ db }, ...values) => lineHours.lineHours(db, ...values),
  linesSince: ({ db }, fromMs) => lineHours.linesSince(db, fromMs),
};

/** Beyond this, or this part of what is free for it, the write-ahead log is moved into the ledger's file. */
const longestWalBytes = 16_000_000;
const walShare = 1 / 4;

const writing: ReadonlySet<CallName> = new Set([
  "enqueue",
  "claim",
  "apply",
  "applyPart",
  "mark",
  "moveDue",
  "renameInstrument",
  "completeReceipts",
  "noteLook",
  "clearLooks",
  "upkeep",
  "beginReading",
  "keepRecords",
  "keepProducts",
  "listEnded",
  "recordEvents",
]);

/** Whether the call may write, so that its end has to wait for the disk. */
export function isWriting(name: CallName): boolean {
  return writing.has(name);
}

function perform(work: Work, call: NumberedCall): unknown {
  if (call.name !== "apply" && call.name !== "enqueue") work.tally.write();
  const step = steps[call.name] as (work: Work, ...values: readonly unknown[]) => unknown;
  return step(work, ...call.values);
}

const full: ReadonlySet<CallName> = new Set([
  "applyPart",
  "moveDue",
  "renameInstrument",
  "keepRecords",
  "keepProducts",
  "dayFactsPart",
]);

/** How many rows a call may write; what takes as long as a full transaction counts as one. */
function rowsOf({ name, values }: NumberedCall): number {
  if ((name === "enqueue" || name === "completeReceipts") && Array.isArray(values[0]))
    return values[0].length;
  return full.has(name) ? rowsPerTransaction : 1;
}

/** The ledger on the thread it is called on. */
export interface LedgerCore {
  readonly opening: LedgerOpening;
  /** Runs calls from the front of the queue in one transaction, and takes them off it. Throws nothing. */
  drain(queue: NumberedCall[]): Drained;
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

/** Opens the ledger of a data folder on this thread, or says why that cannot be done now. */
export function openCore(request: CoreRequest): LedgerCore | { readonly message: string } {
  const place = ledgerFolder(request.dataFolder);
  const unfit = prepare(place);
  if (unfit !== null) return { message: unfit };
  const newer = newerLedger(place);
  if (newer !== null) return { message: newer };
  const release = takeLock(place);
  if (typeof release === "string") return { message: release };
  const opened = openDatabase({ ...request, place });
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
  const limits = { journalLines: usualKeep.journalLines };
  const openedFile = fileId(place);
  /** A file that was removed or replaced under us would take everything and keep nothing. */
  const isStillOurs = (): boolean => fileId(place) === openedFile;

  /** A connection that may be broken is dropped; the next call opens a new one. The folder stays locked. */
  function learnFrom(error: unknown): void {
    if (isDamage(error) && !isDamaged) {
      isDamaged = true;
      quietly(() => leaveMark(place, false));
    }
    const code = sqliteCode(error);
    const isSound = code === sqliteCodes.full || code === sqliteCodes.busy || code === sqliteCodes.constraint;
    if (isSound && db?.isInTransaction() === false) {
      // Changes that are in the log already may be all that blocks it.
      if (code === sqliteCodes.full) quietly(() => db?.checkpoint());
      return;
    }
    quietly(() => db?.close());
    db = null;
  }

  function run(calls: readonly NumberedCall[]): Drained {
    try {
      if (!isStillOurs()) throw new LedgerGone();
      db ??= connect(place.ledger, beforeStatement);
      const { value, lines } = inTransaction(db, (work) => calls.map((call) => perform(work, call)), limits);
      return { answers: calls.map(({ number }, i) => ({ number, value: value[i] })), committed: lines };
    } catch (error) {
      const reason = error instanceof CommitFailed ? error.reason : error;
      learnFrom(reason);
      const message = errorMessage(reason, place.folder);
      const refused = ({ number }: NumberedCall): LedgerAnswer => ({ number, error: message });
      if (calls.length === 1) return { answers: calls.map(refused), committed: [] };
      // Nothing was committed, so each call is run again by itself: only those at fault fail. After a commit that
      // failed, writing again could write twice, so only the reading calls are.
      const isAgain = (call: NumberedCall) => !(error instanceof CommitFailed) || !writing.has(call.name);
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
      if (calls.some(({ name }) => writing.has(name))) tidy();
      return drained;
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
  return { answers: parts.flatMap((part) => part.answers), committed };
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
