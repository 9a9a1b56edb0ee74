import { expect, test } from "vitest";
import { parseTimeUnits } from "#adapters/netcdf/time-units.ts";

const day = Date.UTC(2026, 10, 21);
const hour = 3_600_000;

test.each<[string, number, number]>([
  ["hours since 2026-11-21 00:00:00 +00:00", hour, day],
  ["hours since 2026-11-21T00:00:00Z", hour, day],
  ["days since 2026-11-21", 24 * hour, day],
  ["seconds since 2026-11-21 01:00:00.5 UTC", 1_000, day + hour + 500],
  ["minutes since 2026-11-21 02:00 +2:00", 60_000, day],
  ["hours since 2026-11-20 22:30:00 -0130", hour, day],
  ["Seconds since 1970-1-1 00:00:00", 1_000, 0],
  ["decimal hours since midnight", hour, day],
])("%s", (units, unitMs, sinceMs) => {
  expect(parseTimeUnits(units, null, day)).toEqual({ unitMs, sinceMs });
  expect(parseTimeUnits(units, "standard", day)).toEqual({ unitMs, sinceMs });
});

test.each([
  "hours",
  "m",
  "fortnights since 2026-11-21",
  "hours since 2026-02-30",
  "hours since launch",
  "months since 2026-11-21",
])("%s is no time", (units) => {
  expect(parseTimeUnits(units, null, day)).toBeNull();
});

test("days of another calendar, and hours of a day that is not known, are no time", () => {
  expect(parseTimeUnits("days since 2026-11-21", "360_day", day)).toBeNull();
  expect(parseTimeUnits("decimal hours since midnight", null, null)).toBeNull();
});
