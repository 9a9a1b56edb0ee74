import { expect, it } from "vitest";
import { isAmongDates, withoutBacklog } from "#engine/delivery/claimable.ts";

const nowMs = Date.parse("2026-11-21T00:10:00Z");

it("without the backlog, today and yesterday are left, and of chosen dates those among them", () => {
  const all = { dates: withoutBacklog(null, nowMs) };
  expect(
    ["2026-11-19", "2026-11-20", "2026-11-21", "2026-11-25"].map((date) => isAmongDates(date, all)),
  ).toEqual([...[false, true, true, true]]);
  const spans = [
    { from: "2026-01-01", to: "2026-11-20" },
    { from: "2021-01-01", to: "2021-12-31" },
  ];
  expect(withoutBacklog(spans, nowMs)).toEqual([{ from: "2026-11-20", to: "2026-11-20" }]);
  expect(isAmongDates("1999-01-01", { dates: null })).toBe(true);
});
