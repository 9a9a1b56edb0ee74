import { counted } from "#base/text.ts";
import { causeWords } from "#domain/cause.ts";
import { type PathFacts, type PathNode, rootCause, withSnoozed } from "#domain/path-health.ts";
import type { FinishedSending, SendingProgress } from "#domain/sending-progress.ts";
import type { TimeLeft } from "#domain/steady-rate.ts";
import type { Issue } from "./issue.ts";
import { isSilent, issuesOf } from "./issues.ts";
import { backlogFrom } from "./pace.ts";
import { isOfPc, pcKey } from "./pc.ts";
import { damagedFilesWords, emptyFilesWords, quietWords, silenceOf, unmatchedWords } from "./phrases.ts";
import type { InstrumentStatus, Status } from "./reports.ts";
import type { SendingRate } from "./sending-rate.ts";
import type { StationPipeline, StationPorts } from "./station-ports.ts";
import { unreadableWords } from "./status.ts";
import type { TimeLeftWatch } from "./time-left.ts";

/** Facts that are shown beside the status: how the day goes, and where it is stuck. */
export interface StationNow {
  readonly nowMs: number;
  /** Files whose modification time is today, UTC. */
  readonly today: { readonly found: number; readonly delivered: number };
  /** Uploads in flight; the rate is that of the last seconds. */
  readonly sending: {
    readonly count: number;
    readonly bytesPerSecond: number;
    readonly timeLeft: TimeLeft | null;
    /** Null with nothing to send. */
    readonly progress: SendingProgress | null;
    /** The backlog that ended a short while ago. */
    readonly finished: FinishedSending | null;
  };
  readonly path: readonly PathNode[];
  /** How far this PC's clock is ahead of the portal's, milliseconds; null while not known. */
  readonly portalClockDriftMs: number | null;
}

/** Watches that follow the bytes as they leave. */
export interface SendingWatches {
  readonly rate: SendingRate;
  readonly timeLeft: TimeLeftWatch;
}

/** Reads what is shown beside `status`. `isRunning`: a host watches and delivers. */
export async function stationNow(
  pipeline: StationPipeline,
  { clock, portal }: StationPorts,
  { rate, timeLeft }: SendingWatches,
  status: Status,
  isRunning: boolean,
): Promise<StationNow> {
  const nowMs = clock.nowMs();
  const issues = issuesOf(status, nowMs);
  const snoozed = new Set(issues.flatMap(({ key, snoozed }) => (snoozed === undefined ? [] : [key])));
  const pathOf = (isCounted: (key: string) => boolean) =>
    rootCause(pathFacts(status, issues, isCounted, isRunning, nowMs));
  const path = withSnoozed(
    pathOf(() => true),
    pathOf((key) => !snoozed.has(key)),
  );
  const progress = await timeLeft.progress(new Set(status.instruments.map(({ name }) => name)));
  const sending = {
    count: pipeline.scheduler.inFlight().size,
    bytesPerSecond: rate.bytesPerSecond(),
    timeLeft: progress?.timeLeft ?? null,
    progress,
    finished: timeLeft.finished(),
  };
  return {
    nowMs,
    today: status.today,
    sending,
    path,
    portalClockDriftMs: portal.clockAheadMs?.() ?? null,
  };
}

/** Gives the facts that the places are judged by; of what has an issue, only those whose key counts. */
function pathFacts(
  status: Status,
  issues: readonly Issue[],
  isCounted: (key: string) => boolean,
  isRunning: boolean,
  nowMs: number,
): PathFacts {
  const silent: string[] = [];
  const quiet: string[] = [];
  for (const instrument of status.instruments) {
    const { name, lastFileAtMs, everyMinutes, folderTrouble } = instrument;
    // Whether an instrument writes cannot be seen while its folder cannot be.
    if (folderTrouble !== null || instrument.lastRescanAtMs === null) continue;
    silent.push(...filesToldOf(instrument, isCounted, nowMs));
    if (lastFileAtMs === null || everyMinutes === null || !isCounted(`silent:${name}`)) continue;
    if (isSilent(instrument, nowMs)) silent.push(`${silenceOf(name, lastFileAtMs, everyMinutes, nowMs)}.`);
    else if (instrument.isQuiet)
      quiet.push(`${name} is quiet: ${quietWords(lastFileAtMs, everyMinutes, nowMs)}.`);
  }
  for (const { kind, label } of issues.filter(({ key }) => key.startsWith("date:") && isCounted(key)))
    (kind === "waiting" ? quiet : silent).push(`${label}.`);
  const hold = (lane: Status["holds"][number]["lane"]) =>
    status.holds.find((one) => one.lane === lane) ?? null;
  const folders = status.instruments.filter(({ name }) => isCounted(`folder:${name}`));
  return {
    isRunning,
    instrumentCount: status.instruments.length,
    silent,
    quiet,
    folderTroubles: folders.flatMap(({ folderTrouble }) => folderTrouble?.message ?? []),
    unreadable: folders.flatMap(({ folderTrouble, unreadable }) =>
      folderTrouble !== null || unreadable === null ? [] : unreadableWords(unreadable),
    ),
    record: isCounted("records") ? hold("record") : null,
    pause: hold("pause") ?? hold("quiet-hours"),
    portal: isCounted("portal") ? hold("portal") : null,
    pc: status.causes
      .filter((one) => isOfPc(one.cause) && isCounted(pcKey(one)))
      .map(({ cause, message }) => ({ cause, message: `${message} ${causeWords(cause).remedy}` })),
    stopped: issues
      .filter(({ key }) => (key.startsWith("files:") || key === "portal:models") && isCounted(key))
      .map(({ cause, label, kind }) => ({
        cause: cause === "silent-instrument" || cause === "poor-product" ? "refused" : cause,
        message: kind === "waiting" ? `${label}; retried automatically.` : `${label}.`,
      })),
    backlog: backlogWords(status),
  };
}

/** Tells of an instrument's files, by issues whose key counts. */
function filesToldOf(
  { name, folder, damagedFiles, emptyFiles, unmatched }: InstrumentStatus,
  isCounted: (key: string) => boolean,
  nowMs: number,
): readonly string[] {
  const sentences: string[] = [];
  if (damagedFiles !== null && isCounted(`damaged:${name}`))
    sentences.push(`${damagedFilesWords(name, damagedFiles, nowMs)}.`);
  if (emptyFiles !== null && isCounted(`empty:${name}`))
    sentences.push(`${emptyFilesWords(name, emptyFiles, nowMs)}.`);
  if (unmatched.length > 0 && isCounted(`unmatched:${name}`))
    sentences.push(`${unmatchedWords(folder, unmatched)}.`);
  return sentences;
}

function backlogWords({ totals, isBacklogStopped }: Status): string | null {
  // Files that wait are not worked off.
  if (isBacklogStopped === true) return null;
  const unsent = totals.queued + totals.hashing + totals.announcing + totals.sending;
  return unsent < backlogFrom ? null : `${counted(unsent, "file")} to send, today's first.`;
}
