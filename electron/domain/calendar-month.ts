import { addDays, isRealDate, startOfDayMs } from "#base/dates.ts";
import { monthText } from "#base/text.ts";

/** True for `YYYY-MM` that the calendar has. */
export function isRealMonth(text: string): boolean {
  return /^\d{4}-\d{2}$/.test(text) && isRealDate(`${text}-01`);
}

/** First and last day of a month, `YYYY-MM`. */
export function daysOfMonth(month: string): { readonly from: string; readonly to: string } {
  const from = `${month}-01`;
  return { from, to: addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1) };
}

/** `November 2026`, of `2026-11`. */
export function monthInWords(month: string): string {
  return monthText(startOfDayMs(`${month}-01`));
}

/** Sentence against a month that has not begun on the day `today`; null where it has. */
export function futureMonthText(month: string, today: string): string | null {
  if (month <= today.slice(0, 7)) return null;
  return `${monthInWords(month)} has not begun: choose a month up to ${today.slice(0, 7)}.`;
}
