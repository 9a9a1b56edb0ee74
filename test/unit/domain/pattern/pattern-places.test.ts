import { describe, expect, it } from "vitest";
import { compilePattern, type Pattern } from "#domain/pattern/pattern.ts";

function compiled(text: string): Pattern {
  const result = compilePattern(text);
  if (result.kind === "refused") throw new Error(result.reason);
  return result.pattern;
}

const exact = { caseInsensitive: false };
const dateOf = (pattern: string, path: string) => compiled(pattern).dateOf(path, exact);
function told(pattern: string, path: string): string {
  const match = compiled(pattern).match(path, exact);
  return match.kind === "match" ? match.measurementDate : match.reason;
}

/** Every text of `a` and `b` with at most five characters. */
function words(): string[] {
  const all = [""];
  for (const word of all) if (word.length < 5) all.push(`${word}a`, `${word}b`);
  return all;
}

describe("pieces between stars come in order and never overlap", () => {
  // The same, said as an expression: what stands for "*" may be anything.
  it.each([
    ["%Y%m%d*", ".*"],
    ["%Y%m%d*a", ".*a"],
    ["%Y%m%da*", "a.*"],
    ["%Y%m%d*a*", ".*a.*"],
    ["%Y%m%d*ab*", ".*ab.*"],
    ["%Y%m%d*a*b*", ".*a.*b.*"],
    ["%Y%m%d*a*a*", ".*a.*a.*"],
    ["%Y%m%da*b*a", "a.*b.*a"],
    ["%Y%m%d*ab*b", ".*ab.*b"],
    ["%Y%m%d*?a*b", ".*.a.*b"],
    ["%Y%m%d?*", "..*"],
    ["%Y%m%d?", "."],
  ])("%s", (pattern, expression) => {
    const inName = compiled(pattern);
    const inFolder = compiled(`${pattern}/c`);
    const below = compiled(`c/${pattern}`);
    const oracle = new RegExp(`^20240517${expression}$`);
    for (const word of words()) {
      const name = `20240517${word}`;
      const date = oracle.test(name) ? "2024-05-17" : null;
      expect(inName.dateOf(name, exact), name).toBe(date);
      expect(inFolder.dateOf(`${name}/c`, exact), name).toBe(date);
      expect(below.dateOf(`c/${name}`, exact), name).toBe(date);
    }
  });
});

describe("digits", () => {
  it.each([
    ["%Y%m%d", "19990101", "1999-01-01"],
    ["%Y%m%d", "20000101", "2000-01-01"],
    ["%Y%m%d", "19000101", "1900-01-01"],
    ["%H_%Y%m%d", "17_20240102", "2024-01-02"],
    ["a*b/%Y%m%d", "axb/20240102", "2024-01-02"],
    ["%Y/%y%m%d", "2000/000102", "2000-01-02"],
    ["%Y/%y%m%d", "2024/000102", null],
    ["%Y%m%d", "20x10101", null],
    ["%Y%m%d", "21000101", null],
    ["%Y%m%d_%H", "20240101_:1", null],
    ["%Y%m%d_%H", "20240101_1:", null],
    ["%Y%m%d_%H", "20240101_.1", null],
    ["%Y%m%d_%H", "20240101_1.", null],
    ["a/%Y%m%d_*_", "a/20240101_", null],
  ])("%s, %s: %s", (pattern, path, date) => {
    expect(dateOf(pattern, path)).toBe(date);
  });

  it.each([
    ["%y%m%d", "xx0102", 'the name "xx0102" does not match: "xx" is not a year of two digits (%y)'],
    ["%Y%m%d", "20240002", 'the name "20240002" does not match: "00" is not a month (%m, 01 to 12)'],
    ["%Y%m%d", "20240500", 'the name "20240500" does not match: "00" is not a day (%d, 01 to 31)'],
    ["%Y%m%d", "20240532", 'the name "20240532" does not match: "32" is not a day (%d, 01 to 31)'],
    [
      "%Y%m%d_abc",
      "20240101_axc",
      'the name "20240101_axc" does not match: "_axc" is where "_abc" should be',
    ],
    ["%Y%m%d_a", "20240101", 'the name "20240101" does not match: it ends where "_a" should be'],
    [
      "%Y%m%d*ab*b",
      "20240101xab",
      'the name "20240101xab" does not match: the pieces of "%Y%m%d*ab*b" do not occur in this order',
    ],
    ["x*%Y%m%d*", "y20240101z", 'the name "y20240101z" does not match: "y" is where "x" should be'],
    [
      "%Y/%Y%m%d_*_",
      "2023/20240101__",
      'the name "20240101__" does not match: its date disagrees with year 2023 of the folders above it',
    ],
    [
      "%Y/%m/%d/%y%m%d",
      "2024/01/02/240103",
      'the name "240103" does not match: its date disagrees with year 2024, month 1, day 2 of the folders above it',
    ],
  ])("%s, %s", (pattern, path, reason) => {
    expect(told(pattern, path)).toBe(reason);
  });
});

