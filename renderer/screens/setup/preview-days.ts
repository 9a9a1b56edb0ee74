import { addDays, daysBetween } from "#base/dates.ts";
import type { Output } from "#contract/methods.ts";

type DayPlan = Output<"settings.dryRun">["byDay"][number];

/** Files that would be sent from a day on. */
export interface Share {
  readonly count: number;
  readonly bytes: number;
  /** Files of days before. */
  readonly left: number;
}

/** `since` null: everything. */
export function shareFrom(byDay: readonly DayPlan[], since: string | null): Share {
  let [count, bytes, left] = [0, 0, 0];
  for (const day of byDay) {
    if (since !== null && day.date < since) left += day.count;
    else {
      count += day.count;
      bytes += day.bytes;
    }
  }
  return { count, bytes, left };
}

/** A column of the strip: one day, or several where there are more days than columns. */
export interface StripColumn {
  readonly from: string;
  readonly to: string;
  readonly count: number;
  readonly bytes: number;
}

const mostColumns = 90;

/** Every day from the first with files to the last, oldest first; days without files are columns, too. */
export function stripOf(byDay: readonly DayPlan[]): readonly StripColumn[] {
  const oldest = byDay.at(-1)?.date;
  const newest = byDay[0]?.date;
  if (oldest === undefined || newest === undefined) return [];
  const days = daysBetween(oldest, newest) + 1;
  const width = Math.ceil(days / mostColumns);
  const columns: StripColumn[] = [];
  for (let at = 0; at < days; at += width) {
    const from = addDays(oldest, at);
    const last = addDays(from, width - 1);
    columns.push({ from, to: last < newest ? last : newest, count: 0, bytes: 0 });
  }
  for (const { date, count, bytes } of byDay) {
    const at = Math.floor(daysBetween(oldest, date) / width);
    const column = columns[at];
    if (column !== undefined)
      columns[at] = { ...column, count: column.count + count, bytes: column.bytes + bytes };
  }
  return columns;
}
