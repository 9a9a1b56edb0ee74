import { expect, it } from "vitest";
import { createSendingRate } from "#station/status/sending-rate.ts";

function setUp() {
  let now = 1_000_000;
  const never = () => Promise.reject(new Error("not used"));
  const clock = { nowMs: () => 0, monotonicMs: () => now, sleep: never, random: () => 0 };
  const pass = (ms: number) => {
    now += ms;
  };
  return { rate: createSendingRate(clock), pass };
}

it("is what left in the last five seconds, of all uploads", () => {
  const { rate, pass } = setUp();
  expect(rate.bytesPerSecond()).toBe(0);
  for (let second = 1; second <= 5; second++) {
    rate.note("a", second * 1000);
    rate.note("b", second * 500);
    pass(1000);
  }
  expect(rate.bytesPerSecond()).toBeCloseTo(1500, -3);
  pass(6000);
  expect(rate.bytesPerSecond()).toBe(0);
});

it("counts an upload that begins again from its beginning", () => {
  const { rate } = setUp();
  rate.note("a", 10_000);
  rate.note("a", 5_000);
  expect(rate.bytesPerSecond()).toBe(3000);
  rate.forget("a");
  rate.note("a", 5_000);
  expect(rate.bytesPerSecond()).toBe(4000);
});
