import { expect, it } from "vitest";
import { backOffMs, longestWaitMs, spreadMs } from "#domain/retry.ts";
import { fc } from "#test/support/fixed-cases.ts";

const attempts = fc.integer({ min: 1, max: 1_000_000 });
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const quarterHourMs = 900_000;

it("doubles, and is capped at a quarter of an hour", () => {
  const longest = [1, 2, 3, 8, 9, 5000].map((n) => backOffMs(n, 0.999_999_99));
  expect(longest).toEqual([5_000, 10_000, 20_000, 640_000, quarterHourMs, quarterHourMs]);
});

it("uses the full span, and never none", () => {
  expect(backOffMs(3, 0.5)).toBe(10_000);
  expect(backOffMs(9, 0)).toBe(500);
});

it("always waits, within its bounds, however often it failed", () => {
  fc.assert(
    fc.property(attempts, random, (n, r) => {
      const waitMs = backOffMs(n, r);
      expect(Number.isInteger(waitMs)).toBe(true);
      expect(waitMs).toBeGreaterThanOrEqual(500);
      expect(waitMs).toBeLessThanOrEqual(Math.min(quarterHourMs, 5_000 * 2 ** (n - 1)));
    }),
  );
});

it("waits at least as long as the portal asks, up to an hour", () => {
  const asked = fc.integer({ min: -5, max: 10_000_000 });
  fc.assert(
    fc.property(attempts, random, asked, (n, r, retryAfterMs) => {
      const waitMs = backOffMs(n, r, { retryAfterMs });
      const leastMs = Math.max(backOffMs(n, r), Math.min(3_600_000, retryAfterMs));
      expect(waitMs).toBeGreaterThanOrEqual(leastMs);
      expect(waitMs).toBeLessThanOrEqual(leastMs + 120_000);
    }),
  );
  expect(backOffMs(1, 0, { retryAfterMs: Number.POSITIVE_INFINITY })).toBe(3_600_000);
  expect(backOffMs(1, 0.5, { retryAfterMs: Number.NaN })).toBe(2_500);
});

it("spreads those who were asked to wait over half of that time, two minutes at most", () => {
  expect([0, 0.5, 1].map((r) => spreadMs(60_000, r))).toEqual([0, 15_000, 30_000]);
  expect(spreadMs(3_600_000, 1)).toBe(120_000);
  expect(spreadMs(-1, 0.5)).toBe(0);
  expect(backOffMs(1, 0.5, { retryAfterMs: 60_000 })).toBe(75_000);
});

it("never waits longer than an hour and two minutes, whatever was asked", () => {
  expect(longestWaitMs).toBe(3_720_000);
  expect(backOffMs(1, 0.999_999_999, { retryAfterMs: 1e12 })).toBe(longestWaitMs);
});

it("takes other bounds", () => {
  expect(backOffMs(4, 0.999_999, { baseMs: 10, capMs: 50 })).toBe(50);
  expect(backOffMs(1, 0, { baseMs: 10, capMs: 50 })).toBe(1);
});
