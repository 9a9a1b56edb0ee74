import { describe, expect, it } from "vitest";
import { type DayTimesFacts, dayTimes } from "#domain/day-times.ts";
import type { LearnedCadence } from "#domain/learned-cadence.ts";

const beginMs = Date.UTC(2026, 10, 20);
const hourMs = 3_600_000;
const at = (hours: number) => beginMs + hours * hourMs;

/** Hours of the day, two digits behind the point. */
const hours = (ms: number) => Math.round(((ms - beginMs) / hourMs) * 100) / 100;

function timesOf(written: readonly number[], change: Partial<DayTimesFacts> = {}) {
  const times = dayTimes({
    beginMs,
    writtenMs: written.map(at),
    setMs: null,
    recentMs: null,
    learned: null,
    isOff: false,
    isFirstDay: false,
    nowMs: at(48),
    ...change,
  });
  return {
    spans: written.map((hour) => {
      const span = times.spanOf(at(hour));
      return span === null ? null : [hours(span.fromMs), hours(span.toMs)];
    }),
    pauses: times.pauses.map(({ fromMs, toMs }) => [hours(fromMs), hours(toMs)]),
  };
}

/** Writes hour after hour, from 18 to 6 UTC. */
const night: LearnedCadence = {
  byHour: Array.from({ length: 24 }, (_, hour) => (hour >= 18 || hour < 6 ? 1 : 0)),
  daysOff: new Set(),
  everyMs: null,
};
const hourly = Array.from({ length: 24 }, (_, hour) => hour + 1);

describe("the times of a day's files", () => {
  it("reach from one file to the next, in any order, the last one to the end of the day", () => {
    const { spans, pauses } = timesOf([3, 1, 2, 4, 24.01], { nowMs: at(5) });
    expect(spans.slice(0, 4)).toEqual([
      [2, 3],
      [0, 1],
      [1, 2],
      [3, 4],
    ]);
    // Closed ten seconds after midnight; its data begin where the pause ends.
    expect(spans[4]).toEqual([23, 24]);
    expect(pauses).toEqual([[4, 23]]);
  });

  it("reach back a usual space and a quarter where a file is late, and no pause is told", () => {
    const { spans, pauses } = timesOf([1, 2, 3, 4.2, 5.7], { setMs: hourMs, nowMs: at(6) });
    expect(spans.slice(3)).toEqual([
      [3, 4.2],
      [4.45, 5.7],
    ]);
    expect(pauses).toEqual([]);
  });

  it("know no pause before the first file that it ever wrote", () => {
    expect(timesOf([9, 10, 14], { setMs: hourMs, nowMs: at(15), isFirstDay: true }).pauses).toEqual([
      [10, 13],
    ]);
    expect(timesOf([9, 10, 14], { setMs: hourMs, nowMs: at(15) }).pauses).toEqual([
      [0, 8],
      [10, 13],
    ]);
    expect(timesOf([], { setMs: hourMs, isFirstDay: true }).pauses).toEqual([]);
  });

  it("are none of files that were copied later, or begun before", () => {
    expect(timesOf([28, -1, 0, 27]).spans).toEqual([null, null, null, [24, 24]]);
  });

  it("are moments where it is not known how often files come, and no pause is told", () => {
    expect(timesOf([2, 9])).toEqual({
      spans: [
        [2, 2],
        [9, 9],
      ],
      pauses: [],
    });
  });

  it("of one file a day fill the day", () => {
    expect(timesOf([24.1], { recentMs: 24 * hourMs })).toEqual({ spans: [[0, 24]], pauses: [] });
  });

  it("of several files at one moment are one span", () => {
    expect(timesOf([1, 2, 2, 3, 4, 5]).spans.slice(1, 3)).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });
});

describe("the pauses of a day", () => {
  it("are longer than two usual spaces, and end where the data of the next file may begin", () => {
    expect(timesOf(hourly).pauses).toEqual([]);
    expect(timesOf(hourly.filter((hour) => hour !== 9)).pauses).toEqual([]);
    expect(timesOf(hourly.filter((hour) => hour < 9 || hour > 11)).pauses).toEqual([[8, 11]]);
  });

  it("are found at the beginning and at the end of a day, of today until now", () => {
    expect(timesOf([6, 7, 8, 9]).pauses).toEqual([
      [0, 5],
      [9, 24],
    ]);
    expect(timesOf([1, 2, 3, 4], { nowMs: at(6) }).pauses).toEqual([]);
    expect(timesOf([1, 2, 3, 4], { nowMs: at(7) }).pauses).toEqual([[4, 7]]);
    expect(timesOf([], { recentMs: hourMs }).pauses).toEqual([[0, 24]]);
  });

  it("are none in hours in which it usually rests, unless the settings say how often it writes", () => {
    const rests = timesOf([1, 2, 3, 4, 5, 6], { learned: night });
    expect(rests.pauses).toEqual([[18, 24]]);
    const set = timesOf([1, 2, 3, 4, 5, 6], { learned: night, setMs: hourMs });
    expect(set.pauses).toEqual([[6, 24]]);
    const seldom = { ...night, everyMs: 4 * hourMs };
    expect(timesOf([4, 8], { learned: seldom }).pauses).toEqual([[8, 24]]);
    const daily = timesOf([], { learned: { ...night, daysOff: new Set([5]) }, recentMs: hourMs });
    expect(daily.pauses).toEqual([]);
  });

  it("are none where the data of a file that was copied later may lie", () => {
    expect(timesOf([1, 2, 3, 4, 30]).pauses).toEqual([]);
  });

  it("are none while it is switched off", () => {
    expect(timesOf([1, 2, 3, 4], { isOff: true }).pauses).toEqual([]);
  });

  it("follow the settings first, then the files of the day, then the newest ones", () => {
    expect(timesOf([1, 2, 3, 4, 8], { setMs: 4 * hourMs, nowMs: at(8) }).pauses).toEqual([]);
    expect(timesOf([1, 2, 3, 4, 8], { recentMs: 4 * hourMs, nowMs: at(8) }).pauses).toEqual([[4, 7]]);
    expect(timesOf([4], { recentMs: hourMs, nowMs: at(5) }).pauses).toEqual([[0, 3]]);
    const seldom = { ...night, everyMs: 2 * hourMs, byHour: night.byHour.map(() => 1) };
    expect(timesOf([5], { learned: seldom, nowMs: at(5) }).pauses).toEqual([[0, 3]]);
  });
});
