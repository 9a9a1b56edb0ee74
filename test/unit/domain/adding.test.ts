import { describe, expect, it } from "vitest";
import { addedDate, addedPath, isAdded } from "#domain/added-files.ts";
import { guessesFor, unfitToAdd } from "#domain/adding.ts";
import { shownPath } from "#domain/folder-paths.ts";
import { compileAll, dateNow } from "#domain/instrument-match.ts";
import { explainSelection, selectFile } from "#domain/selection.ts";
import { instrument } from "#test/support/builders/engine-fixture.ts";

const options = { caseInsensitive: false };
const compiled = (...patterns: readonly string[]) =>
  compileAll(patterns.map((pattern, at) => instrument({ name: `I${at}`, pattern })));

describe("the path of an added file", () => {
  it("holds date and name, and is another one for every instrument", () => {
    const path = addedPath("Cloud radar", "2024-05-01", "a.nc");
    expect(path).toMatch(/^\/added\/cloud-radar-[0-9a-f]{8}\/2024-05-01\/a\.nc$/);
    expect(addedDate(path)).toBe("2024-05-01");
    expect(addedPath("cloud radar", "2024-05-01", "a.nc")).not.toBe(path);
    expect(addedPath("../../ä\0<b>", "2024-05-01", "a.nc")).toMatch(/^\/added\/[a-z0-9-]+\/2024/);
    expect(addedPath("雷达", "2024-05-01", "a.nc")).toMatch(/^\/added\/instrument-[0-9a-f]{8}\//);
    expect(addedPath("x".repeat(900), "2024-05-01", "a.nc").length).toBeLessThan(80);
  });

  it("is none of an instrument's folder, whatever the pattern, and belongs to one instrument", () => {
    const instruments = compileAll([
      instrument({ name: "A", pattern: "**/%Y-%m-%d/*", since: "2025-01-01" }),
      instrument({ name: "B", pattern: "**/%Y-%m-%d/*" }),
    ]);
    const relPath = addedPath("A", "2024-05-01", "a.nc");
    const dates = instruments.map(({ pattern }) => pattern.dateOf(relPath, options));
    expect(dates).toEqual(["2024-05-01", null]);
    // The start date is for what is found; this a person wants.
    expect(dateNow(instruments, { instrument: "A", relPath }, "posix")).toBe("2024-05-01");
    expect(instruments[1]?.pattern.match(relPath, options)).toMatchObject({ kind: "no-match" });
    expect(isAdded("added/a/2024-05-01/a.nc")).toBe(false);
    expect(addedDate("/added/a/2024-05-01/../x")).toBeNull();
    expect(shownPath("C:\\radar", relPath)).toBe(relPath.slice(1));
  });

  it("is judged by what a person cannot know better", () => {
    const [one] = compileAll([instrument({ since: "2025-01-01" })]);
    if (one === undefined) throw new Error("no instrument");
    const judge = (date: string, size: number) => {
      const candidate = { relPath: addedPath("Radar", date, "a.dat"), size };
      return explainSelection(one.instrument, one.pattern, candidate, { ...options, todayUtc: "2024-06-01" });
    };
    expect(judge("2024-05-01", 9).selection).toEqual({ kind: "selected", measurementDate: "2024-05-01" });
    expect(judge("2024-05-01", 9).rules.map(({ name }) => name)).toEqual([
      "inside-folder",
      "not-empty",
      "not-in-future",
    ]);
    expect(judge("2024-05-01", 0).selection).toMatchObject({ rule: "not-empty" });
    expect(judge("2024-06-07", 9).selection).toMatchObject({ rule: "not-in-future" });
    const outside = { relPath: "/etc/20240501_a.dat", size: 9 };
    expect(
      selectFile(one.instrument, one.pattern, outside, { ...options, todayUtc: "2024-06-01" }),
    ).toMatchObject({ rule: "inside-folder" });
  });
});

describe("whose file it may be", () => {
  it("is told by its name, with the date where the name holds one", () => {
    const instruments = compiled("**/live_%Y%m%d_*.nc", "%Y/%m/%d/*.dat", "%y%m%d_%H*.LV1");
    const guesses = (path: string) => guessesFor(path, instruments, options);
    expect(guesses("live_20240501_x.nc")).toEqual([{ instrument: "I0", date: "2024-05-01" }]);
    expect(guesses("a.dat")).toEqual([{ instrument: "I1", date: null }]);
    expect(guesses("usb/copy of PC/2024/05/01/a.dat")).toEqual([{ instrument: "I1", date: "2024-05-01" }]);
    expect(guesses("240501_12.LV1")).toEqual([{ instrument: "I2", date: "2024-05-01" }]);
    expect(guesses("live_20249901_x.nc")).toEqual([]);
    expect(guesses("letter.txt")).toEqual([]);
  });

  it("is a choice where several call their files so, those with a date first", () => {
    const instruments = compiled("%Y/%m/%d/*", "%Y%m%d_*.dat");
    expect(guessesFor("20240501_a.dat", instruments, options)).toEqual([
      { instrument: "I1", date: "2024-05-01" },
      { instrument: "I0", date: null },
    ]);
  });

  it("is guessed from the name alone; a date that can be read in two ways is none", () => {
    const [loose] = compiled("**/*%Y%m%d*");
    expect(loose?.pattern.readName("x1202405012024050233", options)).toEqual({ date: null });
    expect(loose?.pattern.readName("nothing", options)).toBeNull();
  });
});

describe("what cannot be added", () => {
  const why = (name: string, size = 9, isWindows = false) =>
    unfitToAdd({ name, size }, ["%Y%m%d_*.dat"], isWindows);

  it.each([
    ["a/../b.dat", "is not allowed"],
    ["..", "is not allowed"],
    ["..\\b.dat", "is not allowed"],
    ["a\0.dat", "is not allowed"],
    ["<b>.dat", "is not allowed"],
    [`${"a".repeat(252)}.dat`, "longer than 255"],
    ["a.dat.part", "unfinished"],
  ])("%j", (name, reason) => {
    expect(why(name)).toContain(reason);
  });

  it("is what is empty, and on Windows what is called like a device", () => {
    expect(why("a.dat", 0)).toContain("empty");
    expect(why("NUL.dat")).toBeNull();
    for (const name of ["NUL.dat", "con", "Com1.nc", "lpt9.x.y"]) expect(why(name, 9, true)).not.toBeNull();
    expect(why("console.dat", 9, true)).toBeNull();
    expect(why(`${"a".repeat(196)}.dat`)).toBeNull();
  });
});
