import { expect, it } from "vitest";
import type { Metadata } from "#domain/portal-records.ts";
import {
  type CleanupRecord,
  cleanupList,
  keepReasons,
  reasonByEarlier,
  reasonBySingle,
  recordInList,
} from "#domain/removable.ts";

const metadata: Metadata = {
  measurementDate: "2026-09-01",
  instrument: "radar",
  instrumentPid: "pid",
  filename: "a.nc",
  checksum: "a".repeat(32),
  site: "hyytiala",
  tags: [],
};
const record: CleanupRecord = {
  uuid: "1",
  checksum: metadata.checksum,
  filename: "a.nc",
  measurementDate: "2026-09-01",
  size: 5,
  status: "processed",
  siteId: "hyytiala",
  instrumentPid: "pid",
  tags: [],
};
const minuteMs = 60_000;
const listOf = (records: readonly CleanupRecord[], askedAtMs = 0) =>
  cleanupList(records, { askedAtMs, isPartial: false });

it("a list that was asked for less than ten minutes before, or earlier than now's, confirms nothing", () => {
  const reasonAfter = (ms: number) =>
    reasonByEarlier(listOf([record]), { record, askedAtMs: ms }, metadata, 5, { require: "processed" });
  expect(reasonAfter(10 * minuteMs)).toBe(null);
  expect(reasonAfter(10 * minuteMs - 1)).toBe("listed-once");
  expect(reasonAfter(-20 * minuteMs)).toBe("listed-once");
});

it("records that other instruments and sites have under the same name are others", () => {
  const others = [
    { ...record, uuid: "2", checksum: "b".repeat(32), instrumentPid: "other" },
    { ...record, uuid: "3", checksum: "c".repeat(32), siteId: "munich" },
    { ...record, uuid: "4", checksum: "d".repeat(32), tags: ["co"] },
  ];
  expect(recordInList(listOf([record, ...others]), metadata, 5)).toBe(record);
  expect(recordInList(listOf(others), metadata, 5)).toBe("not-listed");
});

it("a single record need not say its site or PID, but nothing else", () => {
  const require = { require: "processed" } as const;
  expect(reasonBySingle({ ...record, siteId: "", instrumentPid: null }, record, metadata, require)).toBe(
    null,
  );
  expect(reasonBySingle({ ...record, siteId: "munich" }, record, metadata, require)).toBe("record-differs");
  expect(reasonBySingle({ ...record, status: "uploaded" }, record, metadata, require)).toBe("record-differs");
  expect(reasonBySingle(null, record, metadata, require)).toBe("no-record");
});

it("each reason is a clause", () => {
  for (const words of Object.values(keepReasons)) expect(words).toMatch(/^[a-z].*[^.]$/);
});
