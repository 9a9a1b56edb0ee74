import { describe, expect, it } from "vitest";
import {
  baseName,
  doubtOf,
  type FileStat,
  isSameEntry,
  isSameVersion,
  markOf,
  recordKey,
  unfitNameReason,
} from "#domain/file-version.ts";

it("is the same version where size and modification time agree", () => {
  const one = { size: 10, mtimeUs: 5 };
  expect(isSameVersion(one, { ...one })).toBe(true);
  expect(isSameVersion(one, { ...one, size: 11 })).toBe(false);
  expect(isSameVersion(one, { ...one, mtimeUs: 6 })).toBe(false);
});

it("is the same entry where volume and id agree", () => {
  const one = { device: "1", fileId: "7" };
  expect(isSameEntry(one, { ...one })).toBe(true);
  expect(isSameEntry(one, { ...one, device: "2" })).toBe(false);
  expect(isSameEntry(one, { ...one, fileId: "8" })).toBe(false);
});

describe("a version that is held, compared with a file of its size and time", () => {
  const mtimeUs = 5_000;
  it.each([
    ["is as it was", { ctimeUs: 6_000, fileId: "7" }, 6_000, "none"],
    ["was changed since", { ctimeUs: 6_001, fileId: "7" }, 6_000, "changed"],
    ["was changed before, by a clock that was set back", { ctimeUs: 5_999, fileId: "7" }, 6_000, "changed"],
    ["was never marked", { ctimeUs: null, fileId: null }, 6_000, "unmarked"],
    ["has no change time in its mark", { ctimeUs: null, fileId: "7" }, 6_000, "unmarked"],
    ["has no id in its mark", { ctimeUs: 6_000, fileId: null }, 6_000, "unmarked"],
    ["has another id, and the change time it had", { ctimeUs: 6_000, fileId: "8" }, 6_000, "none"],
    [
      "has another id; the change time says nothing, as on FAT",
      { ctimeUs: mtimeUs, fileId: "8" },
      mtimeUs,
      "other-id",
    ],
    ["has another id and no change time, as FAT on Windows", { ctimeUs: 0, fileId: "8" }, 0, "other-id"],
    ["has its id and no change time", { ctimeUs: 0, fileId: "7" }, 0, "none"],
  ] as const)("%s", (_, kept, ctimeUs, doubt) => {
    expect(doubtOf(kept, { relPath: "a.nc", size: 1, mtimeUs, ctimeUs, fileId: "7" })).toBe(doubt);
  });
});

it.each([
  ["20 ms after the last change", [20, 20], true],
  ["19 ms after it was written", [19, 20], false],
  ["19 ms after it was changed", [20, 19], false],
  ["20 ms before, by a clock that is ahead", [-20, -20], true],
  ["19 ms before, by a clock that is ahead", [-19, -20], false],
  ["2.5 s after whole seconds, as FAT counts them", [2_500, 2_500], true],
  ["1.5 s after a whole second", [1_500, 2_500], false],
  ["2 s and less after another", [2_500, 1_500], false],
  ["half a second after times of which only the first is whole", [500, 499], true],
  ["half a second after times of which only the second is whole", [499, 500], true],
] as const)("a file that is read %s is marked: %j ms, %s", (_, agesMs, isMarked) => {
  const nowMs = 1_700_000_000_500;
  const [mtimeUs = 0, ctimeUs = 0] = agesMs.map((ms) => (nowMs - ms) * 1000);
  const stat: FileStat = { kind: "file", size: 1, device: "1", fileId: "7", mtimeUs, ctimeUs };
  expect(markOf(stat, nowMs)).toEqual(isMarked ? { ctimeUs, fileId: "7" } : null);
});

it("a file that is read 2 s after a whole second is marked, and not a millisecond before", () => {
  const [mtimeUs, ctimeUs] = [1_000_000, 1_000_000];
  const stat: FileStat = { kind: "file", size: 1, device: "1", fileId: "7", mtimeUs, ctimeUs };
  expect([2_999, 3_000].map((ms) => markOf(stat, ms) !== null)).toEqual([false, true]);
});

it("has its name behind the last folder", () => {
  expect(["x.nc", "a/x.nc", "a/b/x.nc", "a/"].map(baseName)).toEqual(["x.nc", "x.nc", "x.nc", ""]);
});

describe("a name that the portal takes", () => {
  it.each(["a", "0", "Z", "240131_000001_P09_ZEN.LV0", "a-b_c.d", "a..b", "a".repeat(255)])("%s", (name) => {
    expect(unfitNameReason(name)).toBeNull();
  });
});

describe("a name that the portal refuses, with the character at fault", () => {
  const only = (bad: string) =>
    `the portal accepts only letters, digits, "-", "_" and ".", and ${bad} is not allowed there`;
  it.each([
    ["", only('""')],
    ["a b", only('" "')],
    ["a/b", only('"/"')],
    ["ä.nc", only('"ä"')],
    ["aä.nc", only('"ä"')],
    ["a😀.nc", only('"😀"')],
    ["a\n", only('"\\n"')],
    ["a%20b", only('"%"')],
    ["a.nc ", only('" "')],
    [".a", only('"."')],
    ["-a", only('"-"')],
    ["_a", only('"_"')],
    ["a.", 'a name must not end in "-", "_" or "."'],
    ["a-", 'a name must not end in "-", "_" or "."'],
    ["a_", 'a name must not end in "-", "_" or "."'],
    ["a".repeat(256), "the name is longer than 255 characters"],
  ])("%j", (name, reason) => {
    expect(unfitNameReason(name)).toBe(reason);
  });
});

describe("the key of the portal's record", () => {
  const record = {
    site: "hyytiala",
    measurementDate: "2024-05-01",
    filename: "Stare.hpl",
    pid: "https://hdl.handle.net/1",
    tags: ["cross", "co"],
  };

  it("holds all that the portal tells records apart by, the tags in order", () => {
    expect(recordKey(record)).toBe("hyytiala|2024-05-01|Stare.hpl|https://hdl.handle.net/1|co,cross");
    expect(recordKey({ ...record, tags: ["co", "cross"] })).toBe(recordKey(record));
    expect(record.tags).toEqual(["cross", "co"]);
  });

  it.each([
    ["site", "bare"],
    ["measurementDate", "2024-05-02"],
    ["filename", "VAD.hpl"],
    ["pid", "https://hdl.handle.net/2"],
    ["tags", ["co"]],
  ])("is another one for another %s", (field, value) => {
    expect(recordKey({ ...record, [field]: value })).not.toBe(recordKey(record));
  });
});
