import { describe, expect, test } from "vitest";
import { datesBetween } from "#base/dates.ts";
import type { CoverageDay } from "#domain/coverage.ts";
import type { StationEvent } from "#domain/station-event.ts";
import { type MonthFacts, monthlyReport } from "#station/report/derive-report.ts";

const [radar, lidar] = ["Radar", "Lidar"].map((name): MonthFacts["instruments"][number] => ({
  name,
  sites: ["hyytiala"],
  pids: [`https://hdl.handle.net/21.12132/3.${name}`],
  offUntil: null,
  firstWritten: "2026-01-01",
})) as [MonthFacts["instruments"][number], MonthFacts["instruments"][number]];

const product = { product: "radar", uuid: "x", volatile: false, errorLevel: null };

/** A day with 24 files that are processed and published. */
function day(date: string, other: Partial<CoverageDay> = {}): CoverageDay {
  return {
    instrument: "Radar",
    date,
    measured: 24,
    accepted: 24,
    unlisted: 0,
    processed: 24,
    invalid: 0,
    otherContent: 0,
    onlyOnPortal: 0,
    published: [product],
    state: "complete",
    dueAtMs: null,
    gaps: [],
    ...other,
  };
}

const empty = { measured: 0, accepted: 0, processed: 0, published: [], state: "empty" } as const;
const march = datesBetween("2026-03-01", "2026-03-31");

type Others = Readonly<Record<string, Partial<CoverageDay>>>;

/** The report of March 2026; `others` are what is not as usual, by date. */
function report(others: Others = {}, facts: Partial<MonthFacts> = {}) {
  return monthlyReport({
    month: "2026-03",
    nowMs: Date.parse("2026-04-05T10:00:00Z"),
    asOfMs: Date.parse("2026-04-05T09:30:00Z"),
    portal: "https://portal.example",
    instruments: [radar],
    days: march.map((date) => day(date, others[date])),
    events: [],
    files: 744,
    digest: "0".repeat(64),
    leftOut: 0,
    ...facts,
  });
}

const reasonsOn = (date: string, other: Partial<CoverageDay>, facts: Partial<MonthFacts> = {}) =>
  report({ [date]: other }, facts).incomplete.map(({ reasons }) => reasons);

function event(kind: StationEvent["kind"], from: string, to: string | null, subject = ""): StationEvent {
  const toMs = to === null ? null : Date.parse(`2026-03-${to}Z`);
  return { seq: 1, kind, subject, fromMs: Date.parse(`2026-03-${from}Z`), toMs, times: 1, detail: {} };
}

describe("the sentence of a month", () => {
  const gap: Partial<CoverageDay> = { accepted: 23, processed: 23, state: "gap", gaps: ["accepted"] };
  const late: Partial<CoverageDay> = { invalid: 1, processed: 23 };
  const unread: Partial<CoverageDay> = {
    processed: null,
    invalid: null,
    otherContent: null,
    state: "unknown",
  };

  test.for([
    ["complete", {}, "March 2026 is complete."],
    ["one day", { "2026-03-04": gap }, "March 2026 is complete but for 1 day."],
    [
      "three days",
      { "2026-03-04": gap, "2026-03-05": late, "2026-03-31": gap },
      "March 2026 is complete but for 3 days.",
    ],
    [
      "every day",
      Object.fromEntries(march.map((date) => [date, gap])),
      "March 2026 is complete on none of its 31 days.",
    ],
    [
      "lists of some days were not read",
      { "2026-03-04": gap, "2026-03-05": unread, "2026-03-06": unread },
      "March 2026 is complete but for 1 day; 2 more are not yet checked against the portal.",
    ],
    [
      "no list was read",
      Object.fromEntries(march.map((date) => [date, unread])),
      "March 2026 is not known yet: 31 days are not yet checked against the portal.",
    ],
    [
      "nothing",
      Object.fromEntries(march.map((date) => [date, empty])),
      "March 2026 is without data: no file was measured here.",
    ],
  ] satisfies [string, Others, string][])("%s", ([, others, sentence]) => {
    expect(report(others).sentence).toBe(sentence);
  });

  test.for([
    [
      "2026-03-10T00:00:00Z",
      { "2026-03-09": gap, "2026-03-10": gap },
      "so far it is complete but for 1 day.",
    ],
    ["2026-03-31T23:59:59Z", {}, "so far it is complete."],
    [
      "2026-03-02T12:00:00Z",
      { "2026-03-01": empty, "2026-03-02": empty },
      "so far it is without data: no file was measured here.",
    ],
    ["2026-03-01T12:00:00Z", {}, "it begins today."],
  ] satisfies [string, Others, string][])("on %s it is not over", ([now, others, end]) => {
    const nowMs = Date.parse(now);
    const days = march
      .filter((date) => Date.parse(date) <= nowMs)
      .map((date) => day(date, (others as Others)[date]));
    const made = report({}, { nowMs, days });
    expect([made.state, made.sentence]).toEqual(["running", `March 2026 is not over yet; ${end}`]);
  });

  test("counts a day once, however many instruments miss something on it", () => {
    const days = [radar, lidar].flatMap(({ name }) =>
      march.map((date) => day(date, { instrument: name, ...(date === "2026-03-08" ? gap : {}) })),
    );
    const made = report({}, { days, instruments: [radar, lidar] });
    expect([made.incompleteDays, made.incomplete.map(({ instrument }) => instrument)]).toEqual([
      1,
      ["Radar", "Lidar"],
    ]);
  });

  test("in February of a leap year, and on its own days alone", () => {
    const days = datesBetween("2028-02-01", "2028-02-29").map((date) => day(date, empty));
    const made = report({}, { month: "2028-02", nowMs: Date.parse("2028-03-01T00:00:00Z"), days });
    expect(made.sentence).toBe("February 2028 is without data: no file was measured here.");
    expect(made.instruments[0]?.days).toHaveLength(29);
  });
});

