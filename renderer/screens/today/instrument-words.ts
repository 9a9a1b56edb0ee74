import { aboutText, countText } from "#base/text.ts";
import type { Activity } from "#contract/activity.ts";
import type { Status } from "#contract/status.ts";
import { dayText } from "#renderer/components/event-words.ts";
import type { Shape } from "#renderer/components/state-shape.tsx";
import { todayText } from "#renderer/text/today.tsx";

export type InstrumentStatus = Status["instruments"][number];
export type InstrumentActivity = Activity["instruments"][number];

export interface InstrumentState {
  readonly shape: Shape;
  readonly words: string;
}

/**
 * The state of one instrument: the worst thing that is true of it. A file that is being written is as it should be, and
 * so is one that goes at once, while nothing of the station is late.
 */
export function instrumentState(
  { name, folderTrouble, offUntil }: InstrumentStatus,
  activity: InstrumentActivity | undefined,
  { tray, issues, now }: Pick<Status, "tray" | "issues" | "now">,
): InstrumentState {
  const isPrompt = tray === "complete";
  const needed = (activity?.today.needsYou ?? 0) > 0;
  const own = issues.filter(
    ({ kind, instrument, key }) =>
      kind === "needsYou" &&
      // One cause that stopped files of several instruments names none of them.
      (instrument === name || (needed && instrument === null && key.startsWith("files:"))),
  );
  const isSnoozed = own.length > 0 && own.every(({ snoozed }) => snoozed != null);
  const shape = isSnoozed ? "over" : "problem";
  if (folderTrouble !== null) return { shape, words: todayText.folderAway };
  if (activity === undefined) return { shape: "idle", words: "Watched" };
  if (activity.isSilent && !needed) return { shape, words: "Silent" };
  if (needed || own.length > 0) return { shape, words: isSnoozed ? todayText.snoozed : todayText.needsYou };
  if (activity.queue.waiting > 0 && !isPrompt) return { shape: "retry", words: "Retrying" };
  if (activity.isQuiet) return { shape: "retry", words: "Quiet" };
  if (isBehind(activity)) return { shape: "busy", words: "Catching up" };
  if (activity.queue.unsent > 0 && !isPrompt) return { shape: "idle", words: "To send" };
  if (offUntil !== null)
    return { shape: "idle", words: todayText.offUntil(dayText(offUntil, Date.parse(now))) };
  return activity.lastFileAt === null
    ? { shape: "idle", words: todayText.noFileYet }
    : { shape: "done", words: "Fine" };
}

/** The most troubled first. */
const order: readonly Shape[] = ["problem", "retry", "over", "busy", "idle", "done"];

export function byTrouble(one: InstrumentState, other: InstrumentState): number {
  return order.indexOf(one.shape) - order.indexOf(other.shape);
}

/** Fewer files than this wait for their turn on every day. */
const backlogFrom = 20;

function isBehind({ queue }: Pick<InstrumentActivity, "queue">): boolean {
  return queue.unsent >= backlogFrom;
}

/** Many files to send: how far it has come in two days, 0 to 1, and in words what is left. Null where few are. */
export function backlogOf(
  activity: Pick<InstrumentActivity, "deliveredHourly" | "queue">,
  hourStart: string,
  nowMs: number,
): { readonly share: number; readonly words: string } | null {
  if (!isBehind(activity)) return null;
  const { deliveredHourly, queue } = activity;
  const delivered = deliveredHourly.reduce((sum, count) => sum + count, 0);
  const share = delivered / (delivered + queue.unsent);
  const inLastHours = deliveredHourly.slice(-2).reduce((sum, count) => sum + count, 0);
  const overMs = 3_600_000 + nowMs - Date.parse(hourStart);
  const left = inLastHours === 0 ? "" : `, about ${aboutText((queue.unsent / inLastHours) * overMs)}`;
  return { share, words: `${Math.floor(share * 100)} % sent, ${countText(queue.unsent)} left${left}` };
}

/** `23 of 24`: on the portal, of the files finished today. */
export function todayCount({ found, delivered }: InstrumentActivity["today"]): string {
  return found === 0 ? todayText.noneToday : `${countText(delivered)} of ${countText(found)}`;
}

/** Files an hour over the last hour: the running one and what is left of the one before. */
export function inLastHour(hourly: readonly number[], hourStart: string, nowMs: number): number {
  const [before = 0, running = 0] = hourly.slice(-2);
  const gone = Math.min(1, Math.max(0, (nowMs - Date.parse(hourStart)) / 3_600_000));
  return Math.round(running + before * (1 - gone));
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
