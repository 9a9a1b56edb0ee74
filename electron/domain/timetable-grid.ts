import { isRateRow, type RateRow, rateAt } from "./timetable.ts";

/** Rate of an hour in the grid of the timetable: kilobytes a second, null for no limit, `off`: the backlog waits. */
export type HourRate = RateRow["kBps"];

/** Seven days of 24 hours each, Monday first; local time. */
export type WeekHours = readonly (readonly HourRate[])[];

export const hoursADay = 24;
/** Monday first. */
export const gridDays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/** Hours of a week by these rows of the settings file, as written; null where a grid of hours cannot show them. */
export function hoursOfRows(rows: unknown): WeekHours | null {
  const written = rows ?? [];
  if (!Array.isArray(written) || !written.every(isRateRow) || !written.every(isOnHours)) return null;
  return gridDays.map((_, day) =>
    Array.from({ length: hoursADay }, (__, hour) => {
      const { limitKBps, stopped } = rateAt(written, { day: (day + 1) % gridDays.length, minute: hour * 60 });
      return stopped === null ? limitKBps : "off";
    }),
  );
}

function isOnHours({ from = "00:00", to = "24:00", all }: RateRow): boolean {
  return all !== true && from.endsWith(":00") && to.endsWith(":00");
}

/** The fewest rows without overlap that give these hours; hours without a limit have none. */
export function rowsOfHours(hours: WeekHours): readonly RateRow[] {
  const days = hours.map(spansOf);
  const [byDay, byNight] = [rowsOfDays(days), rowsOfDays(withNights(days))];
  return byNight.length < byDay.length ? byNight : byDay;
}

type Days = readonly (readonly RateRow[])[];

/** The spans, where an evening and the next morning have the same rate as one of the evening's day. */
function withNights(days: Days): Days {
  return days.map((spans, day) => {
    const before = days.at(day - 1) ?? [];
    const after = days[(day + 1) % days.length] ?? [];
    return spans
      .filter((morning) => !before.some((evening) => isNight(evening, morning)))
      .map((evening) => {
        const morning = after.find((one) => isNight(evening, one));
        return morning === undefined ? evening : { from: evening.from, to: morning.to, kBps: evening.kBps };
      });
  });
}

function isNight(evening: RateRow, morning: RateRow): boolean {
  if (evening.from === undefined || morning.to === undefined) return false;
  const isMidnight = evening.to === undefined && morning.from === undefined;
  return isMidnight && morning.to < evening.from && morning.kBps === evening.kBps;
}

function rowsOfDays(week: Days): readonly RateRow[] {
  const spans = new Map<string, { readonly row: RateRow; readonly days: number[] }>();
  for (const [day, rows] of week.entries())
    for (const row of rows) {
      const key = JSON.stringify(row);
      const known = spans.get(key) ?? { row, days: [] };
      known.days.push(day);
      spans.set(key, known);
    }
  return [...spans.values()].map(({ row, days }) =>
    days.length === gridDays.length ? row : { days: daysText(days), ...row },
  );
}

/** Neighbouring hours of a day with the same rate, without those that have no limit. */
function spansOf(rates: readonly HourRate[]): readonly RateRow[] {
  const begins = rates.flatMap((rate, hour) => (hour === 0 || rates[hour - 1] !== rate ? hour : []));
  return begins.flatMap((from, at) => {
    const to = begins[at + 1] ?? hoursADay;
    const kBps = rates[from] ?? null;
    return kBps === null
      ? []
      : { ...(from > 0 && { from: clock(from) }), ...(to < hoursADay && { to: clock(to) }), kBps };
  });
}

const clock = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

/** `mon-fri`, `mon,wed-fri`, `sat,sun`. */
function daysText(days: readonly number[]): string {
  const begins = days.filter((day) => !days.includes(day - 1));
  return begins
    .map((first) => {
      let last = first;
      while (days.includes(last + 1)) last += 1;
      const link = last === first + 1 ? "," : "-";
      return first === last ? gridDays[first] : `${gridDays[first]}${link}${gridDays[last]}`;
    })
    .join(",");
}
