import { startOfDayMs, todayUtc } from "#base/dates.ts";
import { newestMs } from "#domain/cadence.ts";
import { type Cause, isHoldCause, isOfInstrument, needsYou } from "#domain/cause.ts";
import { causeTable } from "#domain/cause-table.ts";
import type { FileHour } from "#domain/hourly-counts.ts";
import { type KnownIssue, knownVersions } from "#domain/known-issue.ts";
import type { QueueCell } from "#domain/queue.ts";
import type { Instrument, SettingsProblem } from "#domain/settings.ts";
import { inFlightStates, isUnsent, totalOf } from "#domain/upload.ts";
import type { Verdicts } from "#domain/verdicts.ts";
import type { Hold } from "#engine/delivery/holds.ts";
import type { Unreadable } from "#engine/discovery/folder-state.ts";
import type { NewNames } from "#engine/discovery/unmatched.ts";
import type { AheadFiles } from "#engine/discovery/unsettled.ts";
import type { ContentFindings, Late } from "#engine/ports/ledger.ts";
import type { QuestionableFile } from "#engine/run-once/report.ts";
import { cadenceOf, type Learned } from "#station/cadences.ts";
import { backlogFrom, lateAfterMs, type Pace } from "./pace.ts";
import { pcCauses } from "./pc.ts";
import { remedyFor, unmatchedWords } from "./phrases.ts";
import type { CauseSummary, FoundCause, InstrumentStatus, Status } from "./reports.ts";
import type { StationPipeline, StationPorts } from "./station-ports.ts";
import { verdictCauses } from "./verdicts.ts";

const hourMs = 3_600_000;
/** Nobody can do anything about older files. */
const recentMs = 24 * hourMs;
/** A file that looks cut off may still be written: what goes on is another version by then. */
const settledMs = 120_000;
/** Older files that look wrong are told by `explain` alone. */
const questionableMs = 7 * recentMs;
const mostQuestionable = 20;

/** Tells what is queued, waiting, blocked, delivered, held, and why. */
export async function statusOf(
  pipeline: StationPipeline,
  ports: StationPorts,
  pace: (late: Late) => Pace,
): Promise<Status> {
  const { clock, ledger } = ports;
  const nowMs = clock.nowMs();
  const dayStartMs = startOfDayMs(todayUtc(nowMs));
  const dayHour = dayStartMs / hourMs;
  const known = (await ports.known?.list()) ?? [];
  await pipeline.unmatched.look();
  const knownDamaged = known.flatMap(({ cause, files }) =>
    cause === "damaged-file" ? files.map(({ version }) => version) : [],
  );
  const [
    totals,
    duplicates,
    replaced,
    failures,
    oldestUnsentAtMs,
    counts,
    arrivals,
    learned,
    findings,
    allFindings,
    verdicts,
    late,
    dayFiles,
    cells,
    lanes,
  ] = await Promise.all([
    ledger.totals(),
    ledger.duplicates(dayStartMs),
    ledger.replacedCount(),
    ledger.causes(),
    ledger.oldestUnsentAtMs(),
    ledger.instrumentCounts(),
    ledger.arrivals(),
    pipeline.cadences.learned(),
    ledger.contentFindings(nowMs - recentMs, nowMs - settledMs, knownDamaged),
    ledger.contentFindings(0, Number.MAX_SAFE_INTEGER, knownDamaged),
    pipeline.verdicts.current(),
    ledger.late(nowMs - lateAfterMs, nowMs),
    ledger.fileHours(dayHour, dayHour + 24),
    ledger.queueCells({}),
    ledger.laneTotals(),
  ]);
  const about = { nowMs, dayHour, known, learned, arrivals, findings, verdicts, dayFiles, cells };
  const instruments = pipeline
    .instruments()
    .map(({ instrument }) => instrumentStatus(instrument, pipeline, about));
  await pipeline.confirmation.begin();
  const holds = pipeline.holds.list();
  const causes: readonly CauseSummary[] = [
    ...failures.map(({ sampleId: _, sinceMs: stoppedAtMs, ...rest }) => ({
      ...rest,
      sinceMs: null,
      stoppedAtMs,
    })),
    ...instrumentCauses(instruments, pipeline, nowMs),
    ...pcCauses(pipeline, ports),
  ];
  const problems = settingsProblemsOf(pipeline);
  const onTheWay = totals.queued + totalOf(totals, inFlightStates);
  const { kind, message } = ledger.opening;
  const isNamed = ({ instrument }: { readonly instrument: string }) =>
    instruments.some(({ name }) => name === instrument);
  return {
    totals,
    duplicates: {
      all: duplicates.reduce((sum, { uploads }) => sum + uploads, 0),
      today: duplicates.filter(isNamed).reduce((sum, { since }) => sum + since, 0),
    },
    replaced,
    holds,
    causes,
    oldestUnsentAtMs,
    questionable: questionableOf(allFindings, nowMs),
    lastDeliveredAtMs: newestMs(
      counts.map(({ lastDeliveredAtMs }) => lastDeliveredAtMs),
      nowMs,
    ),
    today: summedDays(instruments),
    isBacklogStopped: isBacklogAlone(totals) && pipeline.isBacklogStopped(),
    oldFiles: lanes.backfill,
    backlogPausedSinceMs: pipeline.backlogPause.sinceMs(),
    pace: pace({ ...late, isSending: late.isSending || onTheWay >= backlogFrom }),
    instruments,
    settingsProblems: problems,
    clockAheadMs: ports.portal.clockAheadMs?.() ?? null,
    ledgerMessage: kind === "rebuilt" ? message : null,
    needsAttention: isPersonNeeded({
      blocked: totals.blocked,
      problems,
      causes,
      holds,
      ahead: instruments.map(({ ahead }) => ahead),
    }),
  };
}

