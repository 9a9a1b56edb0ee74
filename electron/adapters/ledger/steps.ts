import { claim } from "./claim.ts";
import * as cleanupReads from "./cleanup-reads.ts";
import * as coveredDays from "./covered-days.ts";
import type { Connection } from "./database.ts";
import * as deliveryPlaces from "./delivery-places.ts";
import * as hours from "./hourly-counts.ts";
import { hasOther } from "./in-flight-rows.ts";
import * as journal from "./journal.ts";
import * as lineHours from "./line-hours.ts";
import { applyPart, changePlaceOf, listPart } from "./list.ts";
import { size, upkeep } from "./maintenance.ts";
import * as portalRecords from "./portal-records.ts";
import type { CallName, LedgerCalls, NumberedCall } from "./protocol.ts";
import { rowsPerTransaction } from "./protocol.ts";
import * as queue from "./queue.ts";
import * as reads from "./reads.ts";
import { renameInstrument } from "./rename.ts";
import * as search from "./search.ts";
import * as stationEvents from "./station-events.ts";
import type { Work } from "./totals.ts";
import * as verdicts from "./verdicts.ts";
import * as writes from "./writes.ts";

/** A part of the calls, each on what it works on. */
type StepsOn<On> = {
  readonly [Name in CallName]: (
    on: On,
    ...values: Parameters<LedgerCalls[Name]>
  ) => ReturnType<LedgerCalls[Name]>;
};

/** Calls that may write, so that their end has to wait for the disk. */
const writing = {
  enqueue: writes.enqueue,
  claim,
  apply: writes.applyResult,
  applyPart,
  mark: writes.mark,
  moveDue: writes.moveDue,
  renameInstrument,
  completeReceipts: writes.completeReceipts,
  noteLook: writes.noteLook,
  clearLooks: writes.clearLooks,
  upkeep: ({ db, limits }) => upkeep(db, limits.journalLines),
  beginReading: portalRecords.beginReading,
  keepRecords: portalRecords.keepRecords,
  keepProducts: portalRecords.keepProducts,
  listEnded: portalRecords.listEnded,
  recordEvents: stationEvents.recordEvents,
} satisfies Partial<StepsOn<Work>>;

/** Calls that only read. */
const reading = {
  firstLooks: writes.firstLooks,
  compare: reads.compare,
  isFirstMeeting: reads.isFirstMeeting,
  get: reads.get,
  versions: reads.versions,
  placeOf: changePlaceOf,
  listPart,
  windows: (db, wanted) => wanted.map((one) => queue.windowOf(db, one)),
  cells: queue.cells,
  matchPart: search.matchPart,
  sortPart: search.sortPart,
  cellsPart: search.cellsPart,
  cellsOfIds: search.cellsOfIds,
  totals: reads.totals,
  laneTotals: reads.laneTotals,
  causes: reads.causeCounts,
  instrumentCounts: reads.instrumentCounts,
  replaced: reads.replaced,
  bytesLeft: reads.bytesLeft,
  duplicates: reads.duplicates,
  replacedCount: reads.replacedCount,
  contentFindings: reads.contentFindings,
  verdicts: verdicts.verdicts,
  listedStatuses: verdicts.listedStatuses,
  withoutRecord: reads.withoutRecord,
  delivered: reads.delivered,
  late: reads.anyLate,
  oldestUnsentAtMs: reads.oldestUnsentAtMs,
  metrics: reads.metrics,
  nextDueMs: reads.nextDueMs,
  journal: journal.journal,
  journalPart: journal.journalPart,
  lastSeq: journal.lastSeq,
  size,
  fileHours: hours.fileHours,
  deliveryHours: hours.deliveryHours,
  instrumentHours: hours.instrumentHours,
  arrivals: hours.arrivals,
  listMarks: portalRecords.listMarks,
  dayFactsPart: coveredDays.dayFactsPart,
  dayFiles: coveredDays.dayFiles,
  dayUploads: cleanupReads.dayUploads,
  keptRecords: cleanupReads.keptRecords,
  twinsOf: cleanupReads.twinsOf,
  firstMeasured: portalRecords.firstMeasured,
  firstWritten: portalRecords.firstWritten,
  isPublishing: portalRecords.isPublishing,
  deliveredPlaces: deliveryPlaces.deliveredPlaces,
  deliveredFiles: deliveryPlaces.deliveredFiles,
  changedDays: portalRecords.changedDays,
  lastRun: stationEvents.lastRun,
  stationEvents: stationEvents.stationEvents,
  firstEventMs: stationEvents.firstEventMs,
  lineHours: lineHours.lineHours,
  linesSince: lineHours.linesSince,
} satisfies Partial<StepsOn<Connection>>;

/** The step of every call of the ledger: a method of the ports has its core here. */
const steps: StepsOn<Work> = {
  ...writing,
  ...onWork(reading),
  sameRecord(work, recordKey, ...path) {
    if (hasOther(work.inFlight, 0, (one) => one.recordKey === recordKey))
      writes.writeRows(work, work.inFlight.values());
    return reads.sameRecord(work.db, recordKey, ...path);
  },
  limitJournal: ({ limits }, lines) => {
    limits.journalLines = lines;
  },
};

function onWork<Name extends CallName>(reads: Pick<StepsOn<Connection>, Name>): Pick<StepsOn<Work>, Name> {
  const onDatabase = Object.entries<(db: Connection, ...values: never[]) => unknown>(reads);
  const steps = onDatabase.map(([name, read]) => [
    name,
    ({ db }: Work, ...values: never[]) => read(db, ...values),
  ]);
  return Object.fromEntries(steps);
}

/** Names of all calls. */
export const callNames = Object.keys(steps) as CallName[];

/** Whether the call may write. */
export function isWriting(name: CallName): boolean {
  return name in writing;
}

/** Calls that read none of the totals, or write them themselves before. */
const withoutTotals: ReadonlySet<CallName> = new Set(["apply", "enqueue", "claim"]);

/** Calls that take unwritten steps of claims into account themselves, or for which they make no difference. */
const besideClaims: ReadonlySet<CallName> = new Set([
  "apply",
  "enqueue",
  "claim",
  "sameRecord",
  "nextDueMs",
  "limitJournal",
]);

/** Runs a call in the transaction of `work`. */
export function perform(work: Work, { name, values }: NumberedCall): unknown {
  if (!besideClaims.has(name)) writes.writeRows(work, work.inFlight.values());
  if (!withoutTotals.has(name)) work.tally.write();
  const step = steps[name] as (work: Work, ...values: readonly unknown[]) => unknown;
  return step(work, ...values);
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
export function rowsOf({ name, values }: NumberedCall): number {
  if ((name === "enqueue" || name === "completeReceipts") && Array.isArray(values[0]))
    return values[0].length;
  return full.has(name) ? rowsPerTransaction : 1;
}
