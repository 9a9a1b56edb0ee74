import { posix, win32 } from "node:path";
import { describe, expect, it } from "vitest";
import { doFoldersMeet, normalisePath, relativePath, shownPath } from "#domain/folder-paths.ts";
import { fc } from "#test/support/fixed-cases.ts";

describe("one spelling", () => {
  it.each([
    ["/data//radar/./x/../", "posix", "/data/radar"],
    ["/", "posix", "/"],
    ["/../a", "posix", "/a"],
    ["data", "posix", null],
    ["/a\\b", "posix", "/a\\b"],
    ["d:\\Data\\Radar\\", "win32", "D:/Data/Radar"],
    ["D:/", "win32", "D:/"],
    ["D:", "win32", "D:/"],
    ["\\\\nas\\share\\", "win32", "//nas/share"],
    ["\\\\nas\\share\\a\\..\\b", "win32", "//nas/share/b"],
    ["\\\\?\\D:\\long", "win32", "D:/long"],
    ["\\\\?\\UNC\\nas\\share\\x", "win32", "//nas/share/x"],
    ["\\Data", "win32", null],
    ["D:Data", "win32", null],
    ["\\\\nas", "win32", null],
    ["x\\D:\\Data", "win32", null],
    ["xD:\\Data", "win32", null],
    ["x\\\\nas\\share", "win32", null],
    ["\\\\nas\\share\\a\nb", "win32", "//nas/share/a\nb"],
  ] as const)("%s (%s)", (path, style, expected) => {
    expect(normalisePath(path, style)).toBe(expected);
  });
});

it("gives what lies below a folder, and only that", () => {
  expect(relativePath("/data/radar/", "/data/radar/2024/x.nc", "posix")).toBe("2024/x.nc");
  expect(relativePath("/", "/x.nc", "posix")).toBe("x.nc");
  expect(relativePath("/data", "/data", "posix")).toBe("");
  expect(relativePath("/data", "/data2/x", "posix")).toBeNull();
  expect(relativePath("/data", "/Data/x", "posix")).toBeNull();
  expect(relativePath("/data", "/data/../x", "posix")).toBeNull();
  for (const [folder, path] of [
    ["data", "/data/x"],
    ["/data", "data/x"],
    ["data", "data/x"],
  ] as const)
    expect(relativePath(folder, path, "posix")).toBeNull();
  expect(relativePath("D:\\Data", "d:\\DATA\\Sub\\X.nc", "win32")).toBe("Sub/X.nc");
  expect(relativePath("D:\\", "D:\\x.nc", "win32")).toBe("x.nc");
  expect(relativePath("D:\\Data", "E:\\Data\\x.nc", "win32")).toBeNull();
  expect(relativePath("\\\\NAS\\Share", "\\\\?\\UNC\\nas\\share\\x.nc", "win32")).toBe("x.nc");
});

it("sees folders that lie in each other", () => {
  expect(doFoldersMeet("/data", "/data/co", "posix")).toBe(true);
  expect(doFoldersMeet("/data/co", "/data/", "posix")).toBe(true);
  expect(doFoldersMeet("/data/co", "/data/cross", "posix")).toBe(false);
  expect(doFoldersMeet("/data/co", "/data/co2", "posix")).toBe(false);
});

const part = fc.constantFrom("a", "B", "ä b", "..", ".", "", "c.d", "2024");
const parts = fc.array(part, { maxLength: 6 });

it("spells as node:path does", () => {
  fc.assert(
    fc.property(parts, (names) => {
      const path = `/${names.join("/")}`;
      expect(normalisePath(path, "posix")).toBe(posix.resolve(path));
      const drive = `c:\\${names.join("\\")}`;
      expect(normalisePath(drive, "win32")?.toLowerCase()).toBe(
        win32.resolve(drive).replaceAll("\\", "/").toLowerCase(),
      );
    }),
  );
});

describe("what people are shown", () => {
  it.each([
    ["/data/radar", "2026/a.LV1", "/data/radar/2026/a.LV1"],
    ["/", "a", "/a"],
    ["/data/a\\b", "c\\d/e", "/data/a\\b/c\\d/e"],
    ["/data", "", "/data"],
    ["D:\\Data\\radar", "2026/a.LV1", "D:\\Data\\radar\\2026\\a.LV1"],
    ["d:/Data/radar", "2026/a.LV1", "d:\\Data\\radar\\2026\\a.LV1"],
    ["E:\\", "a.LV1", "E:\\a.LV1"],
    ["\\\\nas\\share", "a/b", "\\\\nas\\share\\a\\b"],
  ])("%s and %s have one kind of separator", (folder, relPath, shown) => {
    expect(shownPath(folder, relPath)).toBe(shown);
  });
});
