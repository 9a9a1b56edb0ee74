import { expect, it } from "vitest";
import {
  addDays,
  daysBetween,
  endOfPeriodMs,
  isRealDate,
  startOfDayMs,
  startOfPeriodMs,
  todayUtc,
} from "#base/dates.ts";
import { fc } from "#test/support/fixed-cases.ts";

const dates = fc
  .date({ min: new Date("0001-01-01T00:00:00Z"), max: new Date("9999-12-31T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const nearDates = fc
  .date({ min: new Date("1900-01-01T00:00:00Z"), max: new Date("2100-12-31T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

it("knows the days of the calendar", () => {
  for (const date of ["2024-02-29", "2000-02-29", "2021-12-31"]) expect(isRealDate(date)).toBe(true);
  for (const text of [
    "2021-02-30",
    "1900-02-29",
    "2023-04-31",
    "2020-8-1",
    "2020-00-01",
    "2020-13-01",
    "0000-01-01",
  ])
    expect(isRealDate(text)).toBe(false);
  for (const text of ["", "2024-02-29T00:00:00Z", " 2024-02-29", "20240229", "२०२४-०१-०१"])
    expect(isRealDate(text)).toBe(false);
  fc.assert(fc.property(dates, (date) => isRealDate(date)));
});

it("agrees with Date on every year, month and day", () => {
  const any = fc.tuple(
    fc.integer({ min: 1, max: 9999 }),
    fc.integer({ min: 0, max: 14 }),
    fc.integer({ min: 0, max: 33 }),
  );
  fc.assert(
    fc.property(any, ([year, month, day]) => {
      const text = [
        String(year).padStart(4, "0"),
        ...[month, day].map((n) => String(n).padStart(2, "0")),
      ].join("-");
      const parsed = new Date(`${text}T00:00:00Z`);
      expect(isRealDate(text)).toBe(!Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text));
    }),
    { numRuns: 2000 },
  );
});

it("tells the UTC day of a moment", () => {
  expect(todayUtc(Date.parse("2024-02-29T23:59:59.999Z"))).toBe("2024-02-29");
  expect(todayUtc(Date.parse("2024-03-01T00:00:00.000Z"))).toBe("2024-03-01");
  expect([todayUtc(-1e30), todayUtc(1e30)]).toEqual(["0001-01-01", "9999-12-31"]);
});

it("goes forth and back", () => {
  expect(addDays("2024-02-28", 2)).toBe("2024-03-01");
  expect(addDays("2024-01-01", -1)).toBe("2023-12-31");
  fc.assert(
    fc.property(nearDates, fc.integer({ min: -40_000, max: 40_000 }), (date, days) => {
      expect(daysBetween(date, addDays(date, days))).toBe(days);
      expect(addDays(addDays(date, days), -days)).toBe(date);
    }),
  );
});

it("bounds days and months", () => {
  expect(endOfPeriodMs("2024-02-29", "day")).toBe(Date.parse("2024-03-01T00:00:00Z"));
  expect(endOfPeriodMs("2024-02-01", "month")).toBe(Date.parse("2024-03-01T00:00:00Z"));
  expect(endOfPeriodMs("2023-12-17", "month")).toBe(Date.parse("2024-01-01T00:00:00Z"));
  expect(startOfPeriodMs("2024-02-17", "month")).toBe(Date.parse("2024-02-01T00:00:00Z"));
  expect(startOfPeriodMs("2024-02-17", "day")).toBe(startOfDayMs("2024-02-17"));
});

it("refuses what is no date", () => {
  expect(() => addDays("2021-02-30", 1)).toThrow("2021-02-30");
});
