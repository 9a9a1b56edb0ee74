import { describe, expect, it } from "vitest";
import {
  type BusyHour,
  expectedOnDay,
  type LearnedCadence,
  learnCadence,
  silentFromMs,
} from "#domain/learned-cadence.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Midnight at the beginning of Thursday, 1 January 2026, in hours since the epoch. */
const thursday = Date.UTC(2026, 0, 1) / hourMs;

const range = (from: number, until: number) => Array.from({ length: until - from }, (_, i) => from + i);

/** Gives one file in each of these hours of a day, on every one of so many days. */
function daily(days: number, hours: readonly number[], isOn: (day: number) => boolean = () => true) {
  return range(0, days)
    .filter(isOn)
    .flatMap((day) => hours.map((hour): BusyHour => [thursday + 24 * day + hour, 1]));
}

/** Gives one file after each of these pauses, in hours. */
function afterPauses(pauses: readonly number[]): BusyHour[] {
  return [0, ...pauses].map((_, i) => [thursday + pauses.slice(0, i).reduce((sum, one) => sum + one, 0), 1]);
}

const shares = (learned: LearnedCadence | null, ...hours: readonly number[]) =>
  hours.map((hour) => learned?.byHour[hour]);

describe("what is usual", () => {
  it("is known from 20 hours with files, over 3 days", () => {
    expect(learnCadence([])).toBeNull();
    expect(learnCadence(daily(2, range(0, 24)).slice(12))).toBeNull();
    expect(learnCadence(daily(3, range(0, 24)).slice(12))).not.toBeNull();
    expect(learnCadence(afterPauses(Array(18).fill(4)))).toBeNull();
    expect(learnCadence(afterPauses(Array(19).fill(4)))).not.toBeNull();
  });

  it("is the same in whatever order the hours are given", () => {
    const hours = daily(9, [3, 9, 10, 11, 12]);
    expect(learnCadence(hours.toReversed())).toEqual(learnCadence(hours));
  });

  it("is every hour of some hours of the day, and none of the others", () => {
    const learned = learnCadence(daily(9, range(8, 17)));
    expect(learned?.everyMs).toBeNull();
    expect(learned?.byHour).toEqual(range(0, 24).map((hour) => (hour >= 8 && hour < 17 ? 1 : 0)));
  });

  it("is a file every few hours where most pauses are longer than an hour", () => {
    expect(learnCadence(afterPauses(Array(40).fill(4)))?.everyMs).toBeCloseTo(4 * hourMs);
    // As many pauses of one hour as of three are not most.
    expect(learnCadence(afterPauses(range(0, 40).map((i) => (i % 2 === 0 ? 1 : 3))))?.everyMs).toBeCloseTo(
      2 * hourMs,
    );
    expect(learnCadence(afterPauses(range(0, 41).map((i) => (i % 2 === 0 ? 1 : 3))))?.everyMs).toBeNull();
  });

  it("is one file a day, at an hour that varies", () => {
    const learned = learnCadence(
      range(0, 20).map((day) => [thursday + 24 * day + 12 + (day % 3), 1] as const),
    );
    expect(learned?.everyMs).toBeCloseTo(dayMs, -7);
    expect(learned?.byHour.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 1);
  });

  it("is half as much on a day where it writes every second day only", () => {
    const learned = learnCadence(daily(40, [12], (day) => day % 2 === 0));
    expect(learned?.byHour[12]).toBe(0.5);
    expect(learned?.everyMs).toBeCloseTo(2 * dayMs, -7);
    const hourly = daily(20, range(0, 24), (day) => day % 2 === 0);
    expect(learnCadence(hourly)?.byHour[12]).toBeCloseTo(0.5, 1);
  });

  it("is learned from the newest fourteen days with files", () => {
    const newest = daily(30, range(8, 17), (day) => day >= 16);
    const [ofFourteenth, before] = [thursday + 24 * 16 + 18, thursday + 24 * 15 + 20];
    const older = daily(15, range(20, 24));
    expect(shares(learnCadence([...older, [before, 1], ...newest]), 7, 8, 16, 17, 20, 23)).toEqual([
      0, 1, 1, 0, 0, 0,
    ]);
    expect(learnCadence([...older, [ofFourteenth, 1], ...newest])?.byHour[18]).toBeCloseTo(1 / 13, 1);
  });

  it("is learned from more days where fourteen have too few files", () => {
    expect(learnCadence(daily(19, [6]))).toBeNull();
    expect(learnCadence(daily(20, [6]))?.everyMs).toBeCloseTo(dayMs);
    // From no more than needed: older ones came at another hour.
    const moved = [...daily(20, [5]), ...daily(40, [6], (day) => day >= 20)];
    expect(shares(learnCadence(moved), 5, 6)).toEqual([0, 1]);
  });

  it("leaves days without files aside", () => {
    const learned = learnCadence(daily(12, range(8, 17), (day) => day !== 5 && day !== 8));
    expect(shares(learned, 7, 8, 16, 17)).toEqual([0, 1, 1, 0]);
  });

  it("counts an hour with few files in part, one with half of the usual wholly", () => {
    const files = new Map([
      [8, 2],
      [9, 5],
      [10, 10],
      [11, 10],
      [12, 10],
      [13, 30],
    ]);
    const learned = learnCadence(
      daily(9, [...files.keys()]).map(([hour]) => [hour, files.get(hour % 24) ?? 0]),
    );
    expect(learned?.byHour[8]).toBeCloseTo(0.4);
    expect(shares(learned, 9, 10, 13)).toEqual([1, 1, 1]);
  });

  it("counts each hour alike where files come less than hour after hour", () => {
    const hours = range(0, 40).map((i): BusyHour => [thursday + 6 * i, i % 4 === 0 ? 1 : 9]);
    expect(shares(learnCadence(hours), 0, 6, 12, 18, 3)).toEqual([1, 1, 1, 1, 0]);
  });

  it("is sure of an hour that had files on four of five days", () => {
    const without = (missing: number) =>
      learnCadence(
        daily(10, range(8, 17)).filter(([hour]) => hour % 24 !== 12 || hour >= thursday + 24 * missing),
      );
    expect(shares(without(2), 11, 12)).toEqual([1, 1]);
    expect(without(3)?.byHour[12]).toBeCloseTo(0.7);
  });
});

