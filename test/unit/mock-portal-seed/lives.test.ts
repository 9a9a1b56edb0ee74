import { expect, test } from "vitest";
import { dayAfter } from "#mock-portal/seed/days.ts";
import { livesOf } from "#mock-portal/seed/lives.ts";
import { plotKey, plotSubject } from "#mock-portal/seed/plot-key.ts";
import { fc } from "#test/support/fixed-cases.ts";

const today = fc
  .date({ min: new Date("2024-01-01"), max: new Date("2035-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const file = fc.record({
  siteId: fc.constantFrom("hyytiala", "palaiseau", "juelich"),
  line: fc.constantFrom("radar", "ecmwf", "classification"),
  today,
  age: fc.integer({ min: 1, max: 62 }),
});

test("of a file's versions the last is current, and each is made before the next and before today", () => {
  fc.assert(
    fc.property(file, ({ siteId, line, today, age }) => {
      const lives = livesOf(siteId, line, dayAfter(today, -age), today);
      expect(lives.map(({ record }) => record.isCurrent)).toEqual(
        lives.map((_, i) => i === lives.length - 1),
      );
      let last = "";
      for (const { record } of lives) {
        expect(record.createdAt > last).toBe(true);
        expect(record.updatedAt >= record.createdAt).toBe(true);
        expect(record.updatedAt < `${today}T`).toBe(true);
        last = record.updatedAt;
      }
    }),
  );
});

test("young files are volatile and have no persistent identifier; older ones are stable and have one", () => {
  fc.assert(
    fc.property(file, ({ siteId, line, today, age }) => {
      for (const { record } of livesOf(siteId, line, dayAfter(today, -age), today)) {
        expect(record.volatile).toBe(age <= 4);
        expect(record.timeliness).toBe(age <= 4 ? "rrt" : "scheduled");
        expect(record.pid !== "" && record.version !== "").toBe(age > 4);
      }
    }),
  );
});

test("coverage is the measured share of the day", () => {
  fc.assert(
    fc.property(file, ({ siteId, line, today, age }) => {
      for (const { record, measured } of livesOf(siteId, line, dayAfter(today, -age), today)) {
        const hours = measured.reduce((sum, [from, to]) => sum + (to - from), 0);
        for (const [from, to] of measured) expect(to).toBeGreaterThan(from);
        // The number has three decimals: half of the last one is the most that rounding takes or adds.
        if (!record.legacy)
          expect(Math.abs(Number(record.coverage) - hours / 24)).toBeLessThan(0.000_500_001);
      }
    }),
  );
});

test("a plot's object name says what it shows", () => {
  const subject = fc.record({
    siteId: fc.constantFrom("hyytiala", "ny-alesund"),
    date: today,
    variableId: fc.constantFrom("radar-Zh", "mwr-l1c-tb_01", "weather-station-air_temperature"),
    modelId: fc.constantFrom(null, "ecmwf", "harmonie-fmi-6-11"),
    versionNumber: fc.integer({ min: 1, max: 9 }),
    measured: fc.constantFrom<[number, number][]>(
      [[0, 24]],
      [
        [0, 3.25],
        [4.5, 22],
      ].map(([a = 0, b = 0]) => [a, b]),
    ),
  });
  fc.assert(
    fc.property(subject, (shown) => {
      expect(plotSubject(plotKey(shown))).toEqual(shown);
    }),
  );
  expect(plotSubject("somewhere/else.png")).toBeNull();
  expect(plotSubject("demo/../../etc/passwd")).toBeNull();
});
