import { afterEach, describe, expect, it } from "vitest";
import { portalSchema } from "#contract/settings-file.ts";
import { daysIn, isRateRow, offForMs, type RateRow, rateAt, wallTimeOf } from "#domain/timetable.ts";

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const office: readonly RateRow[] = [
  { days: "mon-fri", from: "07:00", to: "18:00", kBps: 200 },
  { kBps: null },
];
/** 0 is Sunday. */
const at = (rows: readonly RateRow[], day: number, clock: string) =>
  rateAt(rows, { day, minute: Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)) });

describe("the timetable", () => {
  it.each([
    ["mon-fri", [1, 2, 3, 4, 5]],
    ["Sat, Sun", [0, 6]],
    ["fri-mon", [0, 1, 5, 6]],
    ["wed", [3]],
    ["mon-wed,fri", [1, 2, 3, 5]],
  ])("%s are days", (text, days) => {
    expect([...(daysIn(text) ?? [])].sort()).toEqual(days);
  });

  it.each(["", "mo", "monday", "mon-", "mon-tue-wed", "mon;tue", "mon,"])("%j are none", (text) => {
    expect(daysIn(text)).toBeNull();
  });

  it("takes the first row that fits, and has no limit where none does", () => {
    expect(at(office, 1, "07:00").limitKBps).toBe(200);
    expect(at(office, 5, "17:59").limitKBps).toBe(200);
    expect(at(office, 5, "18:00").limitKBps).toBeNull();
    expect(at(office, 6, "12:00").limitKBps).toBeNull();
    const overlapping = [
      { from: "10:00", to: "12:00", kBps: 1 },
      { from: "11:00", to: "13:00", kBps: 2 },
    ];
    expect(["09:59", "11:30", "12:30", "13:00"].map((clock) => at(overlapping, 0, clock).limitKBps)).toEqual([
      ...[null, 1, 2, null],
    ]);
  });

  it("passes midnight into the day after the one that is named", () => {
    const night: readonly RateRow[] = [{ days: "fri", from: "22:00", to: "06:00", kBps: "off" }];
    const stopped = (day: number, clock: string) => at(night, day, clock).stopped;
    expect([stopped(5, "21:59"), stopped(5, "22:00"), stopped(6, "05:59"), stopped(6, "06:00")]).toEqual([
      ...[null, "backlog", "backlog", null],
    ]);
    expect([stopped(5, "03:00"), stopped(6, "23:00")]).toEqual([null, null]);
    expect(at([{ ...night[0], kBps: "off", all: true }], 6, "05:00").stopped).toBe("all");
  });

  it.each([
    // Summer time begins: 02:00 is 03:00 at once, 01:00 UTC.
    ["Europe/Berlin", "2026-03-29T00:59:00Z", "2026-03-29T01:00:00Z", "02:30", "04:00"],
    ["America/New_York", "2026-03-08T06:59:00Z", "2026-03-08T07:00:00Z", "02:30", "04:00"],
    ["Australia/Lord_Howe", "2026-10-03T15:29:00Z", "2026-10-03T15:30:00Z", "02:15", "04:00"],
  ])("in %s begins at the next minute where its own is left out", (name, before, after, from, to) => {
    process.env.TZ = name;
    const rows = [{ from, to, kBps: 7 }];
    expect(rateAt(rows, wallTimeOf(Date.parse(before))).limitKBps).toBeNull();
    const first = rateAt(rows, wallTimeOf(Date.parse(after))).limitKBps;
    expect(first).toBe(7);
  });

  it.each([
    // The hour from 02:00 (Berlin) and 01:00 (New York) comes twice.
    ["Europe/Berlin", "2026-10-25T00:00:00Z", "02:00", "03:00", 2],
    ["America/New_York", "2026-11-01T05:00:00Z", "01:00", "02:00", 2],
    ["Australia/Lord_Howe", "2026-04-04T14:30:00Z", "01:30", "02:00", 1],
    ["Asia/Kolkata", "2026-10-24T20:30:00Z", "02:00", "03:00", 1],
  ])(
    "in %s holds as long as the wall clock says so when summer time ends",
    (name, begin, from, to, hours) => {
      process.env.TZ = name;
      const rows: readonly RateRow[] = [{ from, to, kBps: "off", all: true }];
      expect(offForMs(rows, Date.parse(begin) - 1)).toBe(0);
      expect(offForMs(rows, Date.parse(begin))).toBe(hours * 3_600_000);
      expect(offForMs(rows, Date.parse(begin) + 90_500)).toBe(hours * 3_600_000 - 90_500);
    },
  );

  it("asks the clock alone: set back, it holds again; a stop of every hour has no end", () => {
    process.env.TZ = "UTC";
    const rows: readonly RateRow[] = [{ from: "10:00", to: "11:00", kBps: "off", all: true }];
    const [inside, after] = ["2026-11-02T10:30:00Z", "2026-11-02T11:00:00Z"].map((text) => Date.parse(text));
    expect([offForMs(rows, inside ?? 0), offForMs(rows, after ?? 0), offForMs(rows, inside ?? 0)]).toEqual([
      ...[1_800_000, 0, 1_800_000],
    ]);
    expect(offForMs([{ kBps: "off", all: true }], inside ?? 0)).toBe(7 * 86_400_000);
    expect(offForMs([{ kBps: "off" }], inside ?? 0)).toBe(0);
  });
});

describe("a row of portal.rates", () => {
  const portal = { url: "https://portal.example", username: "station" };

  it("may overlap another, pass midnight and end at 24:00", () => {
    const rates = [
      ...office,
      { from: "22:00", to: "06:00", kBps: "off", all: true },
      { to: "24:00", kBps: 1 },
    ];
    expect(portalSchema.parse({ ...portal, rates }).rates).toEqual(rates);
    expect(portalSchema.parse(portal).rates).toBeUndefined();
  });

  it.each([
    [{ from: "25:00", kBps: 1 }, "from", 'must be a time such as "07:00"'],
    [{ from: "24:00", kBps: 1 }, "from", 'must be a time such as "07:00"'],
    [{ from: "24:00", to: "06:00", kBps: 1 }, "from", 'must be a time such as "07:00"'],
    [{ to: "7", kBps: 1 }, "to", 'must be a time such as "07:00"'],
    [{ days: "mon-xyz", kBps: 1 }, "days", 'must be days such as "mon-fri" or "sat,sun"'],
    [{ kBps: 0 }, "kBps", 'must be a number of kilobytes a second above 0, null for no limit, or "off"'],
    [
      { from: "07:00" },
      "kBps",
      'must be a number of kilobytes a second above 0, null for no limit, or "off"',
    ],
    [{ kBps: 1, all: "yes" }, "all", "must be true or false"],
  ])("%j is told by its key %s", (row, key, message) => {
    const { error } = portalSchema.safeParse({ ...portal, rates: [{ kBps: null }, row] });
    expect(error?.issues).toMatchObject([{ path: ["rates", 1, key], message }]);
    expect(isRateRow(row)).toBe(false);
  });

  it("must not end where it begins", () => {
    const { error } = portalSchema.safeParse({ ...portal, rates: [{ from: "07:00", to: "07:00", kBps: 1 }] });
    expect(error?.issues).toMatchObject([
      { path: ["rates", 0], message: "must start and end at different times" },
    ]);
  });
});
