import { runsOf } from "#base/date-runs.ts";
import { addDays } from "#base/dates.ts";
import { daysOfMonth } from "#domain/calendar-month.ts";
import type { ShownDay } from "#renderer/model/coverage-model.ts";
import { lookOf } from "#renderer/model/year-model.ts";

/** First day of the month a year before; with the days of this month they are fewer than one answer may have. */
export function firstOfYear(today: string): string {
  return `${Number(today.slice(0, 4)) - 1}${today.slice(4, 8)}01`;
}

/** The same day of the month after or before, or its last one. */
export function besideInMonth(date: string, isLater: boolean): string {
  const { from, to } = daysOfMonth(date.slice(0, 7));
  const month = (isLater ? addDays(to, 1) : addDays(from, -1)).slice(0, 7);
  const [same, last] = [`${month}${date.slice(7)}`, daysOfMonth(month).to];
  return same < last ? same : last;
}

/** Days of one month in words: late ones, those of which nobody has a file since the first with one, and how many are under way. */
export function gapsOf(days: readonly ShownDay[], since: string, today: string) {
  const datesOf = (fits: (day: ShownDay) => boolean) =>
    runsInWords(days.filter(fits).map(({ date }) => date));
  return {
    late: datesOf(({ state }) => state === "gap"),
    silent: datesOf(
      (day) => lookOf(day) === "empty" && day.measured === 0 && day.date > since && day.date < today,
    ),
    underWay: days.filter(({ state }) => state === "pending").length,
  };
}

/** `3, 7–9` */
function runsInWords(dates: readonly string[]): string {
  return runsOf(dates)
    .map(([from, to]) => [...new Set([from, to])].map((date) => Number(date.slice(8))).join("–"))
    .join(", ");
}
