import { addDays } from "#base/dates.ts";
import { dateText } from "#base/text.ts";
import type { CleanupMonthShown } from "#contract/cleanup-lists.ts";
import { daysOfMonth, monthInWords } from "#domain/calendar-month.ts";
import { cleanupText } from "#renderer/text/cleanup-text.ts";

/** Says when the first month of files that are too young is old enough as a whole; null where none is too young. */
export function oldEnoughWords(
  months: readonly Pick<CleanupMonthShown, "month" | "kept">[],
  olderThanDays: number,
  nowMs = Date.now(),
): string | null {
  const young = months.filter(({ kept }) => kept.some(({ reason }) => reason === "young"));
  const first = young.map(({ month }) => month).toSorted()[0];
  if (first === undefined) return null;
  const day = addDays(daysOfMonth(first).to, olderThanDays + 1);
  return cleanupText.oldEnough(monthInWords(first), dateText(day, nowMs));
}
