import { describe, expect, it } from "vitest";
import { freeName, offersOf } from "#renderer/screens/setup/instrument-offers.ts";
import { shareFrom, stripOf } from "#renderer/screens/setup/preview-days.ts";
import { expectedEvery, proposedSilence, silentAfter } from "#renderer/screens/setup/silence.ts";
import { wholeAddress } from "#renderer/screens/setup/use-address-proof.ts";
import { planTimes, sendingMs } from "#renderer/settings-form/plan-times.ts";

const byDay = [
  { date: "2026-11-23", count: 2, bytes: 20 },
  { date: "2026-11-20", count: 3, bytes: 300 },
];

describe("the days of the preview", () => {
  it("are those from the first one on, and what stays is counted", () => {
    expect(shareFrom(byDay, null)).toEqual({ count: 5, bytes: 320, left: 0 });
    expect(shareFrom(byDay, "2026-11-21")).toEqual({ count: 2, bytes: 20, left: 3 });
    expect(shareFrom(byDay, "2026-11-20")).toEqual({ count: 5, bytes: 320, left: 0 });
  });

  it("are columns, oldest first, with those that have no file", () => {
    expect(stripOf(byDay).map(({ from, count }) => [from, count])).toEqual([
      ["2026-11-20", 3],
      ["2026-11-21", 0],
      ["2026-11-22", 0],
      ["2026-11-23", 2],
    ]);
    expect(stripOf([])).toEqual([]);
  });

  it("share columns where there are many, and none is lost", () => {
    const years = [...byDay, { date: "2020-01-01", count: 7, bytes: 7 }];
    const columns = stripOf(years);
    expect(columns.length).toBeLessThanOrEqual(90);
    expect(columns.reduce((sum, { count }) => sum + count, 0)).toBe(12);
    expect(columns.at(-1)?.to).toBe("2026-11-23");
  });

  it("take as long as the line or the limit lets them", () => {
    expect(sendingMs({ files: 1, bytes: 12_500_000 }, null)).toBe(10_000);
    expect(sendingMs({ files: 1, bytes: 12_500_000 }, 125)).toBe(100_000);
    expect(sendingMs({ files: 1_000, bytes: 0 }, null)).toBe(150_000);
  });
});

describe("a plan", () => {
  const day = { files: 24, bytes: 0 };
  const free = { limitKBps: null, rows: [] };
  const tenDays = { files: 10, bytes: 1_250_000 * 864_000 };

  it("takes the measured rate before the limit, and the limit before that of a usual line", () => {
    expect(planTimes(tenDays, day, null, free)).toMatchObject({
      rate: "usual",
      days: { least: 9.1, most: 11 },
    });
    expect(planTimes(tenDays, day, null, { ...free, limitKBps: 125 })).toMatchObject({
      rate: "limit",
      days: { least: 91 },
    });
    expect(planTimes(tenDays, day, 2_500_000, free)).toMatchObject({
      rate: "measured",
      days: { least: 4.5, most: 5.5 },
    });
  });

  it("of nights only takes as much longer as the days are", () => {
    expect(planTimes(tenDays, day, null, free).nights).toEqual({ least: 17, most: 20 });
  });
});

describe("silence", () => {
  it("is told after three usual pauses, not before half an hour", () => {
    expect(proposedSilence(5)).toBe(30);
    expect(proposedSilence(60)).toBe(180);
    expect(proposedSilence(1_440)).toBe(4_320);
    expect(proposedSilence(null)).toBeNull();
    expect(silentAfter(expectedEvery(30))).toBe(30);
  });
});

type Known = Parameters<typeof offersOf>[0];
const record = (pid: string, instrumentId: string, siteId: string | null = null) =>
  ({ pid, name: pid, instrumentId, siteId }) as Known["records"][number];
const site = (id: string) => ({ id }) as Known["sites"][number];
const type = (id: string) => ({ id, humanReadableName: id, shortName: id }) as Known["types"][number];
const guess = (...instruments: string[]) => ({ instruments, matched: 1, samplePath: "a" });
const known: Known = {
  instrument: {},
  guesses: [guess("cl61d")],
  sites: [site("hyytiala"), site("juelich")],
  types: [type("cl61d"), type("hatpro")],
  records: [record("one", "cl61d"), record("two", "cl61d"), record("three", "hatpro")],
  username: "station",
};

describe("what is offered", () => {
  it("is of the kind that the names tell", () => {
    expect(offersOf(known)).toMatchObject({ kinds: ["cl61d"], choices: [], site: "", pid: "" });
    const here = offersOf({ ...known, instrument: { site: "hyytiala" } });
    expect([here.choices.map(({ value }) => value), here.pid]).toEqual([["one", "two"], ""]);
  });

  it("is everything where the names do not tell, and then nothing is chosen for anybody", () => {
    const { choices, pid } = offersOf({ ...known, guesses: [], instrument: { site: "hyytiala" } });
    expect([choices.length, pid]).toEqual([3, ""]);
  });

  it("is chosen where there is one answer only", () => {
    const alone = { ...known, records: [record("one", "cl61d"), record("three", "hatpro")] };
    expect(offersOf(alone).pid).toBe("");
    expect(offersOf({ ...alone, instrument: { site: "hyytiala" } }).pid).toBe("one");
    expect(offersOf({ ...alone, username: "Hyytiala" })).toMatchObject({ site: "hyytiala", pid: "one" });
  });

  it("is narrowed by where the portal says an instrument is", () => {
    const records = [
      record("one", "cl61d", "juelich"),
      record("two", "cl61d", "hyytiala"),
      record("four", "cl61d"),
    ];
    const here = offersOf({ ...known, records, instrument: { site: "juelich" } });
    expect([here.pid, here.choices.map(({ value }) => value)]).toEqual(["one", ["one", "four"]]);
    expect(offersOf({ ...known, records }).choices.map(({ value }) => value)).toEqual(["one", "two"]);
    expect(offersOf({ ...known, records: records.slice(1, 2) })).toMatchObject({
      site: "hyytiala",
      pid: "two",
    });
  });

  it("never replaces what was chosen", () => {
    const instrument = { site: "juelich", pid: "three" };
    expect(offersOf({ ...known, instrument, username: "hyytiala" })).toMatchObject(instrument);
  });
});

it("an address without a scheme gets the safe one", () => {
  expect(wholeAddress(" portal.example ")).toBe("https://portal.example");
  expect(wholeAddress("http://127.0.0.1:1")).toBe("http://127.0.0.1:1");
  expect(wholeAddress(" ")).toBe("");
});

it("a name is free", () => {
  expect(freeName("CL61", ["CL61", "CL61 2"])).toBe("CL61 3");
});
