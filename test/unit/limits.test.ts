import { expect, it } from "vitest";
import { limits, slownessOf } from "#test/support/limits.ts";

it.each([
  [10, 1],
  [300, 1],
  [600, 2],
  [9_000, 4],
])("a bit of work that takes %i ms makes limits %i times as long", (tookMs, times) => {
  expect(slownessOf(tookMs)).toBe(times);
});

it("limits are never shorter than on an idle machine", () => {
  expect(limits.test).toBeGreaterThanOrEqual(60_000);
  expect(limits.pageTest).toBeGreaterThanOrEqual(120_000);
  expect(limits.poll).toBeGreaterThanOrEqual(30_000);
});
