import { expect, it } from "vitest";
import { csvHeader, csvOf } from "#api/handlers/journal-handlers.ts";
import type { JournalLine } from "#domain/journal.ts";

const entry: JournalLine = {
  seq: 7,
  atMs: Date.UTC(2026, 10, 21, 10),
  uploadId: "00000000-0000-7000-8000-000000000000",
  instrument: "Radar",
  relPath: "2026/a.nc",
  event: "confirmed",
  state: "delivered",
  detail: "stored",
};

it("writes one line for each, in the order of the header", () => {
  expect(csvHeader).toBe("number,time (UTC),instrument,file,event,state after it,detail,upload\r\n");
  expect(csvOf([entry, { ...entry, seq: 6, detail: null }])).toBe(
    "7,2026-11-21T10:00:00.000Z,Radar,2026/a.nc,confirmed,delivered,stored,00000000-0000-7000-8000-000000000000\r\n" +
      "6,2026-11-21T10:00:00.000Z,Radar,2026/a.nc,confirmed,delivered,,00000000-0000-7000-8000-000000000000\r\n",
  );
  expect(csvOf([])).toBe("");
});

it.each([
  ['say "no", twice', '"say ""no"", twice"'],
  ["two\nlines", '"two\nlines"'],
  ["=1+1", "'=1+1"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "\"'\t'=1\""],
  ["\n=1", "\"'\n'=1\""],
  ["a;=1", '"a;\'=1"'],
  ["a\t@x", '"a\t\'@x"'],
  ["a;b", '"a;b"'],
  ["\uff1d1", "'\uff1d1"],
  ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
  ["a=1", "a=1"],
])("writes the detail %j as %s", (detail, written) => {
  expect(csvOf([{ ...entry, detail }])).toContain(`,delivered,${written},0000`);
});
