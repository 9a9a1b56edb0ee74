import { addDays } from "#base/dates.ts";
import { dateText } from "#base/text.ts";
import type { CleanupMonthShown } from "#contract/cleanup-lists.ts";
import { daysOfMonth, monthInWords } from "#domain/calendar-month.ts";
import type { ShownDay } from "#renderer/model/coverage-model.ts";
import { cleanupText } from "#renderer/text/cleanup-text.ts";

/** Day on which all files of a month are old enough, also one that spans the whole month. */
export function oldEnoughOn(month: string, olderThanDays: number): string {
  return addDays(daysOfMonth(month).to, olderThanDays + 1);
}

/** Says when the first month of files that are too young is old enough as a whole; null where none is too young. */
export function oldEnoughWords(
  months: readonly Pick<CleanupMonthShown, "month" | "kept">[],
  olderThanDays: number,
  nowMs = Date.now(),
): string | null {
  const [first] = youngMonths(months);
  if (first === undefined) return null;
  return cleanupText.oldEnough(monthInWords(first), dateText(oldEnoughOn(first, olderThanDays), nowMs));
}

/** Months with files that are too young, oldest first. */
export function youngMonths(months: readonly Pick<CleanupMonthShown, "month" | "kept">[]): readonly string[] {
  const young = months.filter(({ kept }) => kept.some(({ reason }) => reason === "young"));
  return [...new Set(young.map(({ month }) => month))].toSorted();
}

/** Files of a month that were ever found here, and how far the portal is with them. */
interface MonthFound {
  /** `YYYY-MM` */
  readonly month: string;
  readonly measured: number;
  /** Null while neither a receipt nor a list tells. */
  readonly accepted: number | null;
  readonly processed: number | null;
}

/** Months with files, oldest first, of the days of any instruments. */
export function monthsFound(
  days: readonly Pick<ShownDay, "date" | "measured" | "accepted" | "processed">[],
): readonly MonthFound[] {
  const found = days.filter(({ measured }) => measured > 0);
  return [...Map.groupBy(found, ({ date }) => date.slice(0, 7))]
    .map(([month, own]) => ({
      month,
      measured: own.reduce((sum, { measured }) => sum + measured, 0),
      accepted: sumOfKnown(own.map(({ accepted }) => accepted)),
      processed: sumOfKnown(own.map(({ processed }) => processed)),
    }))
    .sort((one, other) => (one.month < other.month ? -1 : 1));
}

function sumOfKnown(counts: readonly (number | null)[]): number | null {
  const known = counts.filter((count) => count !== null);
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0);
}