/** Files are queued and none is under way: where the backlog is stopped, they are of it. */
function isBacklogAlone(totals: Status["totals"]): boolean {
  return totals.queued > 0 && totalOf(totals, inFlightStates) === 0;
}

/** Facts of all instruments, of which each one takes its own. */
interface AboutInstruments {
  readonly nowMs: number;
  /** First hour of the day, in hours since the epoch. */
  readonly dayHour: number;
  readonly known: readonly KnownIssue[];
  readonly learned: Learned;
  readonly arrivals: ReadonlyMap<string, readonly number[]>;
  readonly findings: readonly ContentFindings[];
  readonly verdicts: readonly Verdicts[];
  readonly dayFiles: readonly FileHour[];
  readonly cells: readonly QueueCell[];
}

function instrumentStatus(
  configured: Instrument,
  pipeline: StationPipeline,
  about: AboutInstruments,
): InstrumentStatus {
  const { kind = null, name, site, instrument, folder, expectEveryMinutes } = configured;
  const { nowMs, dayHour, known } = about;
  const isOwn = (one: { readonly instrument: string }) => one.instrument === name;
  const facts = pipeline.folderStates.of(name);
  const recentMs = about.arrivals.get(name) ?? [];
  const judged = cadenceOf(configured, pipeline.folderStates, about.learned, recentMs, nowMs);
  return {
    kind,
    name,
    site,
    instrument,
    folder,
    lastFileAtMs: judged.lastFileAtMs,
    today: countDay(about.dayFiles.filter(isOwn), dayHour),
    queue: queueOf(about.cells, name),
    unsettled: pipeline.unsettled.countOf(name),
    ahead: pipeline.unsettled.aheadOf(name, knownVersions(known, "future-date", name)),
    everyMinutes: expectEveryMinutes ?? judged.usualMinutes,
    isLearned: expectEveryMinutes === null,
    isQuiet: judged.isQuiet,
    silentAtMs: judged.silentAtMs,
    offUntil: judged.offUntil,
    folderTrouble: facts.folderTrouble,
    unreadable: facts.unreadable,
    emptyFiles: pipeline.empty.of(name),
    unmatched: unknownOf(pipeline.unmatched.of(name), knownVersions(known, "unmatched-file", name)),
    damagedFiles: about.findings.find((one) => isOwn(one) && !isGrowing(one, pipeline)) ?? null,
    verdicts: about.verdicts.find(isOwn) ?? null,
    lastRescanAtMs: facts.lastRescanAtMs,
  };
}

