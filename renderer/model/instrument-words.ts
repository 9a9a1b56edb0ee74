import { say } from "#base/say.ts";
import { bytesOfText, countText, rangeText, rateText } from "#base/text.ts";
import type { ActivityShown } from "#contract/activity.ts";
import type { StatusShown } from "#contract/status.ts";
import { dayText } from "#renderer/components/event-words.ts";
import type { Shape } from "#renderer/components/state-shape.tsx";
import { todayText } from "#renderer/text/today.tsx";

export type InstrumentStatusShown = StatusShown["instruments"][number];
export type InstrumentActivityShown = ActivityShown["instruments"][number];

export interface InstrumentState {
  readonly shape: Shape;
  readonly words: string;
}

/** Kinds of issues that ask somebody for something now. */
const forPerson: ReadonlySet<StatusShown["issues"][number]["kind"]> = new Set([
  "needsYou",
  "silentInstrument",
]);

/**
 * The state of one instrument: the worst thing that is true of it. A file that is being written is as it should be, and
 * so is one that goes at once, while nothing of the station is late.
 */
export function instrumentState(
  instrument: InstrumentStatusShown,
  activity: InstrumentActivityShown | undefined,
  { tray, issues, now }: Pick<StatusShown, "tray" | "issues" | "now">,
): InstrumentState {
  const { name, folderTrouble, offUntil } = instrument;
  const queue = queueOf(instrument);
  const isPrompt = tray === "complete";
  const needed = queue.needsYou > 0;
  const own = issues.filter(
    ({ kind, instrument: whose, key }) =>
      forPerson.has(kind) &&
      // A cause that stopped files of several instruments names none of them.
      (whose === name || (needed && whose === null && key.startsWith("files:"))),
  );
  const isSnoozed = own.length > 0 && own.every(({ snoozed }) => snoozed != null);
  const shape = isSnoozed ? "over" : "problem";
  if (folderTrouble !== null) return { shape, words: todayText.folderAway };
  if (activity === undefined) return { shape: "idle", words: say("Watched") };
  if (activity.isSilent && !needed) return { shape: isSnoozed ? "over" : "silent", words: say("Silent") };
  if (needed || own.length > 0) return { shape, words: isSnoozed ? todayText.snoozed : todayText.needsYou };
  if (queue.waiting > 0 && !isPrompt) return { shape: "retry", words: say("Retrying") };
  if (activity.isQuiet) return { shape: "notice", words: say("Quiet") };
  if (isBehind(queue)) return { shape: "busy", words: say("Catching up") };
  if (queue.unsent > 0 && !isPrompt) return { shape: "idle", words: say("To send") };
  if (offUntil !== null)
    return { shape: "idle", words: todayText.offUntil(dayText(offUntil, Date.parse(now))) };
  return activity.lastFileAt === null
    ? { shape: "idle", words: todayText.noFileYet }
    : { shape: "done", words: say("Fine") };
}

type Queue = InstrumentStatusShown["queue"];

/** Gives the counts of its unsent files; a host of an older version does not tell. */
export function queueOf({ queue }: { readonly queue?: Queue }): Queue {
  return queue ?? { unsent: 0, waiting: 0, needsYou: 0 };
}

/** The most troubled first. */
const order: readonly Shape[] = ["problem", "silent", "notice", "retry", "over", "busy", "idle", "done"];

export function byTrouble(one: InstrumentState, other: InstrumentState): number {
  return order.indexOf(one.shape) - order.indexOf(other.shape);
}

/** Fewer files than this wait for their turn on every day. */
const backlogFrom = 20;

function isBehind({ unsent }: Pick<Queue, "unsent">): boolean {
  return unsent >= backlogFrom;
}

