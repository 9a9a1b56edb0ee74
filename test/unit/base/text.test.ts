import { expect, it } from "vitest";
import {
  aboutText,
  absoluteDate,
  absoluteMoment,
  atText,
  bytesInWords,
  bytesOfText,
  bytesText,
  capital,
  clockText,
  counted,
  dateText,
  errorText,
  isoTime,
  minuteStamp,
  minuteText,
  oneLine,
  rangeText,
  rateText,
  secondText,
  spanText,
} from "#base/text.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

it.each([
  [-5, "0 s"],
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
  expect(spanText(ms)).toBe(words);
});

it.each([
  [40 * second, "40 s"],
  [59 * minute, "59 min"],
  [hour + 24 * minute, "1 h 20 min"],
  [2 * hour + 56 * minute, "3 h"],
  [12 * hour + 7 * minute, "12 h"],
  [47 * hour + 40 * minute, "2 days"],
  [2 * day + 11 * hour, "2 days"],
  [6 * day + 13 * hour, "7 days"],
])("an estimate of %i ms is told as about %s", (ms, words) => {
  expect(aboutText(ms)).toBe(words);
});

it.each([
  [30, 37, "30–37 min"],
  [50, 71, "50 min to 1 h 10 min"],
  [200, 320, "3–5 h"],
  [0.5, 0.7, "30–42 s"],
  [0.5, 2, "30 s to 2 min"],
  [30, 30.1, "about 30 min"],
  [9 * 24 * 60, 11 * 24 * 60, "9–11 days"],
  [0.12, 0.15, "about 9 s"],
])("between %d and %d minutes: %s", (from, to, words) => {
  expect(rangeText(from * 60_000, to * 60_000)).toBe(words);
});

it.each([
  [12_400_000, 30_300_000, "12.4 of 30.3 MB"],
  [1_000, 140_000_000, "0 of 140 MB"],
  [0, 0, "0 of 0 B"],
  [512, 999, "512 of 999 B"],
  [999_960, 1_000_000, "1.0 of 1.0 MB"],
  [31, 30, "30 of 30 B"],
])("%d of %d bytes are %s", (bytes, ofBytes, words) => {
  expect(bytesOfText(bytes, ofBytes)).toBe(words);
});

it.each([
  [0, "0 B", "0 bytes"],
  [1, "1 B", "1 byte"],
  [2, "2 B", "2 bytes"],
  [999, "999 B", "999 bytes"],
  [1000, "1.0 kB", "1.0 kB"],
  [1234, "1.2 kB", "1.2 kB"],
  [99_449, "99.4 kB", "99.4 kB"],
  [99_500, "100 kB", "100 kB"],
  [999_499, "999 kB", "999 kB"],
  [999_500, "1.0 MB", "1.0 MB"],
  [140_000_000, "140 MB", "140 MB"],
  [4_294_967_296, "4.3 GB", "4.3 GB"],
  [2.5e12, "2.5 TB", "2.5 TB"],
  [2.5e15, "2500 TB", "2500 TB"],
])("%i bytes are %s in a table and %s in a sentence", (count, short, words) => {
  expect(bytesText(count)).toBe(short);
  expect(bytesInWords(count)).toBe(words);
});

it("counts one thing and several", () => {
  expect([0, 1, 1_204].map((count) => counted(count, "file"))).toEqual(["0 files", "1 file", "1,204 files"]);
  expect([12_345, 1_234_567].map((count) => counted(count, "file"))).toEqual([
    "12,345 files",
    "1,234,567 files",
  ]);
  expect([1, 2].map((count) => counted(count, "file is", "files are"))).toEqual(["1 file is", "2 files are"]);
});

it("writes a moment to the minute, from a number or from ISO 8601", () => {
  for (const iso of ["2026-11-21T13:02:10.999Z", "2026-11-21T13:02:10Z"])
    for (const at of [iso, Date.parse(iso)]) {
      expect(clockText(at)).toBe("13:02 UTC");
      expect(minuteText(at)).toBe("Saturday 21 November 2026, 13:02 UTC");
      expect(minuteStamp(at)).toBe("2026-11-21 13:02 UTC");
      expect(minuteStamp(at, Date.parse("2026-11-21T00:00:00Z"))).toBe("13:02 UTC");
      expect(minuteStamp(at, Date.parse("2026-11-20T23:59:59Z"))).toBe("2026-11-21 13:02 UTC");
      expect(secondText(at)).toBe("2026-11-21 13:02:10 UTC");
    }
});

