import { countText, spanText } from "#base/text.ts";
import type { Activity } from "#contract/activity.ts";
import type { NotificationRecord } from "#contract/notifications.ts";
import type { Status } from "#contract/status.ts";
import type { Shape } from "#renderer/components/state-shape.tsx";
import { stationText } from "#renderer/text/station.tsx";

export type InstrumentStatus = Status["instruments"][number];
export type InstrumentActivity = Activity["instruments"][number];

/** The state of one instrument: the worst thing that is true of it. */
export function cardStatus(
  { folderTrouble, growing, offUntil }: InstrumentStatus,
  activity: InstrumentActivity | undefined,
): { readonly shape: Shape; readonly words: string } {
  if (folderTrouble !== null) return { shape: "problem", words: stationText.folderUnreadable };
  if (activity !== undefined && activity.today.needsYou > 0) return { shape: "problem", words: "Needs you" };
  if (activity?.isSilent === true) return { shape: "problem", words: "Silent" };
  if (activity !== undefined && activity.queue.waiting > 0) return { shape: "retry", words: "Retrying" };
  if (activity?.isQuiet === true) return { shape: "retry", words: "Quiet" };
  if (activity !== undefined && isBehind(activity)) return { shape: "busy", words: "Catching up" };
  if (activity !== undefined && activity.queue.unsent > 0)
    return { shape: "idle", words: stationText.hasFilesToSend };
  if (offUntil !== null) return { shape: "idle", words: stationText.offUntil(offUntil) };
  if (growing > 0) return { shape: "growing", words: stationText.writingAFile };
  if (activity === undefined) return { shape: "idle", words: "Watched" };
  return activity.lastFileAt === null
    ? { shape: "idle", words: stationText.noFileYet }
    : { shape: "done", words: "All delivered" };
}

/** Fewer files than this wait for their turn on every day. */
const backlogFrom = 20;

function isBehind({ queue }: InstrumentActivity): boolean {
  return queue.unsent >= backlogFrom;
}

/** Many files to send: how far it has come in two days, 0 to 1, and in words what is left. Null where few are. */
export function backlogOf(
  activity: InstrumentActivity,
  hourStart: string,
  nowMs: number,
): { readonly share: number; readonly words: string } | null {
  if (!isBehind(activity)) return null;
  const { deliveredHourly, queue } = activity;
  const delivered = deliveredHourly.reduce((sum, count) => sum + count, 0);
  const share = delivered / (delivered + queue.unsent);
  const inLastHours = deliveredHourly.slice(-2).reduce((sum, count) => sum + count, 0);
  const overMs = 3_600_000 + nowMs - Date.parse(hourStart);
  const left = inLastHours === 0 ? "" : `, about ${spanText((queue.unsent / inLastHours) * overMs)}`;
  return { share, words: `${Math.floor(share * 100)} % sent, ${countText(queue.unsent)} left${left}` };
}

/** What was told, as it is now: a silent instrument looks as it does on its card. */
export function notificationShape({
  kind,
  resolvedAt,
  filter,
}: Pick<NotificationRecord, "kind" | "resolvedAt" | "filter">): Shape {
  if (resolvedAt !== null) return "done";
  if (kind !== "waiting") return "problem";
  // Single files are tried again; the portal holds all of them.
  return filter.cause === undefined ? "held" : "retry";
}

/** `23 of about 24`, `23` where no interval is set. */
export function todayText({ found, expected }: InstrumentActivity["today"]): string {
  return expected === null ? countText(found) : `${countText(found)} of about ${countText(expected)}`;
}

/** The sparkline for readers by ear. */
export function hourlyText(hourly: readonly number[]): string {
  const sum = hourly.reduce((all, count) => all + count, 0);
  if (sum === 0) return stationText.noFileInHours(hourly.length);
  const silent = hourly.length - 1 - hourly.findLastIndex((count) => count > 0);
  const since = silent === 0 ? "" : stationText.noneInLast(silent);
  return stationText.filesPerHourText(countText(sum), hourly.length, countText(Math.max(...hourly)), since);
}
