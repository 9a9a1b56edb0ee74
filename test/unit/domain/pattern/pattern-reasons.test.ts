import { expect, it } from "vitest";
import { compilePattern } from "#domain/pattern/pattern.ts";

const radar = "%Y/%m/%d/%y%m%d_*_ZEN.{LV0,LV1}";

it.each([
  [radar, "2024/13/02/x", 'the folder "13" does not match: it is not a month (%m, 01 to 12)'],
  [radar, "june/01/02/x", 'the folder "june" does not match: it is not a year (%Y, 1900 to 2099)'],
  [radar, "2024/1/02/x", 'the folder "1" does not match: it is not a month (%m, 01 to 12)'],
  [radar, "x.txt", 'the name "x.txt" does not match: it is a file, where the pattern has the folder "%Y"'],
  [
    radar,
    "2024/01/02/x/y",
    'the folder "x" is a folder where the pattern has a file: its files are too deep',
  ],
  [
    radar,
    "2024/01/02/240102_0_ZEN.txt",
    'the name "240102_0_ZEN.txt" does not match: it does not end in "_ZEN.LV0" or "_ZEN.LV1"',
  ],
  [
    radar,
    "2024/01/02/240102-0_ZEN.LV0",
    'the name "240102-0_ZEN.LV0" does not match: "-" is where "_" should be',
  ],
  [
    radar,
    "2024/01/02/240103_0_ZEN.LV0",
    'the name "240103_0_ZEN.LV0" does not match: its date disagrees with year 2024, month 1, day 2 of the folders above it',
  ],
  [radar, "2024/01/02/2401", 'the name "2401" does not match: it ends where a day (%d, 01 to 31) should be'],
  [
    "%Y%m%d_*_a_*.nc",
    "20240102_bbb_.nc",
    'the name "20240102_bbb_.nc" does not match: "_a_" does not occur in it',
  ],
  [
    "%Y%m%d.nc",
    "20240102.nc.bak",
    'the name "20240102.nc.bak" does not match: ".bak" comes after the end of "%Y%m%d.nc"',
  ],
  ["%Y%m%d_*.nc", "20240102_.n", 'the name "20240102_.n" does not match: it does not end in ".nc"'],
  ["**/%Y%m%d", ".snap/20240102", 'the folder ".snap" does not match: "**" does not match hidden folders'],
  ["**/a/%Y%m%d", "b/c", 'the name "c" does not match: it is a file, where the pattern has the folder "a"'],
  ["a/%Y%m%d", "a\nb/20240102", 'the folder "a\\nb" does not match: "\\nb" comes after the end of "a"'],
  [
    "%Y%m%d_%Y.nc",
    "20240102_2023.nc",
    'the name "20240102_2023.nc" does not match: a date token occurs twice in "%Y%m%d_%Y.nc" with different values',
  ],
  ["%Y/%y%m%d", "2023/240102", "%Y and %y give different years"],
])("%s, %j", (text, path, reason) => {
  const compiled = compilePattern(text);
  if (compiled.kind === "refused") throw new Error(compiled.reason);
  expect(compiled.pattern.match(path, { caseInsensitive: false })).toMatchObject({
    kind: "no-match",
    reason,
  });
});

it("shows names as they are on disk, whatever their case", () => {
  const compiled = compilePattern("Data/%Y%m%d");
  if (compiled.kind === "refused") throw new Error(compiled.reason);
  expect(compiled.pattern.match("Other/20240102", { caseInsensitive: true })).toMatchObject({
    reason: expect.stringContaining('"Other"'),
  });
});