/** Causes that are those of one instrument, whatever its uploads are like. */
function instrumentCauses(
  instruments: readonly InstrumentStatus[],
  pipeline: StationPipeline,
  nowMs: number,
): readonly CauseSummary[] {
  const ofEach = (find: (one: InstrumentStatus) => readonly FoundCause[]) =>
    instruments.flatMap((one) =>
      find(one).map((found) => ({ ...found, instrument: one.name, stoppedAtMs: null })),
    );
  return [
    ...ofEach(({ name, ahead }) => folderCausesOf(pipeline, name, ahead)),
    ...ofEach(unmatchedOf),
    ...ofEach(damagedOf),
    ...ofEach(({ kind, verdicts }) =>
      verdictCauses(verdicts, nowMs).map((one) => ({ ...one, message: remedyFor(kind, one.message) })),
    ),
  ];
}

function summedDays(instruments: readonly InstrumentStatus[]): Status["today"] {
  return {
    found: instruments.reduce((sum, { today }) => sum + today.found, 0),
    delivered: instruments.reduce((sum, { today }) => sum + today.delivered, 0),
  };
}

/** The files of one day; `dayHour` is its first hour, in hours since the epoch. */
function countDay(files: readonly FileHour[], dayHour: number): InstrumentStatus["today"] {
  const today = files.filter(({ hour }) => hour >= dayHour && hour < dayHour + 24);
  const sum = (value: (one: FileHour) => number) => today.reduce((total, one) => total + value(one), 0);
  const [found, delivered] = [sum((one) => one.found), sum((one) => one.delivered)];
  return { found, delivered, unsent: found - delivered - sum((one) => one.givenUp) };
}

function queueOf(cells: readonly QueueCell[], name: string): InstrumentStatus["queue"] {
  const count = (isMeant: (cell: QueueCell) => boolean) =>
    cells.reduce((sum, cell) => (cell.instrument === name && isMeant(cell) ? sum + cell.count : sum), 0);
  return {
    unsent: count(({ state }) => isUnsent(state) && state !== "blocked"),
    waiting: count(({ state, cause }) => state === "waiting" && !(cause !== null && isHoldCause(cause))),
    needsYou: count(({ cause }) => cause !== null && needsYou(cause)),
  };
}

function questionableOf(findings: readonly ContentFindings[], nowMs: number): readonly QuestionableFile[] {
  return findings
    .flatMap(({ instrument, files }) => files.map((file) => ({ instrument, ...file })))
    .filter(({ updatedAtMs }) => nowMs - updatedAtMs < questionableMs)
    .sort((one, other) => other.updatedAtMs - one.updatedAtMs)
    .slice(0, mostQuestionable)
    .map(({ instrument, relPath, reason }) => ({ instrument, relPath, reason }));
}

/** The only file of which there is something to tell goes on being written. */
function isGrowing(
  { instrument, count, samplePath }: ContentFindings,
  { unsettled }: StationPipeline,
): boolean {
  const isSame = (one: { readonly instrument: string; readonly relPath: string }) =>
    one.instrument === instrument && one.relPath === samplePath;
  return count === 1 && unsettled.all().some(isSame);
}

/** Gives the problems of the settings that still hold: who looks at the folders knows better how the disk is. */
export function settingsProblemsOf(pipeline: StationPipeline): readonly SettingsProblem[] {
  const hasLooked = pipeline.instruments().some(({ instrument: { name } }) => {
    const { lastRescanAtMs, folderTrouble } = pipeline.folderStates.of(name);
    return lastRescanAtMs !== null || folderTrouble !== null;
  });
  return pipeline.configuration().problems.filter(({ isOfDisk }) => !(hasLooked && isOfDisk));
}

