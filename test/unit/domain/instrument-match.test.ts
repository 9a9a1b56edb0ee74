import { describe, expect, it } from "vitest";
import { addedPath } from "#domain/added-files.ts";
import {
  type ConfiguredInstrument,
  compileAll,
  conflictReason,
  dateNow,
  matchingInstruments,
  overlappingInstruments,
} from "#domain/instrument-match.ts";
import { compilePattern } from "#domain/pattern/pattern.ts";

function configured(name: string, folder: string, text: string): ConfiguredInstrument {
  const result = compilePattern(text);
  if (result.kind === "refused") throw new Error(result.reason);
  const { pattern } = result;
  const finish = { policy: "settle", seconds: 60 } as const;
  const rest = { site: "s", instrument: "i", pid: "p", tags: [], since: null, expectEveryMinutes: null };
  return { instrument: { name, folder, pattern: text, finish, network: false, ...rest }, pattern };
}

const posix = { pathStyle: "posix", caseInsensitive: false } as const;
const win32 = { pathStyle: "win32", caseInsensitive: true } as const;
const lidars = () => ({
  co: configured("lidar co", "/data/co", "**/Stare_*_%Y%m%d_%H.hpl"),
  cross: configured("lidar cross", "/data/cross", "**/Stare_*_%Y%m%d_%H.hpl"),
  all: configured("everything", "/data", "**/*%Y%m%d*"),
});

it("keeps files of one name in two folders apart", () => {
  const { co, cross } = lidars();
  const found = matchingInstruments([co, cross], "/data/cross/2022/Stare_213_20221214_12.hpl", posix);
  expect(found).toEqual([{ name: "lidar cross", relPath: "2022/Stare_213_20221214_12.hpl" }]);
  expect(conflictReason(found)).toBeNull();
  expect(overlappingInstruments(co, [co, cross], "posix")).toEqual([]);
});

it("names both instruments that take one file", () => {
  const { co, cross, all } = lidars();
  const found = matchingInstruments([co, cross, all], "/data/co/Stare_213_20221214_12.hpl", posix);
  expect(found.map((matching) => matching.relPath)).toEqual([
    "Stare_213_20221214_12.hpl",
    "co/Stare_213_20221214_12.hpl",
  ]);
  expect(conflictReason(found)).toContain('"lidar co" and "everything"');
  expect(overlappingInstruments(co, [co, cross, all], "posix")).toEqual([all]);
});

it("gives none for a file elsewhere or of another name", () => {
  const { co, cross } = lidars();
  expect(matchingInstruments([co, cross], "/data/coX/Stare_213_20221214_12.hpl", posix)).toEqual([]);
  expect(matchingInstruments([co, cross], "/data/co/readme.txt", posix)).toEqual([]);
  expect(conflictReason([])).toBeNull();
});

it("compares as Windows does", () => {
  const radar = configured("radar", "D:\\Data\\Radar", "%Y%m%d.LV0");
  const same = configured("same", "d:/data/RADAR/", "%Y%m%d.*");
  expect(matchingInstruments([radar], "\\\\?\\d:\\DATA\\radar\\20240102.lv0", win32)).toEqual([
    { name: "radar", relPath: "20240102.lv0" },
  ]);
  expect(overlappingInstruments(radar, [radar, same], "win32")).toEqual([same]);
  expect(overlappingInstruments(radar, [radar, same], "posix")).toEqual([]);
});

it("leaves out an instrument whose pattern does not compile, and keeps the others in their order", () => {
  const { co, cross } = lidars();
  const refused = { ...co.instrument, name: "no date", pattern: "**/*.hpl" };
  expect(compilePattern(refused.pattern).kind).toBe("refused");
  const all = compileAll([cross.instrument, refused, co.instrument]);
  expect(all.map(({ instrument }) => instrument)).toEqual([cross.instrument, co.instrument]);
  expect(matchingInstruments(all, "/data/co/Stare_213_20221214_12.hpl", posix)).toEqual([
    { name: "lidar co", relPath: "Stare_213_20221214_12.hpl" },
  ]);
});

describe("the date under which a file is sent now", () => {
  const { co, all } = lidars();
  const since = (date: string): ConfiguredInstrument => ({
    ...co,
    instrument: { ...co.instrument, since: date },
  });
  const file = (relPath: string, instrument = "lidar co") => ({ instrument, relPath });
  const noon = file("2022/Stare_213_20221214_12.hpl");

  it("is the one that its own instrument's pattern reads", () => {
    expect(dateNow([all, co], noon, "posix")).toBe("2022-12-14");
    expect(dateNow([all, co], file("notes_20221214.txt"), "posix")).toBeNull();
    expect(dateNow([all, co], file("notes_20221214.txt", "everything"), "posix")).toBe("2022-12-14");
  });

  it("is none where the instrument is set up no more", () => {
    expect(dateNow([all], noon, "posix")).toBeNull();
    expect(dateNow([], noon, "posix")).toBeNull();
  });

  it("may be the first that is sent, and not the day before it", () => {
    expect(dateNow([since("2022-12-13")], noon, "posix")).toBe("2022-12-14");
    expect(dateNow([since("2022-12-14")], noon, "posix")).toBe("2022-12-14");
    expect(dateNow([since("2022-12-15")], noon, "posix")).toBeNull();
  });

  it("is any day for a file that a person added", () => {
    const added = file(addedPath("lidar co", "2022-12-14", "Stare_213_20221214_12.hpl"));
    const all = compileAll([since("2022-12-15").instrument]);
    expect(dateNow(all, added, "posix")).toBe("2022-12-14");
    expect(dateNow(all, { ...added, instrument: "everything" }, "posix")).toBeNull();
  });

  it("is read in any case on Windows, and nowhere else", () => {
    const loud = file("2022/STARE_213_20221214_12.HPL");
    expect(dateNow([co], loud, "win32")).toBe("2022-12-14");
    expect(dateNow([co], loud, "posix")).toBeNull();
  });
});
