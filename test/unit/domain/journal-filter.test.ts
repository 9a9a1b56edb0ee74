import { expect, it } from "vitest";
import type { JournalFilter, JournalLine } from "#domain/journal.ts";
import { isLineOf } from "#test/support/journal-line.ts";

const line: JournalLine = {
  seq: 7,
  atMs: 1000,
  uploadId: "one",
  instrument: "Radar",
  relPath: "2024/Daten_A.nc",
  event: "claimed",
  state: "hashing",
  detail: null,
};

const fitting: readonly JournalFilter[] = [
  {},
  { text: "" },
  { text: "daten_a" },
  { text: "2024/DATEN" },
  { instrument: "Radar" },
  { events: ["claimed"] },
  { events: ["due", "claimed"] },
  { fromMs: 1000 },
  { toMs: 1001 },
  { uploadId: "one" },
  { text: "a.nc", instrument: "Radar", events: ["claimed"], fromMs: 0, toMs: 2000, uploadId: "one" },
];

it.each(fitting)("fits %j", (filter) => {
  expect(isLineOf(line, filter)).toBe(true);
});

const others: readonly JournalFilter[] = [
  { text: "b.nc" },
  { instrument: "radar" },
  { instrument: "" },
  { events: [] },
  { events: ["due"] },
  { fromMs: 1001 },
  { toMs: 1000 },
  { uploadId: "two" },
  { uploadId: "" },
];

it.each(others)("does not fit %j, nor that with fields that fit", (filter) => {
  expect(isLineOf(line, filter)).toBe(false);
  expect(isLineOf(line, { ...fitting.at(-1), ...filter })).toBe(false);
});
