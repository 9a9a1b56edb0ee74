import { expect, it } from "vitest";
import { localMinuteOfDay, minuteOfClock, quietForMs } from "#domain/quiet-hours.ts";
import { fc } from "#test/support/fixed-cases.ts";

const hour = 60;
const hourMs = 3_600_000;

it("reads HH:MM and nothing else", () => {
  expect(["00:00", "09:05", "23:59"].map(minuteOfClock)).toEqual([0, 545, 1439]);
  expect(["24:00", "9:05", "12:60", "12", "", "12:00 ", "x12:00", "112:00"].map(minuteOfClock)).toEqual(
    Array(8).fill(null),
  );
});

it("lasts until its end", () => {
  const day = { from: "08:00", to: "18:00" };
  expect([7.99, 8, 12.5, 17.99, 18].map((h) => quietForMs(day, h * hour) > 0)).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
  expect(quietForMs(day, 8 * hour)).toBe(10 * hourMs);
  expect(quietForMs(day, 17.5 * hour)).toBe(hourMs / 2);
});

it("may pass midnight", () => {
  const night = { from: "22:00", to: "06:00" };
  expect(quietForMs(night, 22 * hour)).toBe(8 * hourMs);
  expect(quietForMs(night, 0)).toBe(6 * hourMs);
  expect(quietForMs(night, 6 * hour)).toBe(0);
  expect(quietForMs(night, 21 * hour)).toBe(0);
});

it("is never quiet without a span", () => {
  expect(quietForMs(null, 0)).toBe(0);
  expect(quietForMs({ from: "08:00", to: "08:00" }, 8 * hour)).toBe(0);
  expect(quietForMs({ from: "8", to: "18:00" }, 9 * hour)).toBe(0);
  expect(quietForMs({ from: "08:00", to: "18" }, 9 * hour)).toBe(0);
});

it("is over when it says", () => {
  const minute = fc.integer({ min: 0, max: 1439 });
  const clock = (m: number) =>
    `${String(Math.floor(m / 60)).padStart(2, "0")}:${String(m % 60).padStart(2, "0")}`;
  fc.assert(
    fc.property(minute, minute, minute, (from, to, now) => {
      const hours = { from: clock(from), to: clock(to) };
      const lastsMs = quietForMs(hours, now);
      if (lastsMs === 0) return;
      expect(quietForMs(hours, (now + lastsMs / 60_000) % 1440)).toBe(0);
      expect(quietForMs(hours, (now + lastsMs / 60_000 - 1 + 1440) % 1440)).toBe(60_000);
    }),
  );
});

it("takes the clock on the wall of this PC", () => {
  expect(localMinuteOfDay(new Date(2024, 0, 31, 13, 45, 30).getTime())).toBe(13 * hour + 45.5);
  expect(localMinuteOfDay(new Date(2024, 5, 30).getTime())).toBe(0);
});