/** True when a person has to do something. */
export function isPersonNeeded(found: {
  readonly blocked: number;
  readonly problems: readonly SettingsProblem[];
  readonly causes: readonly { readonly cause: Cause }[];
  readonly holds: readonly Hold[];
  readonly ahead: readonly (AheadFiles | null)[];
}): boolean {
  return (
    found.blocked > 0 ||
    found.ahead.some((one) => one?.isAll) ||
    found.problems.length > 0 ||
    found.causes.some(({ cause }) => needsYou(cause) || isOfInstrument(cause)) ||
    found.holds.some((hold) => needsYou(hold.cause) || hold.lane === "record")
  );
}

/** Causes that keep files of an instrument from the queue and are in no upload; `ahead`: its files that are held for their date. */
export function folderCausesOf(
  pipeline: StationPipeline,
  name: string,
  ahead: AheadFiles | null,
): FoundCause[] {
  const { folderTrouble, unreadable, conflicts } = pipeline.folderStates.of(name);
  const conflicting = [...conflicts].map(([reason, { count, samplePath, sinceMs }]) => ({
    cause: "claimed-twice" as const,
    count,
    samplePath,
    message: `${samplePath}: ${reason}.`,
    sinceMs,
  }));
  const cause = "folder-unreachable";
  if (folderTrouble !== null) return [{ cause, count: 0, samplePath: "", ...folderTrouble }, ...conflicting];
  const others = [...conflicting, ...emptyOf(pipeline, name), ...aheadOf(name, ahead)];
  if (unreadable === null) return others;
  const { samplePath, sinceMs } = unreadable;
  return [{ cause, count: 0, samplePath, message: unreadableWords(unreadable), sinceMs }, ...others];
}

function emptyOf(pipeline: StationPipeline, name: string): FoundCause[] {
  const empty = pipeline.empty.of(name);
  if (empty === null) return [];
  const others = empty.count === 1 ? "" : ` and ${empty.count - 1} more`;
  const remedy = remedyFor(pipeline.instrumentOf(name)?.kind ?? null, causeTable["empty-file"].remedy);
  const message = `${name} wrote ${empty.samplePath}${others} without content. ${remedy}`;
  return [{ cause: "empty-file", ...empty, message }];
}

function aheadOf(name: string, ahead: AheadFiles | null): FoundCause[] {
  if (ahead === null) return [];
  const { count, samplePath, sinceMs, reason } = ahead;
  const message =
    count === 1
      ? `${name} wrote ${samplePath}, which is held: ${reason}.`
      : `${name} wrote ${count} files that are held. ${samplePath}: ${reason}.`;
  return [{ cause: "future-date", count, samplePath, message, sinceMs }];
}

function unknownOf(names: readonly NewNames[], known: ReadonlySet<string>): readonly NewNames[] {
  return names.filter(({ shape }) => !known.has(shape)).toSorted((one, other) => other.count - one.count);
}

function unmatchedOf({ folder, unmatched }: InstrumentStatus): FoundCause[] {
  const [most] = unmatched;
  if (most === undefined) return [];
  const count = unmatched.reduce((sum, one) => sum + one.count, 0);
  const message = `${unmatchedWords(folder, unmatched)}. ${causeTable["unmatched-file"].remedy}`;
  return [{ cause: "unmatched-file", count, samplePath: most.samplePath, sinceMs: most.sinceMs, message }];
}

function damagedOf({ name, damagedFiles }: InstrumentStatus): FoundCause[] {
  if (damagedFiles === null) return [];
  const { count, samplePath, reason, sinceMs } = damagedFiles;
  const others = count === 1 ? "" : ` ${count - 1} more look wrong, too.`;
  const message = `${name} wrote ${samplePath}, which ${reason}.${others} Check the instrument.`;
  return [{ cause: "damaged-file", count, samplePath, message, sinceMs }];
}

/** Says what cannot be read, and what that means. */
export function unreadableWords({ count, reason }: Unreadable): string {
  return `${reason} There may be finished files in it${count === 1 ? "" : `, and in ${count - 1} more that cannot be read`}.`;
}
