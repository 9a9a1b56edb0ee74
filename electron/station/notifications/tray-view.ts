import { minuteText } from "#base/text.ts";
import type { Headline, Tone, TrayState } from "#domain/headline.ts";
import { progressClauses, type SendingProgress } from "#domain/sending-progress.ts";
import type { Hold } from "#engine/delivery/holds.ts";
import { type Issue, inWords } from "#station/status/issue.ts";
import { issuesOf, unsentCount } from "#station/status/issues.ts";
import { backlogFrom } from "#station/status/pace.ts";
import { safeHere } from "#station/status/phrases.ts";
import type { Status } from "#station/status/reports.ts";
import { headlineText } from "./headline-text.ts";
import { oneCauseSentence } from "./one-cause.ts";
import type { TrayView } from "./types.ts";

/** Facts of which the sentence is made. */
export interface HeadlineFacts {
  readonly status: Status;
  /** Epoch milliseconds. */
  readonly nowMs: number;
  /** False where nothing watches and delivers, and only the record is read. */
  readonly isRunning: boolean;
  /** Files that were last changed today (UTC), and how many of them the portal has confirmed; null when not known. */
  readonly today: { readonly found: number; readonly delivered: number } | null;
  /** How far sending is; left out or null where it is not known, or nothing is left. */
  readonly progress?: SendingProgress | null;
}

/** The headline with the tray state that goes with it. */
export interface HeadlineAndTray extends Headline {
  readonly state: TrayState;
}

const toneOf: Readonly<Record<TrayState, Tone>> = {
  complete: "delivered",
  sending: "sending",
  waiting: "waiting",
  offline: "held",
  paused: "held",
  "needs-you": "needs-you",
};

/**
 * Is my data safe, and does it need me: the most serious thing comes first. Files that are being written are as they
 * should be; a file that was finished a moment ago is told once it has been unsent for a while (`Status.pace`).
 */
export function headlineOf(facts: HeadlineFacts): HeadlineAndTray {
  const { state, sentence, detail: known } = judge(facts);
  const isTold =
    sentence === headlineText.backlogPaused || (facts.status.backlogPausedSinceMs ?? null) === null;
  const detail = [...known, isTold ? "" : headlineText.oldFilesPaused, ...ofClocks(facts)];
  return { state, tone: toneOf[state], sentence, detail: detail.filter((clause) => clause !== "") };
}

type Judgement = Pick<HeadlineAndTray, "state" | "sentence" | "detail">;

function judge(facts: HeadlineFacts): Judgement {
  const { status, nowMs, isRunning } = facts;
  if (isNothingSetUp(status))
    return { state: "waiting", sentence: headlineText.nothingSetUp, detail: [headlineText.setUpFirst] };
  const issues = issuesOf(status, nowMs);
  const mine = issues.filter(({ kind }) => kind !== "waiting");
  const unsent = unsentCount(status);
  const today = soFar(facts);
  const stop = stopOf(facts);
  if (mine.length > 0) {
    const snoozed = mine.filter((issue) => issue.snoozed !== undefined).length;
    const isUnseen = mine.some((issue) => issue.isUnseen);
    const known = [unsent > 0 ? safeHere(unsent) : "", isUnseen ? headlineText.someUnseen : "", today];
    const own = isRunning ? "" : headlineText.notRunning;
    return {
      // Nobody is called, and nothing is called safe.
      state: snoozed < mine.length ? "needs-you" : "waiting",
      sentence: aloneIn(mine, status) ?? headlineText.needYou(mine.length, snoozed),
      detail: [...known, own, stop?.whole ?? ""],
    };
  }
  if (!isRunning)
    return { state: "waiting", sentence: headlineText.notRunning, detail: asleep(status, unsent) };
  if (stop !== null)
    return {
      state: "paused",
      sentence: stop.sentence,
      detail: [stop.until, safeHere(unsent), headlineText.stillQueued],
    };
  const portal = issues.find(({ key }) => key === "portal");
  if (portal !== undefined)
    return {
      state: "offline",
      sentence: headlineText.waitingForPortal,
      detail: [safeHere(unsent), portal.remedy],
    };
  return goingOn(facts, unsent, today);
}

/** The cause, where one is all that needs a person now. */
function aloneIn(mine: readonly Issue[], status: Status): string | null {
  const [only, ...others] = mine;
  if (only === undefined || others.length > 0 || only.snoozed !== undefined) return null;
  if (only.key !== "clock") return oneCauseSentence(only, status);
  return status.clockAheadMs === null ? null : headlineText.clock(status.clockAheadMs);
}

/** Gives the words about clocks, whatever else there is to say. */
function ofClocks({ status, nowMs }: HeadlineFacts): readonly string[] {
  const clock = issuesOf(status, nowMs).find(({ key }) => key === "clock");
  const held = heldCount(status);
  return [
    clock === undefined ? "" : `${clock.label.replace("This", "this")}: ${clock.remedy}`,
    held === 0 ? "" : headlineText.heldForDate(held),
  ];
}

/** Finished files that are not sent before their dates. */
function heldCount({ instruments }: Status): number {
  return instruments.reduce((sum, { ahead }) => sum + (ahead?.count ?? 0), 0);
}

function isNothingSetUp({ instruments, settingsProblems, totals, holds }: Status): boolean {
  const isEmpty = instruments.length === 0 && settingsProblems.every(({ isFirstStart }) => isFirstStart);
  return isEmpty && holds.length === 0 && Object.values(totals).every((count) => count === 0);
}

