import { addDays } from "#base/dates.ts";

/** Dates `from` to `to`, both included. */
export function datesBetween(from: string, to: string): readonly string[] {
  const dates: string[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date);
  return dates;
}

/** First and last date of each run of consecutive dates. */
export function runsOf(dates: readonly string[]): readonly (readonly [first: string, last: string])[] {
  const runs: [string, string][] = [];
  for (const date of dates) {
    const last = runs.at(-1);
    if (last !== undefined && addDays(last[1], 1) === date) last[1] = date;
    else runs.push([date, date]);
  }
  return runs;
}
