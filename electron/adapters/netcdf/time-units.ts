/** Times as NetCDF files state them: a unit and a moment to count from. */
export interface TimeUnits {
  readonly unitMs: number;
  /** Epoch milliseconds UTC. */
  readonly sinceMs: number;
}

const unitMs: readonly (readonly [pattern: RegExp, ms: number])[] = [
  [/^(ms|msecs?|millisec(ond)?s?|milliseconds?)$/, 1],
  [/^(s|secs?|seconds?)$/, 1_000],
  [/^(min|mins|minutes?)$/, 60_000],
  [/^(h|hr|hrs|hours?)$/, 3_600_000],
  [/^(d|days?)$/, 86_400_000],
];

const sincePattern =
  /^(\w+)\s+since\s+(\d{1,4})-(\d{1,2})-(\d{1,2})(?:[T\s]+(\d{1,2}):(\d{1,2})(?::(\d{1,2}(?:\.\d*)?))?)?\s*(Z|UTC|GMT|[+-]\d{1,2}(?::?\d{2})?)?$/i;

/**
 * Reads `hours since 2026-11-21 00:00:00 +00:00`, and `decimal hours since midnight` with the file's day. Null for anything
 * else, and for calendars whose days are not those of the clock.
 */
export function parseTimeUnits(
  units: string,
  calendar: string | null,
  /** Midnight of the file's day, epoch milliseconds UTC, where the file says its day. */
  dayMs: number | null,
): TimeUnits | null {
  if (calendar !== null && !/^(standard|gregorian|proleptic_gregorian)$/i.test(calendar)) return null;
  const trimmed = units.trim().replace(/^decimal\s+/i, "");
  const midnight = /^(\w+)\s+since\s+midnight(\s+UTC)?$/i.exec(trimmed);
  if (midnight?.[1] !== undefined) {
    const ms = msOf(midnight[1]);
    return ms === null || dayMs === null ? null : { unitMs: ms, sinceMs: dayMs };
  }
  const match = sincePattern.exec(trimmed);
  if (match === null) return null;
  const [, unit = "", year, month, day, hour = "0", minute = "0", second = "0", zone = "Z"] = match;
  const ms = msOf(unit);
  const midnightMs = utcDay(Number(year), Number(month), Number(day));
  if (ms === null || midnightMs === null) return null;
  const ofDayMs = Number(hour) * 3_600_000 + Number(minute) * 60_000 + Number(second) * 1_000;
  return { unitMs: ms, sinceMs: midnightMs + ofDayMs - zoneMs(zone) };
}

/** Midnight UTC of a day, epoch milliseconds; null where the calendar has no such day. */
export function utcDay(year: number, month: number, day: number): number | null {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : null;
}

function msOf(unit: string): number | null {
  return unitMs.find(([pattern]) => pattern.test(unit.toLowerCase()))?.[1] ?? null;
}

function zoneMs(zone: string): number {
  const offset = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(zone);
  if (offset === null) return 0;
  const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0);
  return (offset[1] === "-" ? -minutes : minutes) * 60_000;
}