describe("an instrument that writes in no order", () => {
  const withLong = (count: number, long: number) =>
    afterPauses(range(0, count).map((i) => (i >= 5 && i < 5 + 3 * long && i % 3 === 2 ? 16 : 4)));

  it("has more than two pauses that are much longer than usual", () => {
    expect(learnCadence(withLong(25, 2))).not.toBeNull();
    expect(learnCadence(withLong(25, 3))).toBeNull();
  });

  it("has them in more than seven of a hundred", () => {
    expect(learnCadence(withLong(57, 3))).not.toBeNull();
    expect(learnCadence(withLong(57, 4))).toBeNull();
  });

  it("is not one that leaves out some of its usual hours", () => {
    const leavesOut = (hour: number) => [9, 10].includes(hour % 24) && hour < thursday + 5 * 24;
    expect(learnCadence(daily(14, range(8, 12)).filter(([hour]) => !leavesOut(hour)))).not.toBeNull();
  });

  it("is not one that pauses at night, or at the weekend", () => {
    expect(learnCadence(daily(14, range(8, 12)))).not.toBeNull();
    expect(learnCadence(daily(14, [0, 8, 16], (day) => day % 7 !== 2 && day % 7 !== 3))).not.toBeNull();
  });
});

describe("days off", () => {
  /** Gives the days of the week that are off, 0 is Sunday, where it wrote on these. */
  const daysOff = (days: number, isOn: (dayOfWeek: number) => boolean) => [
    ...(learnCadence(daily(days, range(0, 24), (day) => isOn((day + 4) % 7)))?.daysOff ?? [Number.NaN]),
  ];

  it("are a weekend without files", () => {
    expect(daysOff(9, (day) => day !== 6 && day !== 0)).toEqual([6, 0]);
    expect(daysOff(9, (day) => day !== 6)).toEqual([]);
    expect(daysOff(9, (day) => day !== 0)).toEqual([]);
    expect(daysOff(9, () => true)).toEqual([]);
  });

  it("are other days, too, once three weeks are known", () => {
    expect(daysOff(9, (day) => day !== 3)).toEqual([]);
    for (const off of range(0, 7)) expect(daysOff(30, (day) => day !== off)).toEqual([off]);
    expect(daysOff(30, () => true)).toEqual([]);
    expect(daysOff(30, (day) => day === 2 || day === 4)).toEqual([1, 3, 5, 6, 0]);
  });

  it("are known from exactly three weeks on", () => {
    // From the first hour of a Thursday to that of another one, without Wednesdays.
    const hours = daily(21, range(0, 24), (day) => day % 7 !== 6);
    const at = thursday + 21 * 24;
    expect([...(learnCadence([...hours, [at, 1]])?.daysOff ?? [])]).toEqual([3]);
    expect([...(learnCadence([...hours, [at - 1, 1]].slice(1) as BusyHour[])?.daysOff ?? [])]).toEqual([]);
  });
});