/** Many files to send: how far it has come in two days, 0 to 1, and in words what is left. Null where few are. */
export function backlogOf(
  deliveredHourly: readonly number[],
  queue: Pick<Queue, "unsent">,
): { readonly share: number; readonly words: string } | null {
  if (!isBehind(queue)) return null;
  const delivered = deliveredHourly.reduce((sum, count) => sum + count, 0);
  const share = delivered / (delivered + queue.unsent);
  return {
    share,
    words: say("{share} % sent, {unsent} left", { share: Math.floor(share * 100), unsent: queue.unsent }),
  };
}

/** The same of all instruments by bytes, in clauses, as `status` and the tray tell it; null where few files are left. */
export function wholeBacklogOf(
  progress: StatusShown["sending"]["progress"] | undefined,
): { readonly share: number; readonly clauses: readonly string[] } | null {
  if (progress == null || !isBehind({ unsent: progress.ofFiles - progress.files })) return null;
  const { bytes, ofBytes } = progress;
  return { share: ofBytes === 0 ? 0 : Math.min(1, bytes / ofBytes), clauses: progressWords(progress) };
}

/** `12.4 of 30.3 MB`, `41 of 2,000 files`, `2.1 MB/s`, `about 8 s left`. */
function progressWords(progress: NonNullable<StatusShown["sending"]["progress"]>): readonly string[] {
  const { bytes, ofBytes, files, ofFiles, bytesPerSecond, timeLeft } = progress;
  return [
    bytesOfText(bytes, ofBytes),
    say("{files} of {ofFiles, plural, one {# file} other {# files}}", { files, ofFiles }),
    ...(bytesPerSecond === null ? [] : [rateText(bytesPerSecond)]),
    ...(timeLeft === null ? [] : [say("{span} left", { span: rangeText(timeLeft.fromMs, timeLeft.toMs) })]),
  ];
}

/** Many files of earlier days are left to send. */
export function hasBacklog({ backlog, sending }: Pick<StatusShown, "backlog" | "sending">): boolean {
  return isBehind({ unsent: backlog.files }) && wholeBacklogOf(sending.progress) !== null;
}

/** `23 of 24`: on the portal, of the files finished today. */
export function todayCount({
  found,
  delivered,
}: Pick<InstrumentStatusShown["today"], "found" | "delivered">): string {
  return found === 0 ? todayText.noneToday : say("{delivered} of {found}", { delivered, found });
}

/** Files that come more often than this, in minutes, are always about to come. */
const tellsNextFrom = 10;
const roundedToMs = 5 * 60_000;

/** About when its next file is expected; null where that says nothing. */
export function nextFileOf({
  nextFileAt = null,
  usualMinutes,
}: Partial<Pick<InstrumentActivityShown, "nextFileAt">> & Pick<InstrumentActivityShown, "usualMinutes">):
  | string
  | null {
  if (nextFileAt === null || (usualMinutes ?? 0) < tellsNextFrom) return null;
  return new Date(Math.round(Date.parse(nextFileAt) / roundedToMs) * roundedToMs).toISOString();
}

/** Adds up the counts of the running hour and the one before. */
export function inTwoHours(hourly: readonly number[]): number {
  return hourly.slice(-2).reduce((sum, count) => sum + count, 0);
}

/** Begin of the hour before the one that begins at `hourStart`. */
export function hourBefore(hourStart: string): string {
  return new Date(Date.parse(hourStart) - 3_600_000).toISOString();
}

/** All of the hours together. */
export function summedHours(lists: readonly (readonly number[])[]): readonly number[] {
  return (lists[0] ?? []).map((_, hour) => lists.reduce((sum, list) => sum + (list[hour] ?? 0), 0));
}

/** The strip for screen readers. */
export function hourlyText(hourly: readonly number[]): string {
  const sum = hourly.reduce((all, count) => all + count, 0);
  if (sum === 0) return todayText.noFileInHours(hourly.length);
  const silent = hourly.length - 1 - hourly.findLastIndex((count) => count > 0);
  const since = silent === 0 ? "" : todayText.noneInLast(silent);
  return todayText.filesPerHourText(countText(sum), hourly.length, countText(Math.max(...hourly)), since);
}
