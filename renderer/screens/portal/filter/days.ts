import { isRealDate } from "#base/dates.ts";

/** `2026-11-21 10:30` of a form, understood as UTC, as a moment of the contract; null where it is none. */
export function momentOfField(text: string): string | null {
  const [, day = "", clock = "00:00"] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d))?$/.exec(text.trim()) ?? [];
  if (!isRealDate(day)) return null;
  const ms = Date.parse(`${day}T${clock}:00Z`);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}
