import type { Period } from "./dates.ts";
import type { Language } from "./language.ts";

/** Numbers, sizes and dates as languages other than English write them, by `Intl`. English is in `text.ts`, without. */

const kept = new Map<string, unknown>();

/** Formats take longer to make than to use. */
function keptFormat<T>(name: string, make: () => T): T {
  if (!kept.has(name)) kept.set(name, make());
  return kept.get(name) as T;
}

/** A text of the language with its values in place; no plural or choice. */
export function worded(
  { textFor }: Language,
  message: string,
  values: Readonly<Record<string, string>> = {},
): string {
  return (textFor(message) ?? message).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** `1,2`. */
export function decimalIn({ tag }: Language, value: number, digits: number): string {
  const format = keptFormat(
    `${tag} ${digits}`,
    () => new Intl.NumberFormat(tag, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  );
  return format.format(value);
}

/** `2 Tage`. */
export function unitsIn({ tag }: Language, count: number, unit: "day" | "byte"): string {
  const format = keptFormat(
    `${tag} ${unit}`,
    () => new Intl.NumberFormat(tag, { style: "unit", unit, unitDisplay: "long" }),
  );
  return format.format(count);
}

/** `gestern` for -1, `morgen` for 1. */
export function nearDayIn({ tag }: Language, days: number): string {
  const format = keptFormat(`${tag} near`, () => new Intl.RelativeTimeFormat(tag, { numeric: "auto" }));
  return format.format(days, "day");
}

/** `Dienstag, 17. November`. */
export function dayIn({ tag }: Language, atMs: number, hasYear: boolean): string {
  const year = hasYear ? ({ year: "numeric" } as const) : {};
  const format = keptFormat(`${tag} day ${hasYear}`, () =>
    utcFormat(tag, { weekday: "long", day: "numeric", month: "long", ...year }),
  );
  return format.format(atMs);
}

/** `Sa., 21. Nov.`. */
export function shortDayIn({ tag }: Language, atMs: number, hasYear: boolean): string {
  const year = hasYear ? ({ year: "numeric" } as const) : {};
  const format = keptFormat(`${tag} short ${hasYear}`, () =>
    utcFormat(tag, { weekday: "short", day: "numeric", month: "short", ...year }),
  );
  return format.format(atMs);
}

/** `25. Nov. 2026`; of a month `Nov. 2026`. */
export function dateIn({ tag }: Language, atMs: number, period: Period): string {
  const format = keptFormat(`${tag} date ${period}`, () =>
    utcFormat(tag, {
      ...(period === "day" ? { day: "numeric" as const } : {}),
      month: "short",
      year: "numeric",
    }),
  );
  return format.format(atMs);
}

/** `November 2026`. */
export function monthIn({ tag }: Language, atMs: number): string {
  return keptFormat(`${tag} month`, () => utcFormat(tag, { month: "long", year: "numeric" })).format(atMs);
}

/** `Nov`. */
export function shortMonthIn({ tag }: Language, atMs: number): string {
  return keptFormat(`${tag} short month`, () => utcFormat(tag, { month: "short" })).format(atMs);
}

/** `A, B oder C`. */
export function alternativesIn({ tag }: Language, names: readonly string[]): string {
  return new Intl.ListFormat(tag, { type: "disjunction" }).format(names);
}

function utcFormat(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(tag, { ...options, timeZone: "UTC" });
}
