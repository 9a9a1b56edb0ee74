import { describe, expect, it, test } from "vitest";
import { compilePattern } from "#domain/pattern/pattern.ts";
import { mergeTemplates, type SampleFile, suggestPatterns } from "#domain/pattern/suggest.ts";

const exact = { caseInsensitive: false };
const days = ["2024-05-15", "2024-05-16", "2024-05-17"];

/** Files of some days, written on the evening of their day. */
function filesOf(names: (year: string, month: string, day: string) => readonly string[]): SampleFile[] {
  return days.flatMap((date) => {
    const [year = "", month = "", day = ""] = date.split("-");
    const mtimeUs = Date.parse(`${date}T23:00:00Z`) * 1000;
    return names(year, month, day).map((relPath) => ({ relPath, mtimeUs }));
  });
}

const hours = ["00", "07", "23"];

const cases: readonly { title: string; files: SampleFile[]; first: string }[] = [
  {
    title: "RPG cloud radar, both levels",
    files: filesOf((y, m, d) =>
      hours.flatMap((h) =>
        ["LV0", "LV1"].map((end) => `${y}/${m}/${y.slice(2)}${m}${d}_${h}0000_P09_ZEN.${end}`),
      ),
    ),
    first: "%Y/%m/%y%m%d_*_P09_ZEN.{LV0,LV1}",
  },
  {
    title: "MIRA cloud radar",
    files: filesOf((y, m, d) => hours.map((h) => `${y}${m}${d}_${h}00.znc`)),
    first: "%Y%m%d_*.znc",
  },
  {
    title: "CHM15k ceilometer, one file a day",
    files: filesOf((y, m, d) => [`${y}${m}${d}_hyytiala_CHM170137_000.nc`]),
    first: "%Y%m%d_hyytiala_CHM170137_000.nc",
  },
  {
    title: "CHM15k ceilometer, small files",
    files: filesOf((y, m, d) => ["000", "001", "287"].map((n) => `${y}${m}${d}_hyytiala_CHM170137_${n}.nc`)),
    first: "%Y%m%d_hyytiala_CHM170137_*.nc",
  },
  {
    title: "CL61 ceilometer",
    files: filesOf((y, m, d) => hours.map((h) => `live_${y}${m}${d}_${h}0500.nc`)),
    first: "live_%Y%m%d_*.nc",
  },
  {
    title: "CL31, the date in the folder only",
    files: filesOf((y, m, d) => hours.map((h) => `${y}/${m}/${d}/C4${m}${d}${h}.DAT`)),
    first: "%Y/%m/%d/C*.DAT",
  },
  {
    title: "HATPRO, daily",
    files: filesOf((y, m, d) => ["BRT", "HKD", "MET"].map((end) => `${y.slice(2)}${m}${d}.${end}`)),
    first: "%y%m%d.{BRT,HKD,MET}",
  },
  {
    title: "HATPRO, hourly",
    files: filesOf((y, m, d) => hours.map((h) => `${y.slice(2)}${m}${d}${h}.BRT`)),
    first: "%y%m%d%H.BRT",
  },
  { title: "Parsivel", files: filesOf((y, m, d) => [`${y}${m}${d}.txt`]), first: "%Y%m%d.txt" },
  {
    title: "Halo, stare",
    files: filesOf((y, m, d) =>
      hours.map((h) => `${y}/${y}${m}/${y}${m}${d}/Stare_213_${y}${m}${d}_${h}.hpl`),
    ),
    first: "%Y/%Y%m/%Y%m%d/Stare_213_%Y%m%d_*.hpl",
  },
  {
    title: "Halo, background, day first",
    files: filesOf((y, m, d) => hours.map((h) => `Background_${d}${m}${y.slice(2)}-${h}0000.txt`)),
    first: "Background_%d%m%y-*.txt",
  },
  {
    title: "Halo, monthly",
    files: filesOf((y, m) => [`system_parameters_213_${y}${m}.txt`]),
    first: "system_parameters_213_%Y%m.txt",
  },
  {
    title: "WindCube",
    files: filesOf((y, m, d) => hours.map((h) => `WLS200s-218_${y}-${m}-${d}_${h}-10-05_fixed_50m.nc`)),
    first: "WLS200s-218_%Y-%m-%d_*-10-05_fixed_50m.nc",
  },
  {
    title: "month and day in the name, the year in the folder",
    files: filesOf((y, m, d) => [`${y}/rain_${m}${d}.csv`]),
    first: "%Y/rain_%m%d.csv",
  },
];

