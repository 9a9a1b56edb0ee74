import { describe, expect, test } from "vitest";
import { type DayContext, judgeDay } from "#domain/coverage.ts";
import type { DayFacts } from "#domain/day-facts.ts";
import { usualDeadlines } from "#domain/settings.ts";
import { date, facts, file, hourMs, md5, noonMs, record } from "#test/support/builders/day-sides.ts";

const context = (change: Partial<DayContext> = {}): DayContext => ({
  instrument: "Radar",
  since: null,
  firstWritten: "2026-11-01",
  expects: () => true,
  usualMs: 0,
  publishes: false,
  deadlines: usualDeadlines,
  listedAtMs: noonMs,
  isListed: () => true,
  nowMs: noonMs,
  ...change,
});

const judge = (of: DayFacts, change: Partial<DayContext> = {}, day = date) => {
  const { state, dueAtMs, gaps } = judgeDay(day, of, context(change));
  return { state, dueInHours: dueAtMs === null ? null : (dueAtMs - noonMs) / hourMs, gaps };
};

const whole = facts({ files: [file(1)], records: [record(1)] });
const nothing = facts({});
const product = { product: "radar", uuid: "u", volatile: true, errorLevel: "pass" } as const;

describe("a day", () => {
  test("on which all is accepted and processed is complete", () => {
    expect(judge(whole)).toEqual({ state: "complete", dueInHours: null, gaps: [] });
  });

  test("that is not over is pending, whatever is there", () => {
    expect(judge(whole, {}, "2026-11-20")).toEqual({ state: "pending", dueInHours: null, gaps: [] });
  });

  test("is a gap from two hours after a file that is not sent, to the millisecond", () => {
    const of = (ago: number) => facts({ files: [file(1, { state: "waiting", foundAtMs: noonMs - ago })] });
    expect(judge(of(2 * hourMs - 1))).toMatchObject({ state: "pending", gaps: [] });
    expect(judge(of(2 * hourMs))).toEqual({ state: "gap", dueInHours: 0, gaps: ["accepted"] });
  });

  test("is no gap in what is accepted where a list lacks a receipt, and is one where it contradicts it", () => {
    const delivered = file(1, { changedAtMs: noonMs - 3 * hourMs });
    expect(judge(facts({ files: [delivered] }))).toEqual({ state: "pending", dueInHours: 3, gaps: [] });
    const replaced = facts({ files: [delivered], records: [record(1, { checksum: md5(9) })] });
    expect(judge(replaced)).toEqual({ state: "gap", dueInHours: -1, gaps: ["accepted"] });
    expect(judge(replaced, { listedAtMs: noonMs - 4 * hourMs }).state).toBe("pending");
  });

  test("is pending while the list of another month alone was read, once the portal has confirmed a file", () => {
    const of = facts({ files: [file(1, { changedAtMs: noonMs - 3 * hourMs })] });
    const pending = { state: "pending", dueInHours: null, gaps: [] };
    expect(judge(of, { isListed: () => false })).toEqual(pending);
    const day = judgeDay(date, of, context({ isListed: () => false }));
    expect(day).toMatchObject({ measured: 1, accepted: 1, processed: null, invalid: null });
    const unsent = facts({ files: [file(1, { state: "queued" })] });
    expect(judgeDay(date, unsent, context({ isListed: () => false })).accepted).toBe(null);
  });

  const judgedSo = (status: string) => (hours: number) =>
    facts({ files: [file(1)], records: [record(1, { status, updatedAtMs: noonMs - hours * hourMs })] });

  test("is a gap from six hours after acceptance without processing", () => {
    const of = judgedSo("uploaded");
    expect(judge(of(5))).toEqual({ state: "pending", dueInHours: 1, gaps: [] });
    expect(judge(of(6))).toEqual({ state: "gap", dueInHours: 0, gaps: ["processed"] });
    expect(judge(of(6), { deadlines: { ...usualDeadlines, processedHours: 24 } }).state).toBe("pending");
    expect(judge(of(6), { listedAtMs: noonMs - hourMs }).state).toBe("pending");
  });

  test("whose only open point is an invalid file is complete: nothing more is due", () => {
    for (const hours of [1, 6, 100])
      for (const publishes of [false, true])
        expect(judge(judgedSo("invalid")(hours), { publishes })).toEqual({
          state: "complete",
          dueInHours: null,
          gaps: [],
        });
  });

  test("is a gap from two days after processing without a product, where the instrument has products", () => {
    const of = (hours: number) =>
      facts({ files: [file(1)], records: [record(1, { updatedAtMs: noonMs - hours * hourMs })] });
    expect(judge(of(48)).state).toBe("complete");
    expect(judge(of(47), { publishes: true })).toEqual({ state: "pending", dueInHours: 1, gaps: [] });
    expect(judge(of(48), { publishes: true })).toEqual({ state: "gap", dueInHours: 0, gaps: ["published"] });
    const published = facts({ files: [file(1)], records: [record(1, { updatedAtMs: 0 })] }, [product]);
    expect(judge(published, { publishes: true }).state).toBe("complete");
  });

  test("names the earliest moment of what is overdue, and every layer of it", () => {
    const files = [file(1, { state: "blocked", foundAtMs: noonMs - 10 * hourMs }), file(2), file(3)];
    const records = [record(2, { status: "uploaded", updatedAtMs: noonMs - 20 * hourMs }), record(3)];
    expect(judge(facts({ files, records }))).toEqual({
      state: "gap",
      dueInHours: -14,
      gaps: ["accepted", "processed"],
    });
  });

  test("without a file is a gap where files are expected, two hours after it, or one usual pause", () => {
    expect(judge(nothing)).toMatchObject({ state: "gap", gaps: ["measured"] });
    expect(judge(nothing, {}, "2026-11-20")).toMatchObject({ state: "pending", dueInHours: 14 });
    expect(judge(nothing, { usualMs: 24 * hourMs }, "2026-11-19")).toMatchObject({
      state: "pending",
      dueInHours: 12,
    });
  });

  test.each<readonly [string, Partial<DayContext>, DayFacts]>([
    ["before `since`", { since: "2026-11-19" }, nothing],
    ["before the first file", { firstWritten: "2026-11-19" }, nothing],
    ["of an instrument that never wrote", { firstWritten: null }, nothing],
    ["on which no file is expected", { expects: () => false }, nothing],
    ["that another PC measured", {}, facts({ records: [record(1)] })],
  ])("%s is empty", (_, change, of) => {
    expect(judge(of, change)).toEqual({ state: "empty", dueInHours: null, gaps: [] });
  });

  test("counts from `since` and from the first file on, that day included", () => {
    for (const change of [{ since: date }, { since: "2026-11-01" }, { firstWritten: date }])
      expect(judge(nothing, change).state).toBe("gap");
    expect(judge(whole, { since: "2026-11-19" }).state).toBe("complete");
    const isListed = () => false;
    for (const since of [date, null])
      expect(judge(nothing, { isListed, since, expects: () => false }).state).toBe("unknown");
    expect(judge(whole, { isListed, since: "2026-11-19" }).state).toBe("pending");
  });

  test("is not complete before it is over", () => {
    const endMs = Date.UTC(2026, 10, 19);
    expect(judge(whole, { nowMs: endMs - 1 }).state).toBe("pending");
    expect(judge(whole, { nowMs: endMs }).state).toBe("complete");
  });

  test("whose month was not listed is unknown, but for what was not sent", () => {
    const isListed = () => false;
    const unsent = facts({ files: [file(1, { state: "blocked" })] });
    expect(judge(unsent, { isListed, listedAtMs: null }).state).toBe("gap");
    expect(judge(nothing, { isListed, expects: () => false }).state).toBe("unknown");
    expect(judge(nothing, { isListed, since: "2026-11-19" }).state).toBe("empty");
  });
});
