import { capital, counted, countText, minuteText } from "#base/text.ts";
import type { Headline, Tone, TrayState } from "#domain/headline.ts";
import type { Hold } from "#engine/delivery/holds.ts";
import { type Issue, issuesOf, unsentCount } from "#engine/status/issues.ts";
import { safeHere, unseenThere } from "#engine/status/phrases.ts";
import type { Status } from "#engine/status/reports.ts";
import type { TrayView } from "./types.ts";

/** What the sentence is made of. */
export interface HeadlineFacts {
  readonly status: Status;
  /** Epoch milliseconds. */
  readonly nowMs: number;
  /** False where nothing watches and delivers, and only the record is read. */
  readonly isRunning: boolean;
  /** Files that were last changed today (UTC), and how many of them the portal has confirmed; null when not known. */
  readonly today: { readonly found: number; readonly delivered: number } | null;
}

/** The sentence with the tray state that goes with it. */
export interface Verdict extends Headline {
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
 * The one sentence that answers "is my data safe, and if not, what do I do", and the state that goes with it. The most
 * serious thing comes first; while anything is unsent it says how many files are safe here, and claims no completeness.
 */
export function verdictOf(facts: HeadlineFacts): Verdict {
  const { state, clauses } = judge(facts);
  return { state, tone: toneOf[state], sentence: clauses.filter((clause) => clause !== "").join("; ") };
}

interface Judgement {
  readonly state: TrayState;
  readonly clauses: readonly string[];
}

function judge(facts: HeadlineFacts): Judgement {
  const { status, nowMs, isRunning } = facts;
  const issues = issuesOf(status, nowMs);
  const unsent = unsentCount(status);
  if (isNothingSetUp(status))
    return { state: "waiting", clauses: ["Nothing is set up yet", "start with “Set up this station”"] };
  const [first, ...others] = issues;
  const own = isRunning ? "" : "Skyferry is not running";
  if (first !== undefined && first.kind !== "waiting")
    return {
      state: "needs-you",
      clauses: [
        inWords(first, nowMs),
        first.isUnseen ? unseenThere : safeHere(unsent),
        first.remedy,
        alsoOf(others),
        own,
        stopOf(facts),
      ],
    };
  if (!isRunning) return { state: "waiting", clauses: asleep(status, unsent) };
  const stop = stopOf(facts);
  if (stop !== "")
    return { state: "paused", clauses: [capital(stop), safeHere(unsent), "new files are still queued"] };
  const portal = issues.find(({ key }) => key === "portal");
  if (portal !== undefined)
    return { state: "offline", clauses: [inWords(portal, nowMs), safeHere(unsent), portal.remedy] };
  return goingOn(facts, unsent);
}

function isNothingSetUp({ instruments, settingsProblems, totals, holds }: Status): boolean {
  const isEmpty = instruments.length === 0 && settingsProblems.every(({ isFirstStart }) => isFirstStart);
  return isEmpty && holds.length === 0 && Object.values(totals).every((count) => count === 0);
}

/** A pause or the quiet hours, else "". */
function stopOf({ status, nowMs }: HeadlineFacts): string {
  const lane = (name: Hold["lane"]) => status.holds.find((hold) => hold.lane === name);
  const pause = lane("pause");
  if (pause !== undefined)
    return pause.nextTryAtMs === null
      ? "sending is paused until you resume it"
      : `sending is paused until ${minuteText(pause.nextTryAtMs, nowMs)}`;
  const quiet = lane("quiet-hours");
  if (quiet === undefined) return "";
  return quiet.nextTryAtMs === null
    ? "quiet hours, nothing is sent"
    : `quiet hours until ${minuteText(quiet.nextTryAtMs, nowMs)}, nothing is sent`;
}

/** `Portal unreachable since 14:02 UTC`. */
export function inWords({ label, takesSince, sinceMs }: Issue, nowMs: number): string {
  return takesSince && sinceMs !== null ? `${label} since ${minuteText(sinceMs, nowMs)}` : label;
}

function alsoOf(others: readonly Issue[]): string {
  if (others.length === 0) return "";
  const [one, two] = others.map(({ label }) => label);
  if (others.length <= 2) return `also: ${[one, two].filter((label) => label !== undefined).join("; ")}`;
  return `also: ${one} and ${countText(others.length - 1)} more`;
}

function asleep({ totals }: Status, unsent: number): readonly string[] {
  const off = "Skyferry is not running";
  if (unsent > 0) return [off, `${counted(unsent, "file")} safe here`, "start it to send them"];
  if (totals.delivered === 0) return [off, "no files found yet", "start it to send files"];
  return [off, `${counted(totals.delivered, "file")} on the portal so far`, "start it to find new files"];
}

/** Nothing stops the queue. */
function goingOn({ status, today }: HeadlineFacts, unsent: number): Judgement {
  const { totals, instruments } = status;
  const { waiting, delivered, cancelled } = totals;
  const onTheWay = unsent - waiting;
  const again = waiting === 0 ? "" : `${counted(waiting, "file")} to be retried automatically, safe here`;
  if (onTheWay > 0)
    return { state: "sending", clauses: [`Sending ${counted(onTheWay, "file")}`, again, soFar(today)] };
  if (waiting > 0) return { state: "waiting", clauses: [again, soFar(today)] };
  if (
    instruments.some(({ lastRescanAtMs, folderTrouble }) => lastRescanAtMs === null && folderTrouble === null)
  )
    return {
      state: "waiting",
      clauses: ["Checking the folders", `${counted(delivered, "file")} on the portal so far`],
    };
  const unsettled = instruments.reduce((sum, instrument) => sum + instrument.unsettled, 0);
  const writing = unsettled === 0 ? "" : `${counted(unsettled, "file")} not finished yet`;
  if (delivered === 0) return { state: "waiting", clauses: ["No finished files found yet", writing] };
  if (cancelled > 0) {
    const taken = `${counted(cancelled, "file")} cancelled by hand and not sent`;
    return {
      state: unsettled > 0 ? "waiting" : "complete",
      clauses: [taken, "all others are on the portal", writing],
    };
  }
  if (today !== null && today.delivered < today.found)
    return { state: "waiting", clauses: [soFar(today), writing] };
  const there = allThere(today, unsettled > 0) + elsewhere(status, today);
  return { state: unsettled > 0 ? "waiting" : "complete", clauses: [there, writing] };
}

function allThere(today: HeadlineFacts["today"], isGrowing: boolean): string {
  const finished = isGrowing ? "finished " : "";
  if (today === null) return `All ${finished}files are on the portal`;
  if (today.found === 0) return `All ${finished}files are on the portal, none written today`;
  if (today.found === 1) return `The only ${finished}file written today is on the portal`;
  return `All ${countText(today.found)} ${finished}files written today are on the portal`;
}

/** `, 2 of them under another name`, or "". */
function elsewhere({ duplicates }: Status, today: HeadlineFacts["today"]): string {
  if (duplicates.today === 0) return "";
  return today?.found === 1
    ? ", under another name"
    : `, ${countText(duplicates.today)} of them under another name`;
}

/** `1,167 of 1,204 files written today are on the portal`. */
function soFar(today: HeadlineFacts["today"]): string {
  if (today === null || today.found === 0 || today.delivered >= today.found) return "";
  return `${countText(today.delivered)} of ${counted(today.found, "file")} written today are on the portal`;
}

const causesAtMost = 3;

/**
 * What the tray shows. `sinceMs` tells since when an issue is open (by its key), so that the newest come first; those
 * of which nothing is known come last.
 */
export function trayViewOf(facts: HeadlineFacts, sinceMs: (key: string) => number | null): TrayView {
  const { status, nowMs } = facts;
  const { state, tone, sentence } = verdictOf(facts);
  const issues = issuesOf(status, nowMs);
  const knownSince = (issue: (typeof issues)[number]) => issue.sinceMs ?? sinceMs(issue.key) ?? 0;
  const newest = issues.toSorted((a, b) => knownSince(b) - knownSince(a)).slice(0, causesAtMost);
  const mine = issues.filter(({ kind }) => kind !== "waiting");
  // Files that need a person count one by one, whatever stops them all counts as one.
  const badge = mine.reduce((sum, { key, count }) => sum + (key.startsWith("files:") ? count : 1), 0);
  const pause = status.holds.find(({ lane }) => lane === "pause");
  return {
    state,
    tone,
    tooltip: sentence,
    causes: newest.map((issue) => ({
      cause: issue.cause,
      label: inWords(issue, nowMs),
      filter: issue.filter,
    })),
    badge,
    unsentCount: unsentCount(status),
    pause: pause === undefined ? null : { untilMs: pause.nextTryAtMs },
  };
}
