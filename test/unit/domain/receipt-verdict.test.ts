import { describe, expect, it } from "vitest";
import type { Metadata } from "#domain/portal-records.ts";
import { isSameRecord, receiptVerdictOf, recordIndex, type SeenRecord } from "#domain/receipt-verdict.ts";

const metadata: Metadata = {
  measurementDate: "2024-06-01",
  instrument: "mira-35",
  instrumentPid: "https://pid/1",
  filename: "a.dat",
  checksum: "aa",
  site: "hyytiala",
  tags: ["co", "b"],
};
const own: SeenRecord = {
  uuid: "one",
  checksum: "aa",
  filename: "a.dat",
  measurementDate: "2024-06-01",
  status: "uploaded",
  updatedAt: "2024-06-01T00:00:00Z",
  siteId: "hyytiala",
  instrumentPid: "https://pid/1",
  tags: ["b", "co"],
};
const stored = { kind: "stored", recordUuid: "one" } as const;
const twin = { kind: "twin", recordUuid: "one" } as const;
const judge = (receipt: typeof stored | typeof twin, ...records: readonly SeenRecord[]) =>
  receiptVerdictOf(metadata, receipt, recordIndex(records));

describe("the record of an announcement", () => {
  it("has its site, date, name, PID and tags in any order; site and PID may be left out", () => {
    expect(isSameRecord(own, metadata)).toBe(true);
    expect(isSameRecord({ ...own, siteId: "", instrumentPid: null }, metadata)).toBe(true);
    expect(isSameRecord({ ...own, tags: ["co", "b"] }, { ...metadata, tags: ["b", "co"] })).toBe(true);
  });

  it.each<Partial<SeenRecord>>([
    { filename: "b.dat" },
    { siteId: "juelich" },
    { measurementDate: "2024-06-02" },
    { instrumentPid: "https://pid/2" },
    { tags: ["b"] },
  ])("has no other: %o", (other) => {
    expect(isSameRecord({ ...own, ...other }, metadata)).toBe(false);
  });
});

describe("a receipt", () => {
  it("stands where its record holds the bytes, whatever else does", () => {
    const elsewhere = { ...own, uuid: "two", filename: "b.dat" };
    expect(judge(stored, elsewhere, own)).toEqual({ kind: "same", record: own });
  });

  it("stands where a list leaves out PID and tags", () => {
    const bare = { ...own, siteId: "other", tags: [] };
    const elsewhere = { ...own, uuid: "two", filename: "b.dat" };
    expect(judge(stored, elsewhere, bare)).toEqual({ kind: "same", record: bare });
    expect(judge(stored, { ...bare, uuid: "two" }, own)).toEqual({ kind: "same", record: own });
    const ofOtherDay = { ...bare, measurementDate: "2024-06-02" };
    expect(judge(stored, ofOtherDay)).toEqual({ kind: "moved", record: ofOtherDay });
  });

  it("has moved where another record holds the bytes; a duplicate stays one", () => {
    const elsewhere = { ...own, uuid: "two", filename: "b.dat" };
    expect(judge(stored, elsewhere)).toEqual({ kind: "moved", record: elsewhere });
    expect(judge(twin, elsewhere)).toEqual({ kind: "same", record: elsewhere });
  });

  it("is of nothing where the record is announced only", () => {
    const announced = { ...own, status: "created" };
    expect(judge(stored, announced)).toEqual({ kind: "not-received", record: announced });
    expect(judge(twin, announced)).toEqual({ kind: "not-received", record: announced });
  });

  it("is void where the record of its name has other content, or none is there", () => {
    const other = { ...own, checksum: "bb" };
    expect(judge(stored, other)).toEqual({ kind: "replaced", record: other });
    expect(judge(stored, { ...other, tags: [] })).toEqual({ kind: "missing", changed: null });
    expect(judge(stored)).toEqual({ kind: "missing", changed: null });
  });

  it("of a duplicate is void where the record that it names has other content", () => {
    const other = { ...own, checksum: "bb" };
    expect(judge(twin, other)).toEqual({ kind: "missing", changed: other });
    expect(judge(twin, { ...other, uuid: "two" })).toEqual({ kind: "missing", changed: null });
    expect(receiptVerdictOf(metadata, { kind: "twin", recordUuid: null }, recordIndex([other]))).toEqual({
      kind: "missing",
      changed: null,
    });
  });
});
