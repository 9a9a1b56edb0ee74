/** Days of the calendar, `YYYY-MM-DD`, all in UTC. */

const dayMs = 86_400_000;

/** The UTC day of a moment, epoch milliseconds. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** True for a day that the calendar has: not `2021-02-30`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && dayOf(ms) === text;
}

/** The day so many days later; earlier for a negative number. */
export function shiftDay(day: string, days: number): string {
  return dayOf(Date.parse(`${day}T00:00:00Z`) + days * dayMs);
}

/** How many days a span has, both ends included. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs) + 1;
}

/** `2026-11-21 10:30` of a form, understood as UTC, as a moment of the contract; null where it is none. */
export function momentOfField(text: string): string | null {
  const [, day = "", clock = "00:00"] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d))?$/.exec(text.trim()) ?? [];
  if (!isDay(day)) return null;
  const ms = Date.parse(`${day}T${clock}:00Z`);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}
