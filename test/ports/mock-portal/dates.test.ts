import { describe, expect, test } from "vitest";
import { daysAhead, isCalendarDate, timestampOf, utcDateOf } from "#mock-portal/portal-clock.ts";

describe("dates", () => {
  test("timestamps have milliseconds, dates are those of UTC", () => {
    expect(timestampOf(0)).toBe("1970-01-01T00:00:00.000Z");
    expect(utcDateOf(Date.UTC(2024, 1, 29, 23, 59, 59, 999))).toBe("2024-02-29");
  });
  test.each(["2024-02-29", "0001-01-01", "9999-12-31"])("%s is a day", (text) => {
    expect(isCalendarDate(text)).toBe(true);
  });
  test.each([
    "2023-02-29",
    "2024-13-01",
    "2024-00-10",
    "2020-8-1",
    "x2024-02-29",
    "2024-02-29x",
    "2024-02-29T00",
    "",
  ])("%j is none", (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });
  test("days are counted from day to day, whatever the hour", () => {
    const evening = Date.UTC(2024, 1, 28, 23, 59);
    expect(
      ["2024-02-27", "2024-02-28", "2024-02-29", "2024-03-01"].map((date) => daysAhead(date, evening)),
    ).toEqual([-1, 0, 1, 2]);
  });
});
