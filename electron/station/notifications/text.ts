import { bytesText, capital, counted, countText, minuteText, spanText } from "#base/text.ts";
import { unsentStates } from "#domain/upload.ts";
import { type Issue, inWords } from "#station/status/issue.ts";
import { unseenThere } from "#station/status/phrases.ts";
import type { OpenNotification } from "./memory.ts";
import type { NotificationMessage } from "./types.ts";

/** Sentences of the notifications that depend on nothing. */
export const notificationText = {
  starting: "Skyferry is starting",
  allResolved: "all problems are resolved",
  testTitle: "Test notification",
  testSentence: "Skyferry can reach you here.",
  snoozed: "Snoozed: the problem continues and is reported again when the snooze ends.",
  switchedOff: "No longer reported: this notification was switched off in Settings.",
};

/** Sentences of a digest. */
export const digestText = {
  titles: { daily: "Daily digest", weekly: "Weekly digest" },
  delivered: (files: number, sentBytes: number, sinceMs: number, nowMs: number) =>
    `${counted(files, "file")} (${bytesText(sentBytes)}) ${files === 1 ? "was" : "were"} delivered since ${minuteText(sinceMs, nowMs)}.`,
  unsent: (files: number, refused: number) => {
    if (files === 0) return "No files are waiting.";
    const forPerson = refused === 0 ? "" : `, ${counted(refused, "of them needs you", "of them need you")}`;
    return `${counted(files, "file")} ${files === 1 ? "is" : "are"} waiting${forPerson}.`;
  },
  open: (words: string) => `Open: ${words}.`,
  silent: (words: string) => `Silent: ${words}.`,
  complete: (complete: number, all: number) =>
    `${countText(complete)} of ${counted(all, "instrument day")} ${complete === 1 ? "is" : "are"} complete.`,
  gaps: (words: string) => `Gaps: ${words}.`,
  more: (left: number) => `and ${countText(left)} more`,
  coverageUnknown: "Coverage: not yet checked against the portal.",
};

/** Makes the notification that tells of these issues, of which there is at least one; the most serious comes first. */
export function notificationOf(
  open: Pick<OpenNotification, "id" | "sinceMs">,
  issues: readonly [Issue, ...Issue[]],
  around: { readonly unsent: number; readonly nowMs: number; readonly isRepeat: boolean },
): NotificationMessage {
  const [first, ...others] = issues;
  const { nowMs, isRepeat } = around;
  const sentences = [
    ...whatStands(issues, open.sinceMs, around),
    isRepeat && !(first.takesSince && others.length === 0) && first.kind !== "silentInstrument"
      ? `This has lasted for ${spanText(nowMs - open.sinceMs)}, since ${minuteText(open.sinceMs, nowMs)}`
      : "",
    issues.every(({ isUnseen }) => isUnseen) ? capital(unseenThere) : areSafe(around.unsent),
    others.length === 0 ? capital(first.remedy) : "Skyferry shows what to do about each problem",
  ];
  return {
    id: open.id,
    kind: first.kind,
    kinds: [...new Set(issues.map(({ kind }) => kind))],
    instruments: [...new Set(issues.map(({ instrument }) => instrument))],
    cause: first.cause,
    title: others.length === 0 ? first.label : titleOfSeveral(issues),
    sentence: sentences
      .filter((sentence) => sentence !== "")
      .map((sentence) => `${sentence}.`)
      .join(" "),
    count: Math.max(...issues.map(({ count }) => count)),
    sinceMs: open.sinceMs,
    isRepeat,
    filter: others.length === 0 ? first.filter : { states: unsentStates },
  };
}

/** Issues that are named if many come at once: a telephone shows a few lines, and the title has their number. */
const toldAtMost = 5;

function whatStands(
  issues: readonly [Issue, ...Issue[]],
  sinceMs: number,
  { nowMs, isRepeat }: { readonly nowMs: number; readonly isRepeat: boolean },
): readonly string[] {
  const [first, ...others] = issues;
  if (others.length > 0) {
    const left = issues.length - toldAtMost;
    const listed = issues
      .slice(0, left > 1 ? toldAtMost : issues.length)
      .map((issue) => inWords(issue, nowMs));
    return left > 1 ? [...listed, counted(left, "more problem")] : listed;
  }
  if (!first.takesSince) return [first.label];
  if (!isRepeat) return [`${first.label} since ${minuteText(sinceMs, nowMs)}`];
  return [`${first.label} for ${spanText(nowMs - sinceMs)}, since ${minuteText(sinceMs, nowMs)}`];
}

function titleOfSeveral(issues: readonly Issue[]): string {
  const mine = issues.filter(({ kind }) => kind === "needsYou").length;
  const all = countText(issues.length);
  if (mine === 0) return `${all} problems at once`;
  return mine === 1
    ? `${all} problems at once, 1 needs you`
    : `${all} problems at once, ${countText(mine)} need you`;
}

/** Makes the notification that follows when all that another told of is over. */
export function resolvedOf(
  open: OpenNotification,
  { cause, count, filter }: Pick<NotificationMessage, "cause" | "count" | "filter">,
  overAtMs: number,
): NotificationMessage {
  const { id, sinceMs, title, over, kind } = open;
  return {
    cause,
    count,
    filter,
    id: `${id}-resolved`,
    kind: "resolved",
    kinds: open.kinds ?? [kind],
    instruments: open.instruments ?? [null],
    title: `Resolved: ${title}`,
    sentence: resolvedWords(overAtMs - sinceMs, over),
    sinceMs,
    isRepeat: false,
  };
}

/** `Resolved after 4 min, nothing lost: the portal answers again.` */
export function resolvedWords(afterMs: number, over: string): string {
  return `Resolved after ${spanText(afterMs)}, nothing lost: ${over}.`;
}

function areSafe(count: number): string {
  if (count === 0) return "No files are waiting";
  return `${counted(count, "file")} ${count === 1 ? "is" : "are"} safe here`;
}
