import { describe, expect, it } from "vitest";
import { compilePattern, type Pattern } from "#domain/pattern/pattern.ts";

function compiled(text: string): Pattern {
  const result = compilePattern(text);
  if (result.kind === "refused") throw new Error(result.reason);
  return result.pattern;
}

const exact = { caseInsensitive: false };
function told(pattern: string, path: string): string {
  const match = compiled(pattern).match(path, exact);
  if (match.kind === "match") throw new Error(`${path} is of ${match.measurementDate}`);
  return match.reason;
}

describe("why a pattern is refused", () => {
  const noYear = "no year (add %Y for 2024 or %y for 24)";
  const noMonth = "no month (add %m for 05 or %b for May)";
  const noDay = "no day (add %d, or leave it out for monthly files)";
  const must = "the date must be in the file name or in a folder name";
  it.each([
    ["%Y%d.nc", `the pattern has ${noMonth}: ${must}`],
    ["%m%d.nc", `the pattern has ${noYear}: ${must}`],
    ["%Y.nc", `the pattern has ${noMonth} and ${noDay}: ${must}`],
    ["*.nc", `the pattern has ${noYear} and ${noMonth} and ${noDay}: ${must}`],
    [
      "{%Y%m%d,latest}.nc",
      `of its alternatives, "latest.nc": the pattern has ${noYear} and ${noMonth} and ${noDay}: ${must}`,
    ],
    ["", "the pattern is empty: enter one, for example %Y/%m/%d/%Y%m%d_*.nc"],
    ["  ", "the pattern is empty: enter one, for example %Y/%m/%d/%Y%m%d_*.nc"],
    [`%Y%m%d${"x".repeat(1000)}`, "the pattern is longer than 1000 characters"],
    ["%Y%m%d\0", "the pattern contains a character with code 0: remove it"],
    [
      "/%Y%m%d",
      '"/%Y%m%d" is an absolute path: the pattern is relative to the instrument\'s folder, so remove the folder',
    ],
    [
      "d:%Y%m%d",
      '"d:%Y%m%d" is an absolute path: the pattern is relative to the instrument\'s folder, so remove the folder',
    ],
    [
      "\\\\server\\share\\%Y%m%d.nc",
      '"//server/share/%Y%m%d.nc" is an absolute path: the pattern is relative to the instrument\'s folder, so remove the folder',
    ],
    ["%Y%m%d/", '"%Y%m%d/" names a folder, not a file: add the file name, or "*" for every file in it'],
    ["{%Y%m%d,}", '"" names a folder, not a file: add the file name, or "*" for every file in it'],
    ["a/../%Y%m%d", '".." leads out of the instrument\'s folder: choose the folder above it instead'],
    ["{..,x}/%Y%m%d", '".." leads out of the instrument\'s folder: choose the folder above it instead'],
    [
      "{%Y%m%d,%Y%m}",
      "the pattern has a day in one alternative and only a month in another: set up two instruments",
    ],
    [
      "a**/%Y%m%d",
      '"**" means whole folders and must be alone between two "/", not as in "a**"; within a name use "*"',
    ],
    ["%Y%m%j", '"%j" is not a token: use %Y %y %m %b %d (date), %H %M %S (time), or %% for a percent sign'],
    [
      "%Y%m%d.100%",
      '"%" is not a token: use %Y %y %m %b %d (date), %H %M %S (time), or %% for a percent sign',
    ],
    ["%Y%m%d{a,b", 'a "{" has no "}": close it'],
    ["%Y%m%d{a", 'a "{" has no "}": close it'],
    ["%Y%m%d}", 'a "}" has no "{" before it: add the "{" or remove the "}"'],
    [
      `%Y%m%d${"{".repeat(9)}a${"}".repeat(9)}`,
      "braces are nested more than 8 deep: write the alternatives out",
    ],
    [
      `%Y%m%d{${"a,".repeat(256)}b}`,
      'the braces give more than 256 combinations: use "*" or several instruments',
    ],
    [
      `%Y%m%d${"{a,b}".repeat(9)}`,
      'the braces give more than 256 combinations: use "*" or several instruments',
    ],
  ])("%j", (text, reason) => {
    expect(compilePattern(text)).toEqual({ kind: "refused", reason });
  });

  it.each([
    `%Y%m%d${"x".repeat(994)}`,
    `%Y%m%d${"{".repeat(8)}a${"}".repeat(8)}`,
    `%Y%m%d${"{a,b}".repeat(8)}`,
    `%Y%m%d{${"a,".repeat(255)}b}`,
    "ab:%Y%m%d",
    "./%Y%m%d",
    "a//%Y%m%d",
    "%Y%m%d/**/**",
    "%Y%m,%d",
  ])("not %j", (text) => {
    expect(compilePattern(text).kind).toBe("pattern");
  });
});

