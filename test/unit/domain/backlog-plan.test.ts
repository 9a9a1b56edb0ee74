import { expect, it } from "vitest";
import { plannedDays } from "#domain/backlog-plan.ts";

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