test.each(cases)("$title: $first", ({ files, first }) => {
  const [best] = suggestPatterns(files, exact);
  expect(best).toMatchObject({ pattern: first, matched: files.length, total: files.length });
});

test("a single file is enough, and what may be its time stays open", () => {
  const mtimeUs = Date.parse("2024-05-17T10:20:00Z") * 1000;
  const [best] = suggestPatterns([{ relPath: "live_20240517_101500.nc", mtimeUs }], exact);
  expect(best?.pattern).toBe("live_%Y%m%d_*.nc");
  expect(best?.meaning).toContain("17 May 2024");
});

test("files that were copied within their month keep their day", () => {
  const mtimeUs = Date.parse("2024-05-31T10:00:00Z") * 1000;
  const copied = filesOf((y, m, d) => hours.map((h) => `scan_${y}-${m}-${d}_${h}.nc`)).map((file) => ({
    ...file,
    mtimeUs,
  }));
  expect(suggestPatterns(copied, exact)[0]?.pattern).toBe("scan_%Y-%m-%d_*.nc");
});

test("two kinds of files in one folder give a proposal for both and one for the greater", () => {
  const files = filesOf((y, m, d) => [
    ...hours.map((h) => `Stare_213_${y}${m}${d}_${h}.hpl`),
    `VAD_213_${y}${m}${d}_120000.hpl`,
    "notes.txt",
    ".hidden_20240517.nc",
    `Stare_213_${y}${m}${d}_05.hpl.tmp`,
  ]);
  const proposals = suggestPatterns(files, exact);
  expect(proposals.length).toBeLessThanOrEqual(3);
  expect(proposals[0]).toMatchObject({ matched: 12, total: 21 });
  expect(proposals.map(({ pattern }) => pattern)).toContain("Stare_213_%Y%m%d_*.hpl");
});

/** Files of one moment. */
const seen = (...paths: readonly string[]): SampleFile[] =>
  paths.map((relPath) => ({ relPath, mtimeUs: Date.parse("2024-05-17T23:00:00Z") * 1000 }));
const patternsOf = (...paths: readonly string[]) =>
  suggestPatterns(seen(...paths), exact).map(({ pattern }) => pattern);

test("a proposal says what it reads, how many it takes and which one is the newest", () => {
  const files = [
    { relPath: "a/20240516.nc", mtimeUs: 2_000_000 },
    { relPath: "a/20240517.nc", mtimeUs: 3_000_000 },
    { relPath: "a/20240515.nc", mtimeUs: 1_000_000 },
    { relPath: "a/readme", mtimeUs: 9_000_000 },
  ];
  expect(suggestPatterns(files, exact)).toEqual([
    {
      pattern: "a/%Y%m%d.nc",
      meaning: 'The date of "20240517.nc" is read as 17 May 2024.',
      isLikely: false,
      matched: 3,
      total: 4,
      samplePath: "a/20240517.nc",
    },
  ]);
  const [monthly] = suggestPatterns(seen("log_202405.txt"), exact);
  expect(monthly?.meaning).toBe('The date of "log_202405.txt" is read as 1 May 2024, for the whole month.');
});

test("hidden and unfinished files, and what lies in hidden folders, teach nothing", () => {
  expect(patternsOf(".20240517.nc", ".old/20240517.nc", "a/.b/20240517.nc", "20240517.nc.tmp")).toEqual([]);
});

test.each([
  [["10%_20240517.nc"], "*%%_%Y%m%d.nc"],
  [["100%_20240517.nc"], "100%%_%Y%m%d.nc"],
  [["a*b{c}_20240517.nc"], "a?b?c?_%Y%m%d.nc"],
  [["20240517_P09.nc"], "%Y%m%d_P09.nc"],
  [["20240517_213.nc"], "%Y%m%d_213.nc"],
  [["20240517_21.nc"], "%Y%m%d_*.nc"],
  [["20240517_2134.nc"], "%Y%m%d_*.nc"],
  [["20240517_x_21.nc"], "%Y%m%d_x_*.nc"],
  [["20240517.x", "240518.x"], "%Y%m%d.x"],
  [["20240517_12_34.nc"], "%Y%m%d_*_*.nc"],
  [["20240515_9.nc", "20240516_9.nc"], "%Y%m%d_*.nc"],
  [["20240515_9.nc", "20240516_9.nc", "20240517_9.nc"], "%Y%m%d_9.nc"],
  [["20240517.LV0"], "%Y%m%d.LV0"],
  [["dir.2024/17_05_x.txt"], "dir.%Y/%d_%m_x.txt"],
  [["20240517"], "%Y%m%d"],
  [["20240517.d1/20240517"], "%Y%m%d.d1/%Y%m%d"],
])("%j gives %s", (paths, pattern) => {
  expect(patternsOf(...paths)[0]).toBe(pattern);
});