describe("why a name has no date", () => {
  const remedy = "write the text around the date into the pattern";
  it.each([
    ["{%y%m%d,%d%m%y}", "010203", `its date can be read as 3 Feb 2001 or 1 Feb 2003: ${remedy}`],
    [
      "{%y%m%d,%d%m%y,%m%d%y,%d%y%m}",
      "010203",
      `its date can be read as 3 Feb 2001 or 1 Feb 2003 or 2 Jan 2003: ${remedy}`,
    ],
    [
      "*%m*%y*%d*",
      "1011121314151617181920212223242526272829".repeat(3),
      `its date can be read in too many ways: ${remedy}`,
    ],
    ["{%d%y%m,%y%m%d,%d%m%y}", "310102", `its date can be read as 2 Jan 2031 or 31 Jan 2002: ${remedy}`],
    ["{%Y%m%d,%d%m%Y}", "20240231", "the calendar has no 2024-02-31"],
    [
      "%d%b%Y",
      "17Mai2024",
      'the name "17Mai2024" does not match: "Mai" is not the name of a month (%b, Jan to Dec)',
    ],
    ["%Y%m", "190013", 'the name "190013" does not match: "13" is not a month (%m, 01 to 12)'],
    ["%y/%Y%m", "23/202401", "%Y and %y give different years"],
  ])("%s, %s", (pattern, path, reason) => {
    expect(told(pattern, path)).toBe(reason);
  });
});

describe("why a name does not fit", () => {
  const name = (text: string, why: string) => `the name "${text}" does not match: ${why}`;
  it.each([
    ["%Y/%m/%d.nc", "2024/05", '"2024/05" is too high up: the pattern has more folders above the file'],
    ["{a/%Y%m%d,b/c/%Y%m%d}", "b/x/20240101", 'the folder "x" does not match: "x" is where "c" should be'],
    ["{b/c/%Y%m%d,a/%Y%m%d}", "b/x/20240101", 'the folder "x" does not match: "x" is where "c" should be'],
    [
      "{x%Y%m%d,%Y%m%d}",
      "zz",
      name("zz", '"z" is where "x" should be, or it is not a year (%Y, 1900 to 2099)'),
    ],
    [
      "%Y%m%d.{a,b,c,d,e,f,g,h,i}",
      "20240101.z",
      name(
        "20240101.z",
        '".z" is where ".a" or ".b" or ".c" or ".d" or ".e" or ".f" or ".g" or ".h" should be',
      ),
    ],
    [
      "{x%Y%m%d,%Y%m%d,%y%m%d,%m%d%Y,%d%m%Y,%Y/%m%d}",
      "zzzzz",
      name(
        "zzzzz",
        '"z" is where "x" should be, or "zzzz" is not a year (%Y, 1900 to 2099), or "zz" is not a year of two digits (%y) or a month (%m, 01 to 12) or a day (%d, 01 to 31)',
      ),
    ],
    ["*%Y%m%d", ".x20240101", name(".x20240101", 'it starts with a dot, and "*%Y%m%d" does not')],
    [
      "*_a_*_b_*_%Y%m%d",
      "x_b_y_a_z_20240101",
      name("x_b_y_a_z_20240101", 'the pieces of "*_a_*_b_*_%Y%m%d" do not occur in this order'),
    ],
    ["*_a_*_%Y%m%d", "x_b_20240101", name("x_b_20240101", '"_a_" does not occur in it')],
    ["%Y%m%d_??", "20240101_x", name("20240101_x", "it ends where one more character (?) should be")],
    ["%Y%m%d_%H", "20240101_x5", name("20240101_x5", '"x5" is not two digits of a time (%H, %M or %S)')],
    ["%Y%m%d_*_", "20240101_", name("20240101_", 'it is too short for "%Y%m%d_*_"')],
    ["a*%Y%m%d", "abc2024x101", name("abc2024x101", '"x1" is not a month (%m, 01 to 12)')],
    [
      "{%Y%m%d/%Y%m%d_*_,%Y%m%d/*_a_*_}",
      "20230101/20240101_x_",
      name("20240101_x_", "its date disagrees with year 2023, month 1, day 1 of the folders above it"),
    ],
    ["a*%Y%m%d", "a2024010", name("a2024010", '"a202" is not a year (%Y, 1900 to 2099)')],
  ])("%s, %s", (pattern, path, reason) => {
    expect(told(pattern, path)).toBe(reason);
  });
});
