import { expect, test } from "vitest";
import { type SeenFile, suggestPatterns } from "../../electron/engine/domain/pattern-suggest.ts";

const exact = { caseInsensitive: false };
const days = ["2024-05-15", "2024-05-16", "2024-05-17"];

/** Files of some days, written on the evening of their day. */
function filesOf(names: (year: string, month: string, day: string) => readonly string[]): SeenFile[] {
  return days.flatMap((date) => {
    const [year = "", month = "", day = ""] = date.split("-");
    const mtimeUs = Date.parse(`${date}T23:00:00Z`) * 1000;
    return names(year, month, day).map((relPath) => ({ relPath, mtimeUs }));
  });
}

const hours = ["00", "07", "23"];

const cases: readonly { title: string; files: SeenFile[]; first: string }[] = [
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
  expect(best?.meaning).toContain("2024-05-17");
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
