import { describe, expect, it } from "vitest";
import { compilePattern, type Pattern } from "#domain/pattern/pattern.ts";

function compiled(text: string): Pattern {
  const result = compilePattern(text);
  if (result.kind === "refused") throw new Error(result.reason);
  return result.pattern;
}

const exact = { caseInsensitive: false };
const folded = { caseInsensitive: true };
const dateOf = (pattern: string, path: string) => compiled(pattern).dateOf(path, exact);
function reasonOf(pattern: string, path: string): string {
  const match = compiled(pattern).match(path, exact);
  if (match.kind === "match") throw new Error(`${path} matches`);
  return match.reason;
}

describe("tokens", () => {
  it("reads %y 00 to 79 as 2000s and 80 to 99 as 1900s", () => {
    expect(["00", "79", "80", "99"].map((yy) => dateOf("%y%m%d", `${yy}0131`))).toEqual([
      "2000-01-31",
      "2079-01-31",
      "1980-01-31",
      "1999-01-31",
    ]);
  });

  it("makes a token that appears twice agree with itself, and %y with %Y", () => {
    expect(dateOf("%Y/%m/%d/%y%m%d", "2024/01/02/240102")).toBe("2024-01-02");
    for (const name of ["230102", "240202", "240103"])
      expect(dateOf("%Y/%m/%d/%y%m%d", `2024/01/02/${name}`)).toBeNull();
    expect(dateOf("%Y%m%d_%Y%m%d", "20240102_20240103")).toBeNull();
  });

  it("refuses impossible dates, and takes leap days", () => {
    expect(dateOf("%Y%m%d", "20240229")).toBe("2024-02-29");
    expect(compiled("%Y%m%d").match("20210230", exact)).toEqual({
      kind: "no-match",
      failed: "date",
      reason: "the calendar has no 2021-02-30",
    });
    for (const name of ["20230229", "20240431", "20241301", "20240100", "20240001", "00240101", "2024٠١٠١"])
      expect(dateOf("%Y%m%d", name)).toBeNull();
  });
});

describe("two dates in one name", () => {
  it("takes the first, as * takes as little as it can", () => {
    expect(dateOf("*_%Y%m%d_*", "x_20240101_20240131_y")).toBe("2024-01-01");
  });

  it("takes none when the first would cut a number in two", () => {
    expect(reasonOf("*%y%m%d*", "live_20240102_120101.nc")).toContain("2 Jan 2024 or 1 Jan 2012");
    expect(dateOf("*%y%m%d*", "live_20240102_126101.nc")).toBe("2024-01-02");
  });

  it("takes none when folders can be read in two ways, or alternatives disagree", () => {
    expect(reasonOf("**/%Y/**/%m/%d/*", "2023/2024/01/02/x")).toContain("2 Jan 2023");
    expect(reasonOf("{%y%m%d,%d%m%y}.txt", "010203.txt")).toContain("3 Feb 2001 or 1 Feb 2003");
    expect(dateOf("{%y%m%d,%d%m%y}.txt", "240203.txt")).toBeNull();
    expect(dateOf("{%y%m%d,%d%m%y}.txt", "310199.txt")).toBe("1999-01-31");
    expect(dateOf("{%y%m%d,%d%m%y}.txt", "300224.txt")).toBe("2030-02-24");
    expect(dateOf("{%y%m%d,%d%m%y}.txt", "240230.txt")).toBe("2030-02-24");
  });
});

describe("wildcards", () => {
  it("keeps * and ? within a name", () => {
    expect(dateOf("*%Y%m%d", "a/20240102")).toBeNull();
    expect(dateOf("a?%Y%m%d", "a/20240102")).toBeNull();
    expect(dateOf("*.*.%Y%m%d", "a.b.20240102")).toBe("2024-01-02");
  });

  it("takes a hidden name only where the dot is written", () => {
    expect(["*/%Y%m%d", "**/%Y%m%d", "?s/%Y%m%d"].map((p) => dateOf(p, ".s/20240102"))).toEqual([
      null,
      null,
      null,
    ]);
    expect(dateOf(".s/%Y%m%d", ".s/20240102")).toBe("2024-01-02");
  });

  it("lets ** be no folder, one and many", () => {
    for (const path of ["20240102", "a/20240102", "a/b/20240102"])
      expect(dateOf("**/%Y%m%d", path)).toBe("2024-01-02");
    expect(dateOf("a/**/b/%Y%m%d", "a/x/b/20240102")).toBe("2024-01-02");
    expect(dateOf("a/**/b/%Y%m%d", "a/x/c/20240102")).toBeNull();
  });

  it("expands nested, empty and folder alternatives", () => {
    const text = "{,a/}%Y%m%d{,_{x,y}}.nc";
    for (const path of ["20240102.nc", "a/20240102_x.nc", "20240102_y.nc"])
      expect(dateOf(text, path)).toBe("2024-01-02");
    expect(dateOf(text, "20240102_z.nc")).toBeNull();
  });

  it("tells upper from lower case unless it is told not to", () => {
    const pattern = compiled("Däta/%Y%m%d.LV0");
    expect(pattern.dateOf("DÄTA/20240102.lv0", folded)).toBe("2024-01-02");
    expect(pattern.dateOf("DÄTA/20240102.lv0", exact)).toBeNull();
    expect(reasonOf("Däta/%Y%m%d.LV0", "DÄTA/20240102.lv0")).toContain("only in upper and lower case");
  });
});

describe("folders worth entering", () => {
  const could = (folder: string, since?: string) =>
    compiled("%Y/%m/%d/*.nc").couldEnter(folder, { ...exact, ...(since === undefined ? {} : { since }) });

  it("are those that can lead to a match", () => {
    expect(["", "2024", "2024/01", "2024/01/02"].map((folder) => could(folder))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(["x", "2024/13", "2024/01/02/03", "1800"].map((folder) => could(folder))).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(compiled("**/%Y%m%d").couldEnter("any/where", exact)).toBe(true);
    expect(compiled("**/%Y%m%d").couldEnter(".snapshot", exact)).toBe(false);
    expect(compiled("A/%Y%m%d").couldEnter("a", exact)).toBe(false);
    expect(compiled("A/%Y%m%d").couldEnter("a", folded)).toBe(true);
  });

  it("are not those that hold only files older than since", () => {
    expect(["2023", "2024/01", "2024/02/28"].map((folder) => could(folder, "2024-02-29"))).toEqual([
      false,
      false,
      false,
    ]);
    expect(["2024", "2024/02", "2024/02/29", "2025"].map((f) => could(f, "2024-02-29"))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(compiled("%y/%Y%m%d").couldEnter("23", { ...exact, since: "2024-01-01" })).toBe(false);
    expect(compiled("%Y%m/x_%Y%m.txt").couldEnter("202402", { ...exact, since: "2024-02-02" })).toBe(false);
  });
});