describe("why a day is not complete", () => {
  const date = "2026-03-12";

  test.for([
    ["missing files", { accepted: 21, processed: 21, state: "gap" }, ["3 of 24 files not on the portal"]],
    ["not usable ones", { processed: 22, invalid: 2 }, ["2 of 24 files not usable"]],
    ["not processed ones", { processed: 0, state: "pending" }, ["all 24 files not processed"]],
    [
      "other content",
      { accepted: 23, processed: 23, otherContent: 1, state: "gap" },
      ["1 of 24 files different on the portal"],
    ],
    [
      "unlisted ones",
      { processed: 22, unlisted: 2, state: "gap" },
      ["2 of 24 files not in the portal's list"],
    ],
    ["a product that is late", { published: [], state: "gap", gaps: ["published"] }, ["no product"]],
    ["a product that is awaited", { published: [], state: "pending" }, ["no product yet"]],
    [
      "a list that was not read",
      { processed: null, invalid: null, otherContent: null, onlyOnPortal: null, state: "pending" },
      ["not yet checked against the portal"],
    ],
    [
      "nothing known",
      {
        accepted: null,
        processed: null,
        invalid: null,
        otherContent: null,
        onlyOnPortal: null,
        state: "unknown",
      },
      ["not yet checked against the portal"],
    ],
    ["no file, although expected", { ...empty, state: "gap", gaps: ["measured"] }, ["no file"]],
  ] satisfies [string, Partial<CoverageDay>, string[]][])("%s", ([, other, reasons]) => {
    expect(reasonsOn(date, other)).toEqual([reasons]);
  });

  test("a day without a file that nobody expected is none", () => {
    expect(reasonsOn(date, empty)).toEqual([]);
    expect(reasonsOn(date, { ...empty, accepted: null, processed: null, state: "unknown" })).toEqual([]);
  });

  test("an instrument that is off, after its first file and until it is on", () => {
    const off = (more: Partial<typeof radar>) => ({
      instruments: [{ ...radar, offUntil: "2026-03-13", ...more }],
    });
    expect(reasonsOn(date, empty, off({}))).toEqual([["instrument off"]]);
    expect(reasonsOn("2026-03-13", empty, off({}))).toEqual([]);
    expect(reasonsOn(date, empty, off({ firstWritten: date }))).toEqual([]);
    expect(reasonsOn(date, empty, off({ firstWritten: null }))).toEqual([]);
  });

  test("what kept missing files from the portal on that day, in full minutes of it", () => {
    const gap = { accepted: 20, processed: 20, state: "gap" } as const;
    const events = [
      event("outage", "11T22:00:00", "12T04:00:00"),
      event("paused", "12T10:00:00", "12T10:30:00"),
      event("outage", "13T00:00:00", "13T01:00:00"),
      event("silent", "12T00:00:00", "12T05:00:00", "Radar"),
      event("credentials", "12T09:00:00", "12T09:00:30"),
    ];
    expect(reasonsOn(date, gap, { events })).toEqual([
      ["4 of 24 files not on the portal", "portal away 4 h", "sending paused 30 min"],
    ]);
    const whole = [event("outage", "01T00:00:00", null), event("outage", "12T00:00:00", "12T02:00:00")];
    expect(reasonsOn(date, gap, { events: whole })).toEqual([
      ["4 of 24 files not on the portal", "portal away 24 h"],
    ]);
  });

  test("why no file was found: the folder of this instrument, not that of another", () => {
    const gone = { ...empty, state: "gap", gaps: ["measured"] } as const;
    const events = [
      event("folder-gone", "12T00:00:00", "12T12:00:00", "Radar"),
      event("folder-gone", "12T00:00:00", "12T23:00:00", "Lidar"),
    ];
    expect(reasonsOn(date, gone, { events })).toEqual([["no file", "folder not readable 12 h"]]);
  });
});

describe("the figures", () => {
  test("are shares of files and of days with files", () => {
    const made = report({
      "2026-03-01": { accepted: 12, processed: 6, published: [], state: "gap", gaps: ["published"] },
      "2026-03-02": empty,
    });
    expect(made.total).toMatchObject({
      measured: 720,
      accepted: 708,
      processed: 702,
      daysMeasured: 30,
      daysPublished: 29,
    });
    expect(made.total.share).toEqual({ accepted: 708 / 720, processed: 702 / 720, published: 29 / 30 });
    expect(made.instruments[0]).toMatchObject({ name: "Radar", ...made.total });
    expect(made.instruments[0]?.days.slice(0, 3)).toEqual(["incomplete", "empty", "complete"]);
  });

  test("are not known where no list was read, nor of products that the portal does not make", () => {
    const unread = { processed: null, invalid: null, published: [], state: "pending" } as const;
    const made = report({ "2026-03-09": unread });
    expect(made.total).toMatchObject({ processed: null, notUsable: null, daysPublished: null });
    const none = report(Object.fromEntries(march.map((date) => [date, { published: [] }])));
    expect(none.total.share).toEqual({ accepted: 1, processed: 1, published: null });
    expect(none.sentence).toBe("March 2026 is complete.");
  });

  test("tell outages, oldest first, without what held up nothing", () => {
    const events = [
      event("outage", "20T00:00:00", "20T04:00:00"),
      event("settings-changed", "05T00:00:00", "05T00:00:00"),
      event("silent", "03T00:00:00", null, "Radar"),
    ];
    expect(report({}, { events }).outages.map(({ kind }) => kind)).toEqual(["silent", "outage"]);
  });
});
