import { expect, it } from "vitest";
import { bytesInWords, momentInWords, spanInWords } from "#base/text.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

it.each([
  [0, "0 s"],
  [1, "1 s"],
  [40 * second, "40 s"],
  [59 * second, "59 s"],
  [59 * second + 1, "1 min"],
  [minute, "1 min"],
  [89 * second, "1 min"],
  [90 * second, "2 min"],
  [59 * minute, "59 min"],
  [hour - 20 * second, "1 h"],
  [hour, "1 h"],
  [3 * hour + 10 * minute, "3 h 10 min"],
  [47 * hour + 59 * minute, "47 h 59 min"],
  [2 * day, "2 days"],
  [2 * day + 4 * hour, "2 days 4 h"],
  [10 * day + 23 * hour + 59 * minute, "10 days 23 h"],
])("%i ms are %s", (ms, words) => {
  expect(spanInWords(ms)).toBe(words);
});

it.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [2, "2 bytes"],
  [999, "999 bytes"],
  [1000, "1.0 kB"],
  [1234, "1.2 kB"],
  [999_949, "999.9 kB"],
  [999_950, "1.0 MB"],
  [140_000_000, "140.0 MB"],
  [4_294_967_296, "4.3 GB"],
  [2.5e12, "2.5 TB"],
  [2.5e15, "2500.0 TB"],
])("%i bytes are %s", (count, words) => {
  expect(bytesInWords(count)).toBe(words);
});

it("names the day of a moment only where it is another day", () => {
  const nowMs = Date.parse("2026-11-21T00:00:00.000Z");
  expect(momentInWords(Date.parse("2026-11-21T13:02:10.999Z"), nowMs)).toBe("13:02:10 UTC");
  expect(momentInWords(Date.parse("2026-11-20T23:59:59.999Z"), nowMs)).toBe("2026-11-20 23:59:59 UTC");
  expect(momentInWords(Date.parse("2025-11-21T13:02:10.000Z"), nowMs)).toBe("2025-11-21 13:02:10 UTC");
});

it("says the first and the last moment of the calendar for those beyond it", () => {
  expect(momentInWords(Number.POSITIVE_INFINITY, 0)).toBe("+275760-09-13 00:00:00 UTC");
  expect(momentInWords(Number.NEGATIVE_INFINITY, 0)).toBe("-271821-04-20 00:00:00 UTC");
});
