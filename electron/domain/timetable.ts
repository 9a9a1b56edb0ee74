import { minuteOfClock } from "./quiet-hours.ts";

/** A row of `portal.rates`: at these times of the week, local time, so much may be sent. */
export interface RateRow {
  /** Days on which the span begins: `mon-fri`, `sat,sun`; left out: every day. */
  readonly days?: string | undefined;
  /** `HH:MM`; left out: the begin of the day. */
  readonly from?: string | undefined;
  /** `HH:MM`, or `24:00`; left out: the end of the day. Before `from` it is of the day after. */
  readonly to?: string | undefined;
  /** Kilobytes (1,000 bytes) a second; null: no limit; `off`: the backlog waits, and with `all` today's files, too. */
  readonly kBps: number | "off" | null;
  readonly all?: boolean | undefined;
}

/** Local wall-clock time: day of the week (0 is Sunday), and minute of the day. */
export interface WallTime {
  readonly day: number;
  readonly minute: number;
}

/** Rate that the timetable allows at a moment. */
export interface RateNow {
  /** Kilobytes a second; null: no limit. */
  readonly limitKBps: number | null;
  /** Nothing at all is sent, or no backlog. */
  readonly stopped: "all" | "backlog" | null;
}

const dayNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const daysAWeek = 7;
const minutesADay = 1440;
const free: RateNow = { limitKBps: null, stopped: null };

/** Days of the week of `mon-fri` or `sat,sun`, 0 is Sunday; a span may pass the weekend. Null for any other text. */
export function daysIn(text: string): ReadonlySet<number> | null {
  const days = new Set<number>();
  for (const part of text.toLowerCase().split(",")) {
    const [first = "", last = first, ...more] = part
      .trim()
      .split("-")
      .map((name) => dayNames.indexOf(name.trim()) + 1);
    if (Number(first) === 0 || Number(last) === 0 || more.length > 0) return null;
    const length = (Number(last) - Number(first) + daysAWeek) % daysAWeek;
    for (let day = 0; day <= length; day += 1) days.add((Number(first) - 1 + day) % daysAWeek);
  }
  return days;
}

/** Minute of the day of `HH:MM`, or of `24:00`, at which a row ends; null for any other text. */
export function minuteOfEnd(text: string): number | null {
  return text === "24:00" ? minutesADay : minuteOfClock(text);
}

const rowKeys = ["days", "from", "to", "kBps", "all"];

/** True for a row of the settings file, as written, that its rules allow. */
export function isRateRow(written: unknown): written is RateRow {
  if (typeof written !== "object" || written === null) return false;
  const { days, from = "00:00", to = "24:00", kBps, all = false }: Record<string, unknown> = { ...written };
  const begins = typeof from === "string" && minuteOfClock(from) !== null;
  const ends = typeof to === "string" && minuteOfEnd(to) !== null;
  const isRate = kBps === null || kBps === "off" || (typeof kBps === "number" && kBps > 0);
  const areDays = days === undefined || (typeof days === "string" && daysIn(days) !== null);
  const isKnown = Object.keys(written).every((key) => rowKeys.includes(key));
  return isKnown && areDays && begins && ends && from !== to && isRate && typeof all === "boolean";
}

/** The first row that fits decides; where none does, there is no limit. Only the wall clock counts: it may be set, and has summer time. */
export function rateAt(rows: readonly RateRow[], wall: WallTime): RateNow {
  const row = rows.find((one) => fits(one, wall));
  if (row === undefined) return free;
  if (row.kBps !== "off") return { limitKBps: row.kBps, stopped: null };
  return { limitKBps: null, stopped: row.all === true ? "all" : "backlog" };
}

function fits({ days, from = "00:00", to = "24:00" }: RateRow, { day, minute }: WallTime): boolean {
  const [begin, end] = [minuteOfClock(from), minuteOfEnd(to)];
  const meant = days === undefined ? null : daysIn(days);
  if (begin === null || end === null || (days !== undefined && meant === null)) return false;
  const isOn = (one: number) => meant === null || meant.has((one + daysAWeek) % daysAWeek);
  if (begin < end) return isOn(day) && begin <= minute && minute < end;
  return (isOn(day) && begin <= minute) || (isOn(day - 1) && minute < end);
}

/** Local wall-clock time of a moment, epoch milliseconds. */
export function wallTimeOf(nowMs: number): WallTime {
  const now = new Date(nowMs);
  return { day: now.getDay(), minute: now.getHours() * 60 + now.getMinutes() };
}

/** The lower of a limit of all times and the timetable's, kilobytes a second; null: no limit. */
export function limitAt(always: number | null, rows: readonly RateRow[], nowMs: number): number | null {
  const ofRow = rows.length === 0 ? null : rateAt(rows, wallTimeOf(nowMs)).limitKBps;
  return always === null || ofRow === null ? (always ?? ofRow) : Math.min(always, ofRow);
}

const minuteMs = 60_000;
/** No row lasts longer without another coming into force, but for one of all days. */
const longestMinutes = 7 * minutesADay;

/** How long nothing at all is sent from this moment on, milliseconds; 0: something is. Ask again when it is over. */
export function offForMs(rows: readonly RateRow[], nowMs: number): number {
  const isOff = (atMs: number) => rateAt(rows, wallTimeOf(atMs)).stopped === "all";
  if (!rows.some(({ all }) => all) || !isOff(nowMs)) return 0;
  const next = nowMs - (nowMs % minuteMs) + minuteMs;
  for (let minutes = 0; minutes < longestMinutes; minutes += 1)
    if (!isOff(next + minutes * minuteMs)) return next + minutes * minuteMs - nowMs;
  return longestMinutes * minuteMs;
}
