import { describe, expect, it } from "vitest";
import { filePathsOf } from "#adapters/files/file-paths.ts";
import { fc } from "#test/support/fixed-cases.ts";

const windows = filePathsOf("win32");
const posix = filePathsOf("linux");

describe("paths on Windows", () => {
  it.each([
    ["D:\\Data\\Radar", "2024/06/a.LV1", "D:\\Data\\Radar\\2024\\06\\a.LV1"],
    ["D:/Data/Radar/", "a.LV1", "D:\\Data\\Radar\\a.LV1"],
    ["D:\\", "a.LV1", "D:\\a.LV1"],
    ["\\\\nas\\share\\radar", "d/a.LV1", "\\\\nas\\share\\radar\\d\\a.LV1"],
    ["\\\\nas\\share", "a b%.nc", "\\\\nas\\share\\a b%.nc"],
    ["\\\\?\\D:\\Data", "a.LV1", "D:\\Data\\a.LV1"],
    ["\\\\?\\UNC\\nas\\share", "a.LV1", "\\\\nas\\share\\a.LV1"],
    ["D:\\Data", "", "D:\\Data"],
  ])("%s with %s is %s", (folder, relPath, absolute) => {
    expect(windows.absolute(folder, relPath)).toBe(absolute);
    expect(windows.relPathOf(folder, absolute)).toBe(relPath);
  });

  it("takes the literal form from 248 characters on, and shows the plain one", () => {
    const deep = `${"folder/".repeat(40)}a.nc`;
    const back = deep.replaceAll("/", "\\");
    expect(windows.absolute("D:\\Data", deep)).toBe(`\\\\?\\D:\\Data\\${back}`);
    expect(windows.absolute("\\\\nas\\share", deep)).toBe(`\\\\?\\UNC\\nas\\share\\${back}`);
    expect(windows.shown("D:\\Data", deep)).toBe(`D:\\Data\\${back}`);
    const edge = (length: number) => "x".repeat(length - "D:\\".length);
    expect(windows.absolute("D:\\", edge(247))).toHaveLength(247);
    expect(windows.absolute("D:\\", edge(248))).toHaveLength(252);
  });

  it("compares without case and with either slash, and keeps the spelling of the disk", () => {
    expect(windows.relPathOf("d:/data/RADAR", "D:\\Data\\Radar\\2024\\Größe.LV1")).toBe("2024/Größe.LV1");
    expect(windows.relPathOf("D:\\GRÖSSE", "d:\\größe\\a")).toBeNull();
    expect(windows.relPathOf("D:\\GRÖẞE", "d:\\größe\\a")).toBeNull();
    expect(windows.relPathOf("D:\\ÄÖ", "d:\\äö\\straße")).toBe("straße");
    expect(windows.isCaseInsensitive).toBe(true);
  });

  it.each([
    ["D:\\Data", "D:\\Data2\\a"],
    ["D:\\Data", "E:\\Data\\a"],
    ["D:\\Data\\Radar", "D:\\Data\\a"],
    ["\\\\nas\\share", "\\\\nas\\share2\\a"],
  ])("%s does not hold %s", (folder, path) => expect(windows.relPathOf(folder, path)).toBeNull());
});

describe("paths on Linux and macOS", () => {
  it.each([
    ["/data/radar", "2024/a.LV1", "/data/radar/2024/a.LV1"],
    ["/data/radar/", "a.LV1", "/data/radar/a.LV1"],
    ["/", "a", "/a"],
    ["/data", "back\\slash.nc", "/data/back\\slash.nc"],
    ["/data", "line\nbreak", "/data/line\nbreak"],
    ["/data", "", "/data"],
  ])("%s with %s is %s", (folder, relPath, absolute) => {
    expect(posix.absolute(folder, relPath)).toBe(absolute);
    expect(posix.relPathOf(folder, absolute)).toBe(relPath);
  });

  it("tells case apart, and neighbours from contents", () => {
    expect(posix.relPathOf("/data", "/Data/a")).toBeNull();
    expect(posix.relPathOf("/data", "/data2/a")).toBeNull();
    expect(posix.isCaseInsensitive).toBe(false);
  });
});

describe("any path", () => {
  const name = fc
    .string({ unit: "binary", minLength: 1, maxLength: 80 })
    .filter((s) => !/[\\/:\0]/.test(s) && s !== "." && s !== "..");
  const relPath = fc.array(name, { minLength: 1, maxLength: 8 }).map((parts) => parts.join("/"));

  it.each([
    [posix, "/data/radar"],
    [windows, "D:\\Data\\Radar"],
    [windows, "\\\\nas\\share\\Radar"],
  ])("comes back as it went in", (paths, folder) => {
    fc.assert(
      fc.property(relPath, (rel) => {
        expect(paths.relPathOf(folder, paths.absolute(folder, rel))).toBe(rel);
      }),
    );
  });
});
