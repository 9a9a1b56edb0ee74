/** A span of local wall-clock time in which nothing is sent, `HH:MM`; may pass midnight. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}

const minutesADay = 1440;

/** Minute of the day of `HH:MM` (00:00 to 23:59), or null for any other text. */
export function minuteOfClock(text: string): number | null {
  const found = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
  return found === null ? null : Number(found[1]) * 60 + Number(found[2]);
}

/**
 * How long the quiet span still lasts, 0 when it is not quiet. `minuteOfDay` is local wall-clock time, 0 to below
 * 1440, fractions allowed. A span may pass midnight; one that ends where it begins, or is not `HH:MM`, holds nothing
 * back. Ask again when it is over: the wall clock may have been set.
 */
export function quietForMs(hours: QuietHours | null, minuteOfDay: number): number {
  if (hours === null) return 0;
  const from = minuteOfClock(hours.from);
  const to = minuteOfClock(hours.to);
  if (from === null || to === null) return 0;
  const sinceStart = (minuteOfDay - from + minutesADay) % minutesADay;
  const span = (to - from + minutesADay) % minutesADay;
  return Math.ceil(Math.max(0, span - sinceStart) * 60_000);
}

/** Local wall-clock time of this moment (epoch milliseconds) as a minute of the day, 0 to below 1440, with fractions. */
export function localMinuteOfDay(nowMs: number): number {
  const now = new Date(nowMs);
  return now.getHours() * 60 + now.getMinutes() + now.getSeconds() / 60;
}
