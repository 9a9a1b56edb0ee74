import { expect, test } from "vitest";
import { lastDueMs } from "#domain/digest-time.ts";

/** On this PC's clock; 2026-11-23 is a Monday. */
const local = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).getTime();

test.each([
  ["daily", "07:30", local(25, 7, 30), local(25, 7, 30)],
  ["daily", "07:30", local(25, 7, 29), local(24, 7, 30)],
  ["daily", "07:30", local(25, 23), local(25, 7, 30)],
  ["daily", "nonsense", local(25, 1), local(25, 0)],
  ["weekly", "07:30", local(23, 7, 30), local(23, 7, 30)],
  ["weekly", "07:30", local(23, 7, 29), local(16, 7, 30)],
  ["weekly", "07:30", local(29, 23), local(23, 7, 30)],
] as const)("a %s digest at %s", (period, at, nowMs, due) => {
  expect(new Date(lastDueMs(period, at, nowMs))).toEqual(new Date(due));
});
