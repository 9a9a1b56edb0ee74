/** Clock that the portal takes its time from; tests give their own. */
export type PortalClock = {
  /** Epoch milliseconds. */
  nowMs(): number;
};

const dayMs = 86_400_000;

/** Timestamp of the contract: ISO 8601 UTC with milliseconds. */
export function timestampOf(ms: number): string {
  return new Date(ms).toISOString();
}

/** UTC date `YYYY-MM-DD`. */
export function utcDateOf(ms: number): string {
  return timestampOf(ms).slice(0, 10);
}

/** Whether the text is `YYYY-MM-DD` and a day that exists: not `2021-02-30`, not `2020-8-1`. */
export function isCalendarDate(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00.000Z`);
  return !Number.isNaN(ms) && utcDateOf(ms) === text;
}

/** Days from today to the given date; negative in the past. */
export function daysAhead(date: string, nowMs: number): number {
  return (Date.parse(`${date}T00:00:00.000Z`) - Date.parse(`${utcDateOf(nowMs)}T00:00:00.000Z`)) / dayMs;
}

/**
 * The day of an announcement: `YYYY-MM-DD` or, as the live portal tolerates it, an ISO date-time that begins with one.
 * Undefined when the text is neither, or names no day; there is no year 0.
 */
export function dateOfMoment(text: string): string | undefined {
  const date = text.slice(0, 10);
  const isMoment = /^[-\d]{10}(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.test(text);
  return isMoment && isCalendarDate(date) && !date.startsWith("0000") ? date : undefined;
}
