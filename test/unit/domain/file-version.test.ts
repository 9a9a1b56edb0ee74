import { describe, expect, it } from "vitest";
import { baseName, isSameVersion, recordKey, unfitNameReason } from "#domain/file-version.ts";

it("is the same version where size and modification time agree", () => {
  const one = { size: 10, mtimeUs: 5 };
  expect(isSameVersion(one, { ...one })).toBe(true);
  expect(isSameVersion(one, { ...one, size: 11 })).toBe(false);
  expect(isSameVersion(one, { ...one, mtimeUs: 6 })).toBe(false);
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