describe("when it is silent", () => {
  const always: LearnedCadence = { byHour: Array(24).fill(1), daysOff: new Set(), everyMs: null };
  const atNight: LearnedCadence = {
    ...always,
    byHour: range(0, 24).map((hour) => (hour < 4 || hour >= 20 ? 1 : 0)),
  };
  const beginMs = thursday * hourMs;

  /** Milliseconds after the last file; null for never. */
  const silentAfter = (learned: LearnedCadence, lastMs: number, usualMs: number | null = null) => {
    const silentMs = silentFromMs(learned, lastMs, usualMs);
    return silentMs === null ? null : silentMs - lastMs;
  };

  it("three usual pauses have passed, and two hours", () => {
    expect(silentAfter(always, beginMs + 7, null)).toBe(3 * hourMs);
    expect(silentAfter(always, beginMs + 7, 45 * minuteMs)).toBe(2.25 * hourMs);
    expect(silentAfter(always, beginMs + 7, 41 * minuteMs)).toBe(123 * minuteMs);
    expect(silentAfter(always, beginMs + 7, 5 * minuteMs)).toBe(2 * hourMs);
    // It is said to write hour after hour.
    expect(silentAfter(always, beginMs + 7, 90 * minuteMs)).toBe(3 * hourMs);
  });

  it("hours in which it does not write do not count", () => {
    const lastMs = beginMs + 3.5 * hourMs;
    expect(silentAfter(atNight, lastMs)).toBe(19 * hourMs);
    expect(silentAfter(atNight, lastMs, 10 * minuteMs)).toBe(18 * hourMs);
    expect(silentAfter(atNight, beginMs + 1 * hourMs)).toBe(3 * hourMs);
  });

  it("days off do not count", () => {
    const working = { ...always, daysOff: new Set([6, 0]) };
    expect(silentAfter(working, beginMs + 47.5 * hourMs)).toBe(51 * hourMs);
    expect(silentAfter(working, beginMs + 2.5 * dayMs)).toBe(1.5 * dayMs + 3 * hourMs);
  });

  it("an hour with files now and then counts in part, to the next millisecond", () => {
    const half = { ...always, byHour: Array(24).fill(0.5) };
    expect(silentAfter(half, beginMs)).toBe(6 * hourMs);
    const seldom = { ...always, byHour: Array(24).fill(0.7) };
    expect(silentAfter(seldom, beginMs)).toBe(Math.ceil((3 / 0.7) * hourMs));
  });

  it("files that come less than hour after hour are missed after two of their pauses by the clock at the soonest", () => {
    const seldom = { ...always, byHour: Array(24).fill(1 / 6), everyMs: 6 * hourMs };
    expect(silentAfter(seldom, beginMs, 5 * minuteMs)).toBeCloseTo(18 * hourMs, -1);
    const early = { ...always, everyMs: 5 * hourMs };
    expect(silentAfter(early, beginMs, 5 * minuteMs)).toBe(10 * hourMs);
    expect(silentAfter({ ...early, everyMs: 1.2 * hourMs }, beginMs)).toBe(3 * hourMs);
  });

  it("never where nothing is expected, or not for a hundred days", () => {
    expect(silentAfter({ ...always, byHour: Array(24).fill(0) }, beginMs)).toBeNull();
    expect(silentAfter({ ...always, daysOff: new Set(range(0, 7)) }, beginMs)).toBeNull();
    expect(silentAfter({ ...always, byHour: Array(24).fill(1 / 700) }, beginMs)).toBeCloseTo(
      2100 * hourMs,
      -2,
    );
    expect(silentAfter({ ...always, byHour: Array(24).fill(1 / 900) }, beginMs)).toBeNull();
  });

  it("a clock before 1970 is no other", () => {
    // 31 December 1969, a Wednesday, from 23:30 on.
    expect(silentAfter(atNight, -0.5 * hourMs)).toBe(3 * hourMs);
    expect(silentAfter({ ...always, daysOff: new Set([4]) }, -0.5 * hourMs)).toBe(27 * hourMs);
    expect(silentAfter({ ...always, daysOff: new Set([0]) }, -3.5 * dayMs)).toBe(0.5 * dayMs + 3 * hourMs);
  });
});

it("as many hours with files are expected on a day as it usually has", () => {
  const learned = learnCadence(
    daily(14, range(8, 17), (day) => day % 7 !== 2 && day % 7 !== 3),
  ) as LearnedCadence;
  expect(expectedOnDay(learned, thursday * hourMs)).toBe(9);
  expect(expectedOnDay(learned, (thursday + 2 * 24) * hourMs)).toBe(0);
  const edges = { ...learned, byHour: range(0, 24).map((hour) => (hour === 0 || hour === 23 ? 1 : 0)) };
  expect(expectedOnDay(edges, thursday * hourMs)).toBe(2);
});
