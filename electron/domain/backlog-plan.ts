import { type RateRow, rateAt } from "./timetable.ts";

/** Files and their bytes. */
export interface FilesAndBytes {
  readonly files: number;
  readonly bytes: number;
}

/** Days that a backlog takes. */
export interface PlannedDays {
  readonly least: number;
  readonly most: number;
}

/** Files of a measurement date that are here: those that are not on the portal, and how many are. */
export interface PlannedDay extends FilesAndBytes {
  readonly date: string;
  readonly onPortal: number;
}

/** The backlog is sent at night alone, local time, and today's files at any time. */
export const nightsOnly: readonly RateRow[] = [{ from: "07:00", to: "18:00", kBps: "off" }];

/** A rate may be so much better or worse than it was measured. */
const doubt = 1.1;
const daysAWeek = 7;
const minutesADay = 1440;

/**
 * Days that so many bytes take at this rate, two digits each, while new data come in: at the least as if none came. `rows`:
 * timetable that slows or stops the backlog. Null where new data alone use up the rate.
 */
export function plannedDays(
  bytes: number,
  bytesPerSecond: number,
  perDay: Pick<FilesAndBytes, "bytes">,
  rows: readonly RateRow[] = [],
): PlannedDays | null {
  const newRate = perDay.bytes / minutesADay / 60;
  const [aDay, left] = [0, newRate].map((taken) => bytesADay(bytesPerSecond, taken, rows));
  if (bytes === 0) return { least: 0, most: 0 };
  if (aDay === undefined || left === undefined || left <= 0) return null;
  return { least: twoDigits(bytes / aDay / doubt), most: twoDigits((bytes / left) * doubt) };
}

/** Bytes of the backlog that go on a day of a usual week, where new data take `taken` bytes a second. */
function bytesADay(bytesPerSecond: number, taken: number, rows: readonly RateRow[]): number {
  let sum = 0;
  for (let minute = 0; minute < daysAWeek * minutesADay; minute += 1) {
    const wall = { day: Math.floor(minute / minutesADay), minute: minute % minutesADay };
    const { limitKBps, stopped } = rateAt(rows, wall);
    const rate = stopped === null ? Math.min(bytesPerSecond, (limitKBps ?? Infinity) * 1000) : 0;
    sum += Math.max(0, rate - taken) * 60;
  }
  return sum / daysAWeek;
}

/** The whole of these days, and its months with something to send; `since` null: all of them. */
export function planFrom(days: readonly PlannedDay[], since: string | null) {
  const months = new Map<string, FilesAndBytes & { readonly month: string }>();
  let [files, bytes, onPortal] = [0, 0, 0];
  for (const day of days) {
    if (since !== null && day.date < since) continue;
    files += day.files;
    bytes += day.bytes;
    onPortal += day.onPortal;
    if (day.files === 0) continue;
    const month = day.date.slice(0, 7);
    const sum = months.get(month) ?? { month, files: 0, bytes: 0 };
    months.set(month, { month, files: sum.files + day.files, bytes: sum.bytes + day.bytes });
  }
  return { files, bytes, onPortal, months: [...months.values()] };
}

function twoDigits(value: number): number {
  return Number(value.toPrecision(2));
}
