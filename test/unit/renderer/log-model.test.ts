import { describe, expect, it } from "vitest";
import type { LogDayShown, StationEventShown } from "#contract/log.ts";
import { whenOnDay, whenText } from "#renderer/components/event-words.ts";
import { midnightsOf, partOf } from "#renderer/components/strip-parts.ts";
import {
  barHeight,
  between,
  clausesOf,
  eventsOn,
  gravestOf,
  isCutShort,
  isTroubledDay,
  logCsv,
  logDayWords,
  spanOf,
  weeksUntil,
} from "#renderer/model/log-model.ts";
import {
  asJournalFields,
  readJournalFilter,
  writeJournalFilter,
} from "#renderer/screens/log/journal-filter.ts";

const event = (more: Partial<StationEventShown> = {}): StationEventShown => ({
  seq: 1,
  kind: "outage",
  subject: "",
  from: "2026-11-21T02:10:00.000Z",
  to: "2026-11-21T06:22:00.000Z",
  times: 1,
  title: "Portal unreachable",
  detail: null,
  isUnclean: false,
  ...more,
});
const day = (date: string, more: Partial<LogDayShown> = {}): LogDayShown => ({
  date,
  found: 0,
  delivered: 0,
  refused: 0,
  lost: 0,
  hours: [],
  ...more,
});

describe("when something happened", () => {
  it.each([
    ["2026-11-21", {}, "02:10–06:22"],
    ["2026-11-21", { to: null }, "from 02:10"],
    ["2026-11-21", { to: "2026-11-22T00:00:00.000Z" }, "from 02:10"],
    ["2026-11-22", { to: "2026-11-22T05:00:00.000Z" }, "until 05:00"],
    ["2026-11-22", { to: null }, "all day"],
    ["2026-11-21", { to: "2026-11-21T02:10:00.000Z" }, "02:10"],
  ])("on %s, %o: %s", (date, more, words) => {
    expect(whenOnDay(event(more), date)).toBe(words);
  });

  it("with its day, where there may be several", () => {
    expect(whenText(event())).toBe("Sat 21 Nov 02:10–06:22");
    expect(whenText(event({ to: null }))).toBe("since Sat 21 Nov 02:10");
    expect(whenText(event({ to: "2026-11-22T03:00:00.000Z" }))).toBe("Sat 21 Nov 02:10–Sun 22 Nov 03:00");
    expect(whenText(event({ to: "2026-11-22T02:10:30.000Z" }))).toBe("Sat 21 Nov 02:10–Sun 22 Nov 02:10");
  });

  it("as a part of the time around it, cut at its ends", () => {
    const begin = Date.parse("2026-11-21T00:00:00.000Z");
    const end = begin + 86_400_000;
    expect(partOf(event({ from: "2026-11-20T00:00:00.000Z", to: null }), begin, end)).toEqual({
      left: 0,
      width: 1,
    });
    expect(partOf(event({ to: "2026-11-21T14:10:00.000Z" }), begin, end).width).toBeCloseTo(0.5);
    const goesOn = event({ from: "2026-11-21T06:00:00.000Z", to: null });
    expect(partOf(goesOn, begin, end, begin + 18 * 3_600_000)).toEqual({ left: 0.25, width: 0.5 });
    expect(partOf(goesOn, begin, end, end + 1)).toEqual({ left: 0.25, width: 0.75 });
    expect(midnightsOf(begin - 1, end).map(({ name }) => name)).toEqual(["Sat", "Sun"]);
    expect(midnightsOf(begin, begin + 400 * 86_400_000)).toEqual([]);
  });
});