it.each([
  ["of today", "2026-11-24T00:00:00.000Z", "00:00 UTC", "at 00:00:00 UTC"],
  ["just before midnight", "2026-11-23T23:59:59.999Z", "yesterday 23:59 UTC", "yesterday at 23:59:59 UTC"],
  [
    "of the day before yesterday",
    "2026-11-22T23:59:59.999Z",
    "Sunday 22 November, 23:59 UTC",
    "on Sunday 22 November at 23:59:59 UTC",
  ],
  [
    "seven days ago",
    "2026-11-17T12:08:01.000Z",
    "Tuesday 17 November, 12:08 UTC",
    "on Tuesday 17 November at 12:08:01 UTC",
  ],
  [
    "of another year",
    "2025-12-31T23:59:00.000Z",
    "Wednesday 31 December 2025, 23:59 UTC",
    "on Wednesday 31 December 2025 at 23:59:00 UTC",
  ],
  ["of tomorrow", "2026-11-25T08:00:00.000Z", "tomorrow 08:00 UTC", "tomorrow at 08:00:00 UTC"],
  [
    "far ahead",
    "2027-01-01T00:00:00.000Z",
    "Friday 1 January 2027, 00:00 UTC",
    "on Friday 1 January 2027 at 00:00:00 UTC",
  ],
])("says a moment %s in a sentence", (_, at, minuteWords, clause) => {
  const nowMs = Date.parse("2026-11-24T18:00:00.000Z");
  expect(minuteText(at, nowMs)).toBe(minuteWords);
  expect(minuteText(Date.parse(at), nowMs)).toBe(minuteWords);
  expect(atText(at, nowMs, "second")).toBe(clause);
  expect(atText(at, nowMs)).toBe(clause.replace(/:\d\d UTC$/, " UTC"));
});

it("says a day in words, and its year where that is another", () => {
  expect(dateText("2026-11-17", Date.parse("2026-01-01T00:00:00Z"))).toBe("Tuesday 17 November");
  expect(dateText("2025-12-31", Date.parse("2026-01-01T00:00:00Z"))).toBe("Wednesday 31 December 2025");
});

it("says a day so that it is right whenever it is read", () => {
  expect(absoluteDate("2026-11-05")).toBe("5 Nov 2026");
  expect(absoluteDate("2024-05-01", "month")).toBe("May 2024");
  expect(absoluteMoment("2026-11-05T07:54:10.123Z")).toBe("5 Nov 2026, 07:54 UTC");
  expect(absoluteMoment(Date.UTC(2026, 10, 5, 7, 54, 10), "second")).toBe("5 Nov 2026, 07:54:10 UTC");
});

it("says yesterday across the change of the year", () => {
  expect(minuteText("2025-12-31T23:10:00.000Z", Date.parse("2026-01-01T00:00:00.000Z"))).toBe(
    "yesterday 23:10 UTC",
  );
});

it("says the first and the last moment of the calendar for those beyond it, as a damaged file system may give any", () => {
  expect(isoTime(1e300)).toBe("+275760-09-13T00:00:00.000Z");
  expect(isoTime(-1e300)).toBe("-271821-04-20T00:00:00.000Z");
  expect(secondText(Number.POSITIVE_INFINITY)).toBe("+275760-09-13 00:00:00 UTC");
  expect(secondText(Number.NEGATIVE_INFINITY)).toBe("-271821-04-20 00:00:00 UTC");
  expect(minuteText(Number.POSITIVE_INFINITY, 0)).toBe("Saturday 13 September 275760, 00:00 UTC");
});

it("writes control characters out, and begins a sentence with a capital letter", () => {
  expect(oneLine("a\nb\r\tc\u001b[2J\u2028é")).toBe("a\\nb\\r\\tc\\u001b[2J\\u2028é");
  const ends = "\x00\x1f\x7f\x9f\u2028\u2029";
  expect(oneLine(ends)).toBe("\\u0000\\u001f\\u007f\\u009f\\u2028\\u2029");
  for (const beside of " ~\xa0\u2027\u202a") expect(oneLine(beside)).toBe(beside);
  expect(["the portal", "", "Ü"].map(capital)).toEqual(["The portal", "", "Ü"]);
  expect([new Error("no"), "no", undefined].map(errorText)).toEqual(["no", "no", "undefined"]);
  expect(rateText(2_100_000)).toBe("2.1 MB/s");
});
