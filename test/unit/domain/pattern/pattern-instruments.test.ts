import { describe, expect, it } from "vitest";
import { compilePattern, type Pattern } from "#domain/pattern/pattern.ts";

/** Pattern, paths with their dates, and paths that are another instrument's or another product's. */
type Row = readonly [pattern: string, matching: Readonly<Record<string, string>>, others: readonly string[]];

const rows: Readonly<Record<string, Row>> = {
  "RPG cloud radar": [
    "%Y/%m/%d/%y%m%d_*_ZEN.{LV0,LV1}",
    {
      "2024/01/31/240131_000001_P09_ZEN.LV0": "2024-01-31",
      "2024/01/31/240131_230000_P09_ZEN.LV1": "2024-01-31",
    },
    ["2024/01/31/240131_000001_P09_PPI.LV0", "2024/01/31/240131_000001_P09_ZEN.LV2"],
  ],
  "RPG with every token of the name": [
    "%y%m%d_%H%M%S_P??_ZEN.LV1",
    { "240131_235959_P09_ZEN.LV1": "2024-01-31" },
    ["240131_2359_P09_ZEN.LV1", "240131_235959_P9_ZEN.LV1"],
  ],
  "RPG scan whose time reads like a date": [
    "*_%y%m%d_*_PPI.LV1",
    { "BaseN_210913_001130_P01_PPI.LV1": "2021-09-13" },
    ["BaseN_211313_001130_P01_PPI.txt"],
  ],
  MIRA: [
    "%Y%m%d_*.{znc,mmclx,gz}",
    {
      "20230201_0900.znc": "2023-02-01",
      "20230201_0900_mbr5-trunc.znc": "2023-02-01",
      "20230201_0900.mmclx.gz": "2023-02-01",
    },
    ["20230201_0900.txt"],
  ],
  CHM15k: [
    "{%Y%m%d_*_CHM*,00100_A%Y%m%d%H%M_CHM*}.nc",
    {
      "20201022_hyytiälä_CHM170137_000.nc": "2020-10-22",
      "00100_A202010220835_CHM170137.nc": "2020-10-22",
    },
    ["20201022_hyytiälä.nc"],
  ],
  "CHM15k, date glued to a time": [
    "*%Y%m%d*.nc",
    { "00100_A202010120835_CHM170137.nc": "2020-10-12" },
    ["CHM170137.nc"],
  ],
  CL61: ["live_%Y%m%d_%H%M%S.nc", { "live_20210829_224520.nc": "2021-08-29" }, ["live_20210829.nc"]],
  "CL31, last digit of the year, the date in the folder": [
    "%Y/%m/%d/C?%m%d%H.DAT",
    { "2024/12/23/C4122300.DAT": "2024-12-23", "2024/12/23/C4122323.DAT": "2024-12-23" },
    ["2024/12/23/C4122400.DAT", "2024/12/23/A4122300.DAT"],
  ],
  "CL51, month and day in the name, the year in the folder": [
    "%Y/C?%m%d*.DAT",
    { "2024/C4122300.DAT": "2024-12-23" },
    ["2024/C4132300.DAT"],
  ],
  "HATPRO daily": [
    "%y%m%d.{BRT,HKD,MET,IRT,LWP,IWV,BLB}",
    { "230501.BRT": "2023-05-01", "230501.BLB": "2023-05-01", "230501.IWV": "2023-05-01" },
    ["23050112.BRT", "230501.TPC"],
  ],
  "HATPRO hourly": [
    "Y%Y/M%m/D%d/%y%m%d%H.*",
    { "Y2023/M05/D01/23050112.BRT": "2023-05-01" },
    ["Y2023/M05/D02/23050112.BRT", "Y2023/M05/D01/230501.BRT"],
  ],
  "HATPRO with a mode": [
    "%y%m%d_*_zen.*",
    { "230501_210918_zen.brt": "2023-05-01" },
    ["230501_210918_scn.brt"],
  ],
  Parsivel: [
    "{,*_}%Y%m%d*.{txt,log}",
    {
      "20231204.txt": "2023-12-04",
      "Lindenberg_Parsivel_20231204.log": "2023-12-04",
      "bucharest_0000000123_20231025221800.txt": "2023-10-25",
    },
    ["readme.txt"],
  ],
  "Thies, hour glued": ["%Y%m%d%H.txt", { "2021091507.txt": "2021-09-15" }, ["20210915.txt"]],
  "Halo stare": [
    "Proc/%Y/%Y%m/%Y%m%d/Stare_*_%Y%m%d_%H.hpl",
    { "Proc/2022/202212/20221214/Stare_213_20221214_12.hpl": "2022-12-14" },
    [
      "Proc/2022/202212/20221215/Stare_213_20221214_12.hpl",
      "Proc/2022/202212/20221214/VAD_213_20221214_12.hpl",
    ],
  ],
  "Halo VAD": [
    "**/VAD_*_%Y%m%d_%H%M%S.hpl",
    {
      "Proc/2021/202106/20210624/VAD_194_20210624_170110.hpl": "2021-06-24",
      "VAD_1_20210624_170110.hpl": "2021-06-24",
    },
    ["Proc/VAD_194_20210624_17.hpl"],
  ],
  "Halo background, day first": [
    "**/Background_%d%m%y-*.txt",
    {
      "Proc/2022/202212/20221214/Background_141222-000013.txt": "2022-12-14",
      "Background_010203-1.txt": "2003-02-01",
    },
    ["Background_142212-000013.txt"],
  ],
  "Halo system parameters, monthly": [
    "system_parameters_*_%Y%m.txt",
    { "system_parameters_213_202212.txt": "2022-12-01" },
    ["system_parameters_213_20221214.txt"],
  ],
  WindCube: [
    "WLS200s-218_%Y-%m-%d_%H-%M-%S_fixed_*.nc",
    { "WLS200s-218_2023-04-05_06-07-08_fixed_300m.nc": "2023-04-05" },
    ["WLS200s-218_2023-04-05_06-07-08_ppi_300m.nc"],
  ],
  "underlines between": ["x_%Y_%m_%d.dat", { "x_2024_02_29.dat": "2024-02-29" }, ["x_2024-02-29.dat"]],
  "date only in the folder": [
    "%Y%m%d/*",
    { "20240229/any name.bin": "2024-02-29" },
    ["20240229/a/b.bin", "any.bin"],
  ],
  "date only in a folder above": [
    "%Y/%m/%d/**",
    { "2024/02/29/a/b.bin": "2024-02-29", "2024/02/29/c": "2024-02-29" },
    ["2024/02/c"],
  ],
  "spaces, umlauts and brackets": [
    "Größe (%d.%m.%Y) [roh]/*.dät",
    {
      "Größe (29.02.2024) [roh]/ä ö.dät": "2024-02-29",
      "Gro\u0308ße (29.02.2024) [roh]/a\u0308.da\u0308t": "2024-02-29",
    },
    ["Grosse (29.02.2024) [roh]/a.dät"],
  ],
  "percent sign": ["100%%_%Y%m%d.txt", { "100%_20240229.txt": "2024-02-29" }, ["100%%_20240229.txt"]],
  backslashes: ["%Y\\%m\\%d\\*.nc", { "2024/02/29/x.nc": "2024-02-29" }, ["2024/02/x.nc"]],
};

function compiled(text: string): Pattern {
  const result = compilePattern(text);
  if (result.kind === "refused") throw new Error(result.reason);
  return result.pattern;
}

describe.each(Object.entries(rows))("%s", (_, [text, matching, others]) => {
  const options = { caseInsensitive: false };

  it.each(Object.entries(matching))("%s", (path, measurementDate) => {
    const pattern = compiled(text);
    expect(pattern.match(path, options)).toEqual({ kind: "match", measurementDate });
    expect(pattern.dateOf(path, options)).toBe(measurementDate);
    const folders = path.split("/").slice(0, -1);
    for (const depth of folders.keys()) {
      expect(pattern.couldEnter(folders.slice(0, depth + 1).join("/"), options)).toBe(true);
    }
  });

  it.each(others)("not %s", (path) => {
    const pattern = compiled(text);
    expect(pattern.match(path, options).kind).toBe("no-match");
    expect(pattern.dateOf(path, options)).toBeNull();
  });
});

it("knows what one file covers", () => {
  expect(compiled("system_parameters_*_%Y%m.txt").period).toBe("month");
  expect(compiled("%Y/%m/%d.txt").period).toBe("day");
});