describe("a day of the log", () => {
  it("has what lasted on it, the gravest first", () => {
    const silent = event({ seq: 2, kind: "silent", title: "Radar wrote no files", to: null });
    const before = event({ seq: 3, to: "2026-11-21T00:00:00.000Z", from: "2026-11-20T23:00:00.000Z" });
    const own = eventsOn("2026-11-22", [silent, event(), { ...before, to: "2026-11-22T00:00:00.000Z" }]);
    expect(own).toEqual([silent]);
    expect(clausesOf("2026-11-21", [silent, event()])).toEqual([
      "Portal unreachable 02:10–06:22",
      "Radar wrote no files from 02:10",
    ]);
    const nowMs = Date.parse("2026-11-23T12:00:00.000Z");
    expect(logDayWords(day("2026-11-21", { delivered: 1152, refused: 1 }), [event()], nowMs)).toBe(
      "Sat 21 Nov: 1,152 deliveries, 1 stopped, Portal unreachable 02:10–06:22",
    );
    expect(logDayWords(day("2025-11-21"), [], nowMs)).toBe("Fri 21 Nov 2025: 0 deliveries");
  });

  it.each([
    ["outage", true],
    ["stopped", true],
    ["credentials", true],
    ["ledger-failed", true],
    ["folder-gone", true],
    ["silent", true],
    ["ledger-begun", false],
    ["settings-changed", false],
    ["paused", false],
  ] as const)("with an event %s is troubled: %s", (kind, isTroubled) => {
    expect(isTroubledDay(day("2026-11-21", { delivered: 5 }), [event({ kind })])).toBe(isTroubled);
  });

  it("is a line of CSV, and a name that begins like a formula is text", () => {
    const csv = logCsv(
      [day("2026-11-22"), day("2026-11-21", { delivered: 3 })],
      [
        event({
          title: "=1+1 wrote no files",
          from: "2026-11-21T00:00:00.000Z",
          to: "2026-11-21T00:00:00.000Z",
        }),
      ],
    );
    expect(csv.split("\r\n").slice(1, 3)).toEqual([
      "2026-11-21,0,3,0,0,00:00 =1+1 wrote no files",
      "2026-11-22,0,0,0,0,",
    ]);
  });

  it("names of one kind a few, in the order in which they happened", () => {
    const many = Array.from({ length: 40 }, (_, i) => event({ seq: i, kind: "silent" }));
    const shown = gravestOf(
      [...many, event({ seq: 99, kind: "paused", from: "2026-11-20T00:00:00.000Z" })],
      6,
    );
    expect(shown.map(({ kind }) => kind)).toEqual(["paused", "silent", "silent", "silent"]);
  });
});

describe("the days that are asked for", () => {
  it("are five weeks, and what was chosen beside them, at most 100", () => {
    const none = { from: "", to: "" };
    const usual = spanOf(none, null, "2026-11-23");
    expect([usual.ribbon.length, usual.ribbon[0], usual.from, usual.to]).toEqual([
      35,
      "2026-10-20",
      "2026-10-20",
      "2026-11-23",
    ]);
    expect(spanOf(none, "2026-10-19", "2026-11-23").ribbon.at(-1)).toBe("2026-10-19");
    expect(spanOf({ from: "2026-10-01", to: "" }, null, "2026-11-23").from).toBe("2026-10-01");
    expect(spanOf({ from: "2025-01-01", to: "" }, null, "2026-11-23").from).toBe("2026-08-16");
    expect(isCutShort({ from: "2025-01-01", to: "" }, "2026-08-16", "2025-06-01")).toBe(true);
    expect(isCutShort({ from: "2025-01-01", to: "" }, "2026-08-16", "2026-08-16")).toBe(false);
    expect(isCutShort({ from: "", to: "" }, "2026-08-16", "2025-06-01")).toBe(false);
    expect(isCutShort({ from: "2026-08-16", to: "" }, "2026-08-16", "2025-06-01")).toBe(false);
    expect(spanOf({ from: "2026-01-01", to: "2026-01-02" }, null, "2026-11-23").to).toBe("2026-01-02");
    expect(spanOf(none, "2027-01-01", "2026-11-23").to).toBe("2026-11-23");
    expect(between("2026-11-23", "2026-11-20")).toEqual({ from: "2026-11-20", to: "2026-11-23" });
  });

  it("are one hour of a single day where the address says so", () => {
    const read = (words: string) => readJournalFilter(new URLSearchParams(words));
    const one = read("from=2026-11-21&to=2026-11-21&hour=23");
    expect(asJournalFields(one)).toMatchObject({
      from: "2026-11-21T23:00:00.000Z",
      to: "2026-11-22T00:00:00.000Z",
    });
    expect(read("from=2026-11-20&to=2026-11-21&hour=06").hour).toBe("");
    expect(read("from=2026-11-21&to=2026-11-21&hour=24").hour).toBe("");
    expect(writeJournalFilter({ ...one, to: "2026-11-22" }, new URLSearchParams()).has("hour")).toBe(false);
  });

  it("are weeks of a year, each day once, the last with today at its end", () => {
    const weeks = weeksUntil("2026-11-28");
    expect([weeks.length, weeks[0]?.[0], weeks.at(-1)]).toEqual([
      53,
      "2025-11-23",
      ["2026-11-22", "2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27", "2026-11-28"],
    ]);
    expect(new Set(weeks.flat()).size).toBe(371);
  });

  it("have bars by the square root", () => {
    expect([barHeight(0, 100), barHeight(1, 100), barHeight(100, 100), barHeight(0, 0)]).toEqual([
      "0%",
      "10%",
      "100%",
      "0%",
    ]);
  });
});
