import { addDays, datesBetween } from "#base/dates.ts";
import { stripKeys } from "#renderer/components/strip-keys.ts";
import type { ShownDay } from "#renderer/model/coverage-model.ts";
import { shortDate } from "#renderer/model/coverage-words.ts";

/** Days of the calendar. */
export const yearDays = 365;

/** A year as weeks side by side, Monday first. */
export interface Year {
  /** Every day, oldest first. */
  readonly dates: readonly string[];
  /** A row for each weekday, Monday first; null where the year has not begun or is over. */
  readonly rows: readonly (readonly (string | null)[])[];
  /** Months with the week in which they begin. */
  readonly months: readonly { readonly name: string; readonly column: number }[];
}

/** Weekday of a date, 0 is Monday. */
function weekday(date: string): number {
  return (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** The year that ends on this day. */
export function yearUntil(today: string): Year {
  const dates = datesBetween(addDays(today, 1 - yearDays), today);
  const lead = weekday(dates[0] ?? today);
  const columns = Math.ceil((lead + dates.length) / 7);
  const at = (row: number, column: number) => dates[column * 7 + row - lead] ?? null;
  const months = dates.flatMap((date, index) =>
    date.endsWith("-01") ? [{ name: shortDate(date).month, column: Math.floor((index + lead) / 7) }] : [],
  );
  return {
    dates,
    rows: Array.from({ length: 7 }, (_, row) =>
      Array.from({ length: columns }, (_, column) => at(row, column)),
    ),
    months,
  };
}

/** Keys of the calendar: up and down a day, left and right a week. */
export const yearKeys = {
  ...stripKeys,
  ArrowUp: -1,
  ArrowDown: 1,
  ArrowLeft: -7,
  ArrowRight: 7,
  PageUp: -28,
  PageDown: 28,
};

/** How a day looks: its state, and apart what was measured elsewhere, or here and not compared yet. */
export const dayLooks = [
  "complete",
  "pending",
  "gap",
  "elsewhere",
  "uncompared",
  "empty",
  "unknown",
] as const;

export type DayLook = (typeof dayLooks)[number];

export function lookOf({ state, measured, onlyOnPortal }: ShownDay): DayLook {
  if (state === "unknown") return measured > 0 ? "uncompared" : "unknown";
  return state === "empty" && (onlyOnPortal ?? 0) > 0 ? "elsewhere" : state;
}

/** Gives the share that the portal has of a day that is under way: 0 to 1. */
export function shareOf({ measured, accepted }: ShownDay): number {
  return measured === 0 ? 0 : (accepted ?? 0) / measured;
}
