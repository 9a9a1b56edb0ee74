/** Calendar arithmetic in UTC on dates written `YYYY-MM-DD`. No clock in here: time is handed in. */

const dayMs = 86_400_000;
const form = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Time that a file covers: a day, or a month whose date is the first. */
export type Period = "day" | "month";

/** True when the calendar has this day (years 1 to 9999; months and days from 1). */
export function isCalendarDay(year: number, month: number, day: number): boolean {
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** True for `YYYY-MM-DD` that the calendar has: `2024-02-29` is, `2021-02-30` and `2020-8-1` are not. */
export function isRealDate(text: string): boolean {
  const found = form.exec(text);
  return found !== null && isCalendarDay(Number(found[1]), Number(found[2]), Number(found[3]));
}

const firstMs = Date.parse("0001-01-01T00:00:00.000Z");
const lastMs = Date.parse("9999-12-31T23:59:59.999Z");

/** Files are asked about one after the other, and most are of one day. */
let last = { day: Number.NaN, text: "" };

/** `YYYY-MM-DD` of the UTC day that holds this moment (epoch milliseconds); the first or last day of the calendar where none does. */
export function todayUtc(nowMs: number): string {
  const ms = Math.max(firstMs, Math.min(lastMs, nowMs));
  const day = Math.floor(ms / dayMs);
  if (day !== last.day) last = { day, text: new Date(ms).toISOString().slice(0, 10) };
  return last.text;
}

/** The date `days` later, or earlier where negative. `date` must be a real date. */
export function addDays(date: string, days: number): string {
  return todayUtc(startOfDayMs(date) + days * dayMs);
}

/** Days from `from` to `to`; negative when `to` is earlier. Both must be real dates. */
export function daysBetween(from: string, to: string): number {
  return Math.round((startOfDayMs(to) - startOfDayMs(from)) / dayMs);
}

/** Epoch milliseconds at which the UTC day begins. `date` must be a real date. */
export function startOfDayMs(date: string): number {
  if (!isRealDate(date)) throw new RangeError(`${JSON.stringify(date)} is no date`);
  return Date.parse(`${date}T00:00:00.000Z`);
}

/** Epoch milliseconds at which the period that holds `date` begins. */
export function startOfPeriodMs(date: string, period: Period): number {
  return startOfDayMs(period === "month" ? `${date.slice(0, 8)}01` : date);
}

/** Epoch milliseconds at which the period that holds `date` is over: the first moment after it, UTC. */
export function endOfPeriodMs(date: string, period: Period): number {
  const days = period === "month" ? daysInMonth(Number(date.slice(0, 4)), Number(date.slice(5, 7))) : 1;
  return startOfPeriodMs(date, period) + days * dayMs;
}

/** English names, from Sunday and from January on. */
export const weekdays: readonly string[] = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
];
export const months: readonly string[] = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** The UTC day of a moment (epoch milliseconds) in words; English, whatever language the system speaks. */
export function dayParts(atMs: number): {
  /** `Tuesday` */
  readonly weekday: string;
  readonly day: number;
  /** `November` */
  readonly month: string;
  readonly year: number;
} {
  const date = new Date(atMs);
  return {
    weekday: weekdays[date.getUTCDay()] ?? "",
    day: date.getUTCDate(),
    month: months[date.getUTCMonth()] ?? "",
    year: date.getUTCFullYear(),
  };
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Dates `from` to `to`, both included, oldest first. */
export function datesBetween(from: string, to: string): readonly string[] {
  const dates: string[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date);
  return dates;
}