test("names that differ in their ending or beyond digits are drawn together when folders and dates agree", () => {
  const paths = ["a_20240517.x", "a_20240516.x", "b_20240517.x", "c/b_20240517.x", "d_170524.x"];
  const proposals = suggestPatterns(seen(...paths), exact);
  expect(proposals.map(({ pattern, matched }) => [pattern, matched])).toEqual([
    ["{a,b}_%Y%m%d.x", 3],
    ["a_%Y%m%d.x", 2],
    ["c/b_%Y%m%d.x", 1],
  ]);
});

test("the greatest groups are tried, whatever comes first in the folder", () => {
  const small = ["a", "b", "c", "d", "e"].map((folder) => `${folder}/20240517.nc`);
  const great = ["15", "16", "17"].map((day) => `z/202405${day}.nc`);
  expect(patternsOf(...small, ...great)).toEqual(["z/%Y%m%d.nc", "a/%Y%m%d.nc", "b/%Y%m%d.nc"]);
});

test("of patterns that take equally many the one with fewer stars comes first", () => {
  const paths = ["15", "16"].flatMap((day) => [`a/202405${day}_${day}00.nc`, `b/202405${day}.nc`]);
  expect(patternsOf(...paths)).toEqual(["b/%Y%m%d.nc", "a/%Y%m%d_*.nc"]);
});

test("what no pattern can say gives no proposal", () => {
  expect(patternsOf("C:20240517.nc", "a\\20240517.nc")).toEqual([]);
});

test("a percent sign of a name is no token", () => {
  expect(patternsOf("%d_20240517.x", "a_20240517.x")[0]).toBe("*_%Y%m%d.x");
});

test("of patterns that take equally many of one folder only the first is shown", () => {
  expect(patternsOf("x_20240517_1_a.nc", "x_20240517_2_b.nc")).toEqual([
    "x_%Y%m%d_*_{a,b}.nc",
    "x_%Y%m%d_*_a.nc",
  ]);
});

test("names are tried in any case where names have none", () => {
  const files = seen("A_20240517.NC", "a_20240518.nc");
  expect(suggestPatterns(files, { caseInsensitive: true })[0]?.matched).toBe(2);
});

test("names without a date give nothing, and neither does an empty folder", () => {
  expect(suggestPatterns([], exact)).toEqual([]);
  const mtimeUs = Date.parse("2024-05-17T10:20:00Z") * 1000;
  expect(
    suggestPatterns(
      [
        { relPath: "readme.txt", mtimeUs },
        { relPath: "run99.dat", mtimeUs },
      ],
      exact,
    ),
  ).toEqual([]);
});

describe("templates that merge", () => {
  it.each([
    [[], ""],
    [["%Y%m%d.nc"], "%Y%m%d.nc"],
    [["%Y%m%d.LV1", "%Y%m%d.LV0"], "%Y%m%d.{LV0,LV1}"],
    [["a_%Y%m%d.nc", "b_%Y%m%d.nc"], "{a,b}_%Y%m%d.nc"],
    [["%Y_a_x.nc", "%Y_b_y.nc"], "%Y_{a_x,b_y}.nc"],
    [["%Y_x.nc", "%Y_x_x.nc"], "%Y_x*.nc"],
    [["%Y_x_x.nc", "%Y_x.nc"], "%Y_x*.nc"],
    [["%Y.nc", "%Y.nc.gz"], "%Y.nc*"],
    [["a%Y", "b%Y", "b%Y"], "{a,b}%Y"],
    [["a-%Y.x", "a-%Y.y", "b-%Y.x"], "*%Y*"],
    [["%Y_a.nc", "%Y_a.nc", "%Y_b.nc"], "%Y_{a,b}.nc"],
    [["%Y_a?.nc", "%Y_b.nc"], "%Y_*.nc"],
    [["%Y_*_a.nc", "%Y_b_a.nc"], "%Y_*_a.nc"],
    [["%Y_*a.nc", "%Y_b.nc"], "%Y_*.nc"],
    [["%Y_*.nc", "%Y_*b.nc"], "%Y_*.nc"],
    [["%%%Y_a.nc", "%%%Y_b.nc"], "%%%Y_{a,b}.nc"],
    [["a,b_%Y", "c_%Y"], "*_%Y"],
  ] as [string[], string][])("%j are drawn together as %s", (templates, merged) => {
    expect(mergeTemplates(templates)).toBe(merged);
  });

  it("writes out eight, and not nine", () => {
    const of = (count: number) =>
      mergeTemplates(Array.from({ length: count }, (_, i) => `%Y_${"abcdefghi"[i]}.nc`));
    expect(of(8)).toBe("%Y_{a,b,c,d,e,f,g,h}.nc");
    expect(of(9)).toBe("%Y_*.nc");
  });
});

