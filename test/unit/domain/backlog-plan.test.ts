import { expect, it } from "vitest";
import { nightsOnly, planFrom, plannedDays } from "#domain/backlog-plan.ts";

const day = 86_400;
const none = { bytes: 0 };

it("gives days with two digits, a tenth to either side", () => {
  expect(plannedDays(10 * day * 1_000, 1_000, none)).toEqual({ least: 9.1, most: 11 });
  expect(plannedDays(30_000, 2_000_000, none)).toEqual({ least: 1.6e-7, most: 1.9e-7 });
});

it("counts new data at the most, and none at the least", () => {
  expect(plannedDays(10 * day * 1_000, 1_000, { bytes: day * 500 })).toEqual({ least: 9.1, most: 22 });
});

it("knows no end where new data use up the rate, and needs no day for nothing", () => {
  expect(plannedDays(1, 1_000, { bytes: day * 1_000 })).toBeNull();
  expect(plannedDays(0, 1_000, { bytes: day * 1_000 })).toEqual({ least: 0, most: 0 });
});

it("takes longer where the timetable slows or stops the backlog, never the new data", () => {
  const bytes = 10 * day * 1_000;
  expect(plannedDays(bytes, 1_000, none, nightsOnly)).toEqual({ least: 17, most: 20 });
  expect(plannedDays(bytes, 1_000, { bytes: day * 500 }, nightsOnly)).toEqual({ least: 17, most: 41 });
  expect(plannedDays(bytes, 1_000, none, [{ kBps: 0.5 }])).toEqual({ least: 18, most: 22 });
  expect(plannedDays(bytes, 1_000, none, [{ kBps: "off" }])).toBeNull();
});

it("sums days from the first one on, and leaves out months without anything to send", () => {
  const days = [
    { date: "2026-09-30", files: 1, bytes: 10, onPortal: 0 },
    { date: "2026-10-01", files: 0, bytes: 0, onPortal: 4 },
    { date: "2026-11-01", files: 2, bytes: 20, onPortal: 1 },
    { date: "2026-11-02", files: 1, bytes: 5, onPortal: 0 },
  ];
  expect(planFrom(days, null)).toMatchObject({ files: 4, bytes: 35, onPortal: 5 });
  expect(planFrom(days, "2026-10-01")).toEqual({
    ...{ files: 3, bytes: 25, onPortal: 5 },
    months: [{ month: "2026-11", files: 3, bytes: 25 }],
  });
});
