import type { DigestPeriod } from "./notification-settings.ts";
import { minuteOfClock } from "./quiet-hours.ts";

const monday = 1;

/**
 * The last moment at or before `nowMs` (epoch milliseconds) at which a digest was due: that minute of each day, or of each
 * Monday, on this PC's clock. `at` is `HH:MM`; anything else is midnight.
 */
export function lastDueMs(period: DigestPeriod, at: string, nowMs: number): number {
  const minute = minuteOfClock(at) ?? 0;
  const due = new Date(nowMs);
  due.setHours(Math.floor(minute / 60), minute % 60, 0, 0);
  if (due.getTime() > nowMs) due.setDate(due.getDate() - 1);
  while (period === "weekly" && due.getDay() !== monday) due.setDate(due.getDate() - 1);
  // A minute that does not exist (a clock that was put forward) becomes the next one that does.
  due.setHours(Math.floor(minute / 60), minute % 60, 0, 0);
  return due.getTime();
}