describe("names of days", () => {
  const named = (names: readonly [string, string][]): SampleFile[] =>
    names.map(([relPath, date]) => ({ relPath, mtimeUs: Date.parse(`${date}T23:00:00Z`) * 1000 }));
  const first = (...names: readonly [string, string][]) => suggestPatterns(named(names), exact)[0]?.pattern;

  it.each([
    [
      "the weekdays of some days",
      [
        ["2024_04_25_Thu_ARI_00_00_01.nc", "2024-04-25"],
        ["2024_04_26_Fri_ARI_06_00_01.nc", "2024-04-26"],
      ],
      "%Y_%m_%d_*_ARI_*_*_*.nc",
    ],
    ["one day alone", [["2024_04_25_Thu_ARI_00_00_01.nc", "2024-04-25"]], "%Y_%m_%d_*_ARI_*_*_*.nc"],
    [
      "whole names",
      [
        ["Thursday-20240425.csv", "2024-04-25"],
        ["Friday-20240426.csv", "2024-04-26"],
      ],
      "*-%Y%m%d.csv",
    ],
    ["a month beside the date", [["20240425_April.csv", "2024-04-25"]], "%Y%m%d_*.csv"],
    [
      "the month by its name",
      [
        ["25-Apr-2024.csv", "2024-04-25"],
        ["01-May-2024.csv", "2024-05-01"],
      ],
      "%d-%b-%Y.csv",
    ],
    [
      "the order of the United States",
      [
        ["log_04252024.csv", "2024-04-25"],
        ["log_04262024.csv", "2024-04-26"],
      ],
      "log_%m%d%Y.csv",
    ],
    [
      "an instrument called Sun",
      [
        ["sun_20240425.csv", "2024-04-25"],
        ["sun_20240426.csv", "2024-04-26"],
      ],
      "sun_%Y%m%d.csv",
    ],
    ["the word Sun on a Thursday", [["sun_20240425.csv", "2024-04-25"]], "sun_%Y%m%d.csv"],
  ] as [string, [string, string][], string][])("of %s: %j gives %s", (_, names, pattern) => {
    expect(first(...names)).toBe(pattern);
  });

  it("a proposal takes every weekday, not only those that were seen", () => {
    const [best] = suggestPatterns(named([["2024_04_25_Thu_ARI_00_00_01.nc", "2024-04-25"]]), exact);
    const compiled = compilePattern(best?.pattern ?? "");
    if (compiled.kind === "refused") throw new Error(compiled.reason);
    expect(compiled.pattern.dateOf("2024_04_30_Tue_ARI_18_00_01.nc", exact)).toBe("2024-04-30");
  });
});

describe("a proposal is likely", () => {
  const likely = (relPath: string, written: string) =>
    suggestPatterns([{ relPath, mtimeUs: Date.parse(written) * 1000 }], exact).map((one) => one.isLikely);

  it.each([
    ["x_20240517.nc", "2024-05-17T12:00:00Z", true],
    ["x_20240517.nc", "2024-05-15T00:00:00Z", true],
    ["x_20240517.nc", "2024-05-14T23:59:00Z", false],
    ["x_20240517.nc", "2024-07-16T12:00:00Z", true],
    ["x_20240517.nc", "2024-07-17T12:00:00Z", false],
    ["x_202405.nc", "2024-07-30T12:00:00Z", true],
    ["x_202405.nc", "2024-08-02T12:00:00Z", false],
    ["RD-211229-1.dat", "2026-11-26T12:00:00Z", false],
    ["RD-211229-1.dat", "2021-12-30T12:00:00Z", true],
  ])("%s, written at %s: %s", (relPath, written, isLikely) => {
    expect(likely(relPath, written)).toEqual([isLikely]);
  });

  it("by most of its files, and comes before one that takes more", () => {
    const old = ["15", "16", "17"].map((day) => `old/202305${day}.nc`);
    const files = [...old, "new/20240517.nc", "new/20240516.nc"].map((relPath) => ({
      relPath,
      mtimeUs: Date.parse("2024-05-17T12:00:00Z") * 1000,
    }));
    expect(suggestPatterns(files, exact).map(({ pattern, isLikely }) => [pattern, isLikely])).toEqual([
      ["new/%Y%m%d.nc", true],
      ["old/%Y%m%d.nc", false],
    ]);
  });
});
