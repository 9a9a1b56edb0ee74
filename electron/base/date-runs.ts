import { addDays } from "./dates.ts";

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
