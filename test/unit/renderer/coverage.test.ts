import { describe, expect, it } from "vitest";
import { datesBetween } from "#base/dates.ts";
import { coverageCsv } from "#contract/coverage-csv.ts";
import { coverageLayers } from "#domain/coverage.ts";
import { dueShareOf, isUnread, layersOf, type ShownDay } from "#renderer/model/coverage-model.ts";
import { dayWords, layerWords } from "#renderer/model/coverage-words.ts";

const nowMs = Date.UTC(2026, 10, 23, 12);

function day(change: Partial<ShownDay> = {}): ShownDay {
  return {
    instrument: "Cloud radar",
    date: "2026-11-20",
    measured: 24,
    accepted: 24,
    unlisted: 0,
    processed: 24,
    invalid: 0,
    otherContent: 0,
    onlyOnPortal: 0,
    published: [{ product: "radar", uuid: "u", volatile: false, errorLevel: "pass", reasons: null }],
    state: "complete",
    dueAt: null,
    gaps: [],
    ...change,
  };
}

const unlisted = { accepted: null, processed: null, invalid: null, otherContent: null, onlyOnPortal: null };
const nothing = { measured: 0, accepted: 0, processed: 0, published: [] };

describe("the four bars of a day", () => {
  it.each([
    ["complete", {}, ["there 1", "there 1", "there 1", "there 1"]],
    [
      "with files that are overdue",
      { accepted: 18, processed: 12, published: [], state: "gap", gaps: ["accepted"] },
      ["there 1", "gap 0.75", "late 0.5", "late 0"],
    ],
    [
      "whose product is overdue",
      { published: [], state: "gap", gaps: ["published"] },
      ["there 1", "there 1", "there 1", "gap 0"],
    ],
    [
      "of today, with nothing accepted yet",
      { accepted: 0, processed: 0, published: [], state: "pending" },
      ["there 1", "late 0", "none 0", "none 0"],
    ],
    [
      "on which nothing came, overdue",
      { ...nothing, state: "gap", gaps: ["measured"] },
      ["gap 0", "none 0", "none 0", "none 0"],
    ],
    [
      "that another PC measured",
      { ...nothing, onlyOnPortal: 7, state: "empty" },
      ["none 0", "elsewhere 1", "none 0", "none 0"],
    ],
    [
      "of which only products are known",
      { ...nothing, published: day({}).published, state: "empty" },
      ["none 0", "none 0", "none 0", "elsewhere 1"],
    ],
    [
      "on which nothing was to come",
      { ...nothing, state: "empty" },
      ["none 0", "none 0", "none 0", "none 0"],
    ],
    [
      "of which the portal was not asked",
      { ...unlisted, published: [], state: "unknown" },
      ["there 1", "none 0", "none 0", "none 0"],
    ],
  ] as [string, Partial<ShownDay>, string[]][])("%s", (_, change, bars) => {
    expect(layersOf(day(change)).map(({ mark, share }) => `${mark} ${share}`)).toEqual(bars);
  });
});

describe("the share of days that are complete", () => {
  const states = (...all: ShownDay["state"][]) => all.map((state) => ({ state }));
  it.each([
    [
      "counts neither what is under way nor what is grey",
      states("complete", "pending", "unknown", "empty"),
      [1, 1, 100],
    ],
    [
      "is never rounded up to all",
      [...states("gap"), ...states(...Array(999).fill("complete"))],
      [999, 1_000, 99],
    ],
    ["is none where nothing is due", states("pending", "unknown"), [0, 0, null]],
  ] as const)("%s", (_, days, [complete, due, percent]) => {
    expect(dueShareOf(days)).toEqual({ complete, due, percent });
  });
});

describe("a day in words", () => {
  it("says what is there", () => {
    expect(dayWords(day(), nowMs)).toBe(
      "Cloud radar, Friday 20 November: complete. 24 files measured, 24 accepted, 24 processed, 1 product.",
    );
  });

  it("says what is overdue, and since when", () => {
    const change: Partial<ShownDay> = {
      accepted: 20,
      processed: 19,
      invalid: 1,
      otherContent: 2,
      onlyOnPortal: 3,
      published: [],
      state: "gap",
      gaps: ["accepted"],
      dueAt: "2026-11-23T02:00:00Z",
    };
    expect(dayWords(day(change), nowMs)).toBe(
      "Cloud radar, Friday 20 November: late. 24 files measured, 20 accepted, 19 processed, 1 not usable, 2 files differ on the portal, 3 more on the portal than here, late since 02:00 UTC.",
    );
  });

  it("says only what was measured before the portal's list was read", () => {
    const unknown = day({ ...unlisted, published: [], state: "unknown" });
    expect([unknown, day(), day({ state: "unknown", measured: 0 })].map(isUnread)).toEqual([
      true,
      false,
      false,
    ]);
    expect(dayWords(unknown, nowMs)).toBe(
      "Cloud radar, Friday 20 November: not known yet. 24 files measured.",
    );
    expect(coverageLayers.map((layer) => layerWords(layer, unknown, (product) => product))).toEqual([
      "24 files",
      "not compared yet",
      "not compared yet",
      "not compared yet",
    ]);
    expect(coverageCsv([unknown])).toMatch(/\r\nCloud radar,2026-11-20,24,,,,,,,unknown,\r\n$/);
  });

  it("says nothing of zeros, and when the rest is due", () => {
    expect(dayWords(day({ ...nothing, state: "empty" }), nowMs)).toBe(
      "Cloud radar, Friday 20 November: nothing expected.",
    );
    const pending = day({ ...nothing, state: "pending", dueAt: "2026-11-23T14:00:00Z" });
    expect(dayWords(pending, nowMs)).toBe("Cloud radar, Friday 20 November: under way. Due 14:00 UTC.");
  });
});

it("a span of days goes over the end of a month and a leap day, and both ends belong to it", () => {
  expect(datesBetween("2028-02-28", "2028-03-01")).toEqual(["2028-02-28", "2028-02-29", "2028-03-01"]);
  expect(datesBetween("2026-11-20", "2026-11-20")).toEqual(["2026-11-20"]);
});

it("CSV has a line a day, with names that no spreadsheet runs", () => {
  expect(coverageCsv([day({ instrument: '=cmd|"x"', dueAt: "2026-11-23T02:00:00Z" })])).toBe(
    [
      "instrument,date,measured,accepted,processed,invalid,otherContent,onlyOnPortal,published,state,dueAt",
      '"\'=cmd|""x""",2026-11-20,24,24,24,0,0,0,radar,complete,2026-11-23T02:00:00Z',
      "",
    ].join("\r\n"),
  );
});
