import { addDays } from "#base/dates.ts";

/** Address of a day of an instrument in Coverage, among as many days as it takes to show it; `isAgain`: its files are selected. */
export function coverageAddress(instrument: string, date: string, today: string, isAgain = false): string {
  const days = [35, 90].find((span) => addDays(today, 1 - span) <= date);
  const shown: Record<string, string> =
    days === undefined ? { month: date.slice(0, 7) } : { days: String(days) };
  return `/coverage?${new URLSearchParams({ instrument, date, ...shown, ...(isAgain ? { again: "" } : {}) })}`;
}
