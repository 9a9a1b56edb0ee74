import { describe, expect, it } from "vitest";
import { placeAfter } from "#renderer/components/strip-keys.ts";
import { coverageAddress } from "#renderer/model/coverage-address.ts";
import type { ShownDay } from "#renderer/model/coverage-model.ts";
import { lookOf, shareOf, yearKeys, yearUntil } from "#renderer/model/year-model.ts";

describe("the calendar of a year", () => {
  // A Monday.
  const year = yearUntil("2026-11-23");

  it("has 365 days in weeks that begin on Monday, each day at its weekday", () => {
    expect([year.dates.length, year.dates[0], year.dates.at(-1)]).toEqual([365, "2025-11-24", "2026-11-23"]);
    expect(year.rows.map((row) => row.length)).toEqual(Array.from({ length: 7 }, () => 53));
    expect([year.rows[0]?.[0], year.rows[0]?.[52], year.rows[1]?.[52]]).toEqual([
      "2025-11-24",
      "2026-11-23",
      null,
    ]);
    expect(year.rows.flat().filter((date) => date !== null)).toHaveLength(365);
    for (const [row, dates] of year.rows.entries())
      for (const date of dates)
        if (date !== null) expect((new Date(date).getUTCDay() + 6) % 7, date).toBe(row);
  });

  it("leaves the days before its first one out", () => {
    const { rows } = yearUntil("2024-02-29");
    const days = ["2023-03-02", "2023-03-03", "2023-03-04", "2023-03-05"];
    expect(rows.map(([first]) => first)).toEqual([null, null, null, ...days]);
  });

  it("names each month over the week in which it begins", () => {
    expect(year.months.map(({ name }) => name)).toEqual(
      "Dec Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov".split(" "),
    );
    for (const { column } of year.months)
      expect(year.rows.some((row) => row[column]?.endsWith("-01") === true)).toBe(true);
  });

  it.each([
    ["ArrowDown", "2026-11-10", "2026-11-11"],
    ["ArrowUp", "2026-11-09", "2026-11-08"],
    ["ArrowLeft", "2026-11-10", "2026-11-03"],
    ["ArrowRight", "2026-11-10", "2026-11-17"],
    ["ArrowRight", "2026-11-20", "2026-11-23"],
    ["ArrowLeft", "2025-11-25", "2025-11-24"],
    ["PageUp", "2026-11-23", "2026-10-26"],
    ["Home", "2026-11-23", "2025-11-24"],
    ["End", "2026-01-01", "2026-11-23"],
    ["x", "2026-01-01", null],
  ])("%s leads from %s to %s", (key, from, to) => {
    const at = placeAfter(key, year.dates.indexOf(from), year.dates.length - 1, yearKeys);
    expect(at === null ? null : year.dates[at]).toBe(to);
  });
});

describe("a day of the calendar", () => {
  const day = (change: Partial<ShownDay>): ShownDay => ({
    instrument: "Radar",
    date: "2026-11-20",
    measured: 4,
    accepted: 4,
    unlisted: 0,
    processed: 4,
    invalid: 0,
    otherContent: 0,
    onlyOnPortal: 0,
    published: [],
    state: "complete",
    dueAt: null,
    gaps: [],
    ...change,
  });

  it("looks as its state, and apart where it was measured elsewhere or not compared", () => {
    expect(lookOf(day({}))).toBe("complete");
    expect(lookOf(day({ state: "gap" }))).toBe("gap");
    expect(lookOf(day({ state: "empty", measured: 0 }))).toBe("empty");
    expect(lookOf(day({ state: "empty", measured: 0, onlyOnPortal: 3 }))).toBe("elsewhere");
    expect(lookOf(day({ state: "unknown" }))).toBe("uncompared");
    expect(lookOf(day({ state: "unknown", measured: 0 }))).toBe("unknown");
    expect([shareOf(day({ accepted: 1 })), shareOf(day({ measured: 0, accepted: 0 }))]).toEqual([0.25, 0]);
  });

  it("opens in Coverage among enough days to be seen", () => {
    const today = "2026-11-23";
    const daysOf = (date: string) =>
      new URLSearchParams(coverageAddress("a/b & c", date, today).split("?")[1]);
    expect(Object.fromEntries(daysOf("2026-11-22"))).toEqual({
      instrument: "a/b & c",
      date: "2026-11-22",
      days: "35",
    });
    expect(
      ["2026-10-20", "2026-10-19", "2026-08-26", "2026-08-25"].map((date) => daysOf(date).get("days")),
    ).toEqual(["35", "90", "90", null]);
    expect(daysOf("2026-08-25").get("month")).toBe("2026-08");
  });
});
