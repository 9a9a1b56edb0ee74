import { addDays, daysBetween } from "#base/dates.ts";
import { placeAfter, sliderKeys } from "#renderer/components/strip-keys.ts";

/** How many products each day has, from the day `first` on. */
export function countsOf(
  files: readonly { readonly measurementDate: string }[],
  first: string,
  days: number,
): number[] {
  const counts = new Map<string, number>();
  for (const { measurementDate } of files)
    counts.set(measurementDate, (counts.get(measurementDate) ?? 0) + 1);
  return Array.from({ length: days }, (_, index) => counts.get(addDays(first, index)) ?? 0);
}

/** The day at a share of the strip, 0 to 1. */
export function dayAt(share: number, first: string, days: number): string {
  return addDays(first, Math.min(days - 1, Math.max(0, Math.floor(share * days))));
}

/** The day that a key leads to, within the strip; null for a key that does not. With Shift a week. */
export function stripDayAfter(
  key: string,
  isLarge: boolean,
  day: string,
  first: string,
  last: string,
): string | null {
  const keys = sliderKeys(isLarge ? 7 : 1, 7);
  const at = placeAfter(key, daysBetween(first, day), daysBetween(first, last), keys);
  return at === null ? null : addDays(first, at);
}
