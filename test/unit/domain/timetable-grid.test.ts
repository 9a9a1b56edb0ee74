import { describe, expect, it } from "vitest";
import { portalSchema } from "#contract/settings-file.ts";
import { rateAt } from "#domain/timetable.ts";
import { gridDays, type HourRate, hoursADay, hoursOfRows, rowsOfHours } from "#domain/timetable-grid.ts";
import { fc } from "#test/support/fixed-cases.ts";

const rate = fc.constantFrom<HourRate>(null, 200, 1_500, "off");
const day = fc.array(rate, { minLength: hoursADay, maxLength: hoursADay });
/** Days are often alike, and hours next to each other are. */
const week = fc
  .record({
    days: fc.array(fc.oneof(day, spans()), { minLength: 1, maxLength: 3 }),
    pick: fc.array(fc.nat(2), { minLength: 7, maxLength: 7 }),
  })
  .map(({ days, pick }) => pick.map((one) => days[one % days.length] ?? []));

function spans(): fc.Arbitrary<HourRate[]> {
  return fc
    .record({ from: fc.nat(hoursADay), to: fc.nat(hoursADay), rate })
    .map(({ from, to, rate }) =>
      Array.from({ length: hoursADay }, (_, hour) => (from <= hour && hour < to ? rate : null)),
    );
}

describe("the timetable as a grid", () => {
  it("gives rows that give the same hours, and that are judged so in every minute of the week", () => {
    fc.assert(
      fc.property(week, (hours) => {
        const rows = rowsOfHours(hours);
        expect(portalSchema.shape.rates.parse(rows)).toEqual(rows);
        expect(hoursOfRows(rows)).toEqual(hours);
        const judged = (minute: number) =>
          hours.map((rates, day) =>
            rates.map((_, hour) =>
              rateAt(rows, { day: (day + 1) % gridDays.length, minute: hour * 60 + minute }),
            ),
          );
        const meant = hours.map((rates) =>
          rates.map((cell) =>
            cell === "off" ? { limitKBps: null, stopped: "backlog" } : { limitKBps: cell, stopped: null },
          ),
        );
        expect([judged(0), judged(59)]).toEqual([meant, meant]);
      }),
      { numRuns: 60 },
    );
  });

  it("gives the fewest rows: equal spans of several days are one", () => {
    const office = { from: "07:00", to: "18:00", kBps: 200 };
    const of = (rows: unknown) => rowsOfHours(hoursOfRows(rows) ?? []);
    expect(of([])).toEqual([]);
    expect(of(undefined)).toEqual([]);
    expect(of([{ kBps: 5 }])).toEqual([{ kBps: 5 }]);
    expect(of([{ days: "mon-fri", ...office }, { kBps: null }])).toEqual([{ days: "mon-fri", ...office }]);
    expect(of([{ days: "Sun,Sat", kBps: "off" }])).toEqual([{ days: "sat,sun", kBps: "off" }]);
    expect(of([{ days: "mon,wed-fri", ...office }])).toEqual([{ days: "mon,wed-fri", ...office }]);
  });

  it("gives a night as one row, but where that makes more of them", () => {
    const night = { from: "22:00", to: "06:00", kBps: "off" } as const;
    const of = (...rows: readonly object[]) => rowsOfHours(hoursOfRows(rows) ?? []);
    expect(of(night)).toEqual([night]);
    expect(of({ ...night, days: "fri,sun" })).toEqual([{ ...night, days: "fri,sun" }]);
    const edges = [
      { days: "mon-fri", to: "06:00", kBps: 5 },
      { days: "mon-fri", from: "22:00", kBps: 5 },
    ];
    expect(of(...edges)).toEqual(edges);
    // Two rates, or an evening that begins before its morning ends.
    const others = [
      { days: "fri", from: "22:00", kBps: 5 },
      { days: "sat", to: "06:00", kBps: 6 },
    ];
    expect(of(...others)).toEqual(others);
    const long = [
      { days: "fri", from: "05:00", kBps: 5 },
      { days: "sat", to: "06:00", kBps: 5 },
    ];
    expect(of(...long)).toEqual(long);
  });

  it.each([
    [{ from: "07:30", kBps: 5 }],
    [{ to: "18:45", kBps: 5 }],
    [{ kBps: "off", all: true }],
    [{ kBps: -1 }],
    [{ days: "monday", kBps: 5 }],
    [{ kBps: 5, note: "mine" }],
    [7],
  ])("cannot show %j", (row) => {
    expect(hoursOfRows([{ kBps: 100 }, row])).toBeNull();
  });

  it("cannot show what is no list", () => {
    expect(hoursOfRows("off")).toBeNull();
  });
});