describe("a date between two stars", () => {
  it.each([
    ["*%Y%m%d*", ".20240101x", null],
    ["*%Y%m%d*01", "xx20240101", null],
    ["*%Y%m%d*01", "xx2024010101", "2024-01-01"],
    ["*a*%Y%m%d*", "xa20240101", "2024-01-01"],
    ["*a*%Y%m%d*", "x20240101a", null],
    ["*%Y%m%d*a*", "20240101a20240101", "2024-01-01"],
    ["*%Y%m%d*a*", "a20240101x", null],
    ["x*%Y%m%d*", "x20240101", "2024-01-01"],
    // A digit right before it cuts a number in two: then no other date may be possible.
    ["*%y%m%d*", "a-240102-250102", "2024-01-02"],
    ["*%y%m%d*", "a/240102", null],
    ["*%y%m%d*", "a240102/x", null],
    ["**/24*%y%m%d*", "xx/240102_250203", "2025-02-03"],
    ["*%y%m%d*", "a9240102_250102", null],
    ["*%y%m%d*", "a9240102_2501", "2024-01-02"],
    ["*_%y%m%d*", "1x_240102_250102", "2024-01-02"],
    ["*?%y%m%d*", "a2240102_250102", null],
    ["*?%y%m%d*", "a_240102_250102", "2024-01-02"],
    ["*%Y%m%d*", "a920240102_20250102", null],
    ["*%Y%m%d*", "a_20240102_20250102", "2024-01-02"],
    // The number of a time may be cut.
    ["*%H%M_%y%m%d*", "a91200_240102_1200_250102", "2024-01-02"],
  ])("%s, %s: %s", (pattern, path, date) => {
    expect(dateOf(pattern, path)).toBe(date);
  });
});

describe("folders", () => {
  it.each([
    ["./%Y%m%d", "20240101", "2024-01-01"],
    ["a//%Y%m%d", "a/20240101", "2024-01-01"],
    ["a/./%Y%m%d", "a/20240101", "2024-01-01"],
    ["a/%Y%m%d/**", "a/20240101/x", "2024-01-01"],
    ["a/%Y%m%d/**", "a/20240101/b/c/x", "2024-01-01"],
    ["a/%Y%m%d/**", "a/20240101", null],
    // The first of two dates in one name counts, unless "**" appears twice: then nothing puts them in order.
    ["a/*_%Y%m%d_*", "a/x_20240101_20240131_y", "2024-01-01"],
    ["**/*_%Y%m%d_*", "a/x_20240101_20240131_y", "2024-01-01"],
    ["**/**/*_%Y%m%d_*", "a/x_20240101_20240131_y", "2024-01-01"],
    ["**/a/**/*_%Y%m%d_*", "a/x_20240101_20240131_y", null],
    ["**/a/**/*_%Y%m%d_*", "a/x_20240101_y", "2024-01-01"],
  ])("%s, %s: %s", (pattern, path, date) => {
    expect(dateOf(pattern, path)).toBe(date);
  });

  const could = (pattern: string, folder: string, since: string) =>
    compiled(pattern).couldEnter(folder, { ...exact, since });
  it("are entered when one alternative may lie below, and not when the pattern ends there", () => {
    expect(compiled("{a,b}/%Y%m%d").couldEnter("a", exact)).toBe(true);
    expect(compiled("{a,b}/%Y%m%d").couldEnter("c", exact)).toBe(false);
    expect(compiled("%Y/%Y%m%d").couldEnter("2024/20240101", exact)).toBe(false);
  });
  it("are entered while their dates may still reach the first one wanted", () => {
    expect(could("%m/%Y%m%d", "05", "2024-01-01")).toBe(true);
    expect(could("%Y/%d/%m.txt", "2024/31", "2024-12-31")).toBe(true);
    expect(could("%Y/%d/%m.txt", "2024/30", "2024-12-31")).toBe(false);
    expect(could("%Y/%m/%d", "2024/02", "2024-02-31")).toBe(true);
    expect(could("*%y*%m*%d*/%Y%m%d", "10111213141516171819202122232425262728".repeat(3), "2024-01-01")).toBe(
      true,
    );
  });
});