/** A pause or the quiet hours; null where neither is. */
function stopOf({
  status,
  nowMs,
}: HeadlineFacts): { readonly sentence: string; readonly until: string; readonly whole: string } | null {
  const lane = (name: Hold["lane"]) => status.holds.find((hold) => hold.lane === name);
  const stop = lane("pause") ?? lane("quiet-hours");
  if (stop === undefined) return null;
  const moment = stop.nextTryAtMs === null ? null : minuteText(stop.nextTryAtMs, nowMs);
  const until = moment === null ? null : headlineText.until(moment);
  if (stop.lane === "pause") {
    const whole = moment === null ? headlineText.pausedUntilResumed : headlineText.pausedUntil(moment);
    return { sentence: headlineText.paused, until: until ?? headlineText.untilResumed, whole };
  }
  const sentence = headlineText.quietHours;
  return {
    sentence,
    until: until ?? "",
    whole: moment === null ? sentence : headlineText.quietUntil(moment),
  };
}

function asleep(status: Status, unsent: number): readonly string[] {
  if (unsent > 0) return [safeHere(unsent), headlineText.startToSend];
  if (status.totals.delivered === 0) return [headlineText.noneFound, headlineText.startToSendAny];
  return [headlineText.onPortal(filesOnPortal(status)), headlineText.startToFind];
}

/** Each file once, by its newest version. */
function filesOnPortal({ totals, replaced }: Status): number {
  return totals.delivered - replaced;
}

/** Nothing stops the queue. */
function goingOn({ status }: HeadlineFacts, unsent: number, today: string): Judgement {
  const { totals, instruments, pace } = status;
  const { delivered, cancelled } = totals;
  const unsettled = instruments.reduce((sum, instrument) => sum + instrument.unsettled, 0);
  const writing = unsettled === 0 ? "" : headlineText.beingWritten(unsettled);
  const isFirst = delivered === 0 && unsent > 0;
  if (pace !== "prompt" || isFirst) return onTheWay(status, unsent, [today, writing]);
  const so = headlineText.onPortal(filesOnPortal(status));
  const held = heldCount(status);
  // Nothing new is found, so nothing is called complete.
  if (instruments.length === 0) return { state: "waiting", sentence: headlineText.noneWatched, detail: [so] };
  if (
    instruments.some(({ lastRescanAtMs, folderTrouble }) => lastRescanAtMs === null && folderTrouble === null)
  )
    return { state: "waiting", sentence: headlineText.checking, detail: [so] };
  if (delivered === 0)
    return {
      state: "waiting",
      sentence:
        held > 0 ? headlineText.held : unsettled === 0 ? headlineText.noneYet : headlineText.firstComes,
      detail: [writing],
    };
  const taken = cancelled === 0 ? "" : headlineText.cancelled(cancelled);
  return {
    state: "complete",
    sentence: cancelled + held === 0 ? headlineText.safe : headlineText.restSafe,
    detail: [taken, today, today === "" ? so : "", writing],
  };
}

/** Files are sent, or wait. */
function onTheWay(
  { totals: { waiting }, pace, isBacklogStopped, backlogPausedSinceMs = null }: Status,
  unsent: number,
  [today, writing]: readonly [string, string],
): Judgement {
  const toSend = unsent - waiting === 0 ? "" : headlineText.toSend(unsent - waiting);
  const again = waiting === 0 ? "" : headlineText.toRetry(waiting);
  const detail = [today, toSend, again, writing];
  if (isBacklogStopped) {
    const sentence = backlogPausedSinceMs === null ? headlineText.backlogWaits : headlineText.backlogPaused;
    return { state: "waiting", sentence, detail };
  }
  const isRetrying = pace === "retrying" || (pace === "prompt" && unsent === waiting);
  return {
    state: isRetrying ? "waiting" : "sending",
    sentence: isRetrying ? headlineText.retrying : headlineText.sending,
    detail,
  };
}

/** `1,167 of today's 1,204 files are on the portal`; "" where that is not known. */
function soFar({ today, status: { duplicates } }: HeadlineFacts): string {
  if (today === null) return "";
  const { found, delivered } = today;
  if (found === 0) return headlineText.noneToday;
  if (found > 1) return headlineText.ofToday(delivered, found) + headlineText.otherNames(duplicates.today);
  if (delivered === 0) return headlineText.onlyNotThere;
  return headlineText.onlyThere + (duplicates.today === 0 ? "" : headlineText.otherName);
}

const causesAtMost = 3;

/** Gives the view that the tray shows. */
export function trayViewOf(facts: HeadlineFacts): TrayView {
  const { status, nowMs, progress } = facts;
  const { state, tone, sentence } = headlineOf(facts);
  const isBacklog =
    state === "sending" && progress != null && progress.ofFiles - progress.files >= backlogFrom;
  const issues = issuesOf(status, nowMs);
  const mine = issues.filter(({ kind }) => kind !== "waiting");
  // Files that need a person count one by one, whatever stops them all counts as one.
  const badge = mine
    .filter(({ snoozed }) => snoozed === undefined)
    .reduce((sum, { key, count }) => sum + (key.startsWith("files:") ? count : 1), 0);
  const pause = status.holds.find(({ lane }) => lane === "pause");
  return {
    state,
    tone,
    tooltip: isBacklog ? [sentence, ...progressClauses(progress)].join(" · ") : sentence,
    causes: issues.slice(0, causesAtMost).map((issue) => ({
      cause: issue.cause,
      label: `${inWords(issue, nowMs)}${issue.snoozed === undefined ? "" : headlineText.isSnoozed}`,
      filter: issue.filter,
    })),
    badge,
    unsentCount: unsentCount(status),
    pause: pause === undefined ? null : { untilMs: pause.nextTryAtMs },
  };
}
