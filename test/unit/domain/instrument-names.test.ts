import { expect, it } from "vitest";
import { guessInstruments } from "#domain/instrument-names.ts";

it.each([
  ["live_20261123_110000.nc", "cl61d"],
  ["2026/11/23/261123_110000_P09_ZEN.LV1", "rpg-fmcw-94"],
  ["20230201_0900_mbr5-trunc.znc", "mira-35"],
  ["00100_A202010212350_CHM170137.nc", "chm15k"],
  ["C4122300.DAT", "cl31"],
  ["Stare_213_20221214_11.hpl", "halo-doppler-lidar"],
  ["Background_141222-000013.txt", "halo-doppler-lidar"],
  ["230501_210918_zen.brt", "hatpro"],
  ["WLS200s-218_2026-11-23_10-00-00_fixed_1.nc", "wls200s"],
  ["Lindenberg_Parsivel_20231204.log", "parsivel"],
])("files such as %s tell %s", (name, id) => {
  expect(guessInstruments([name])[0]?.instruments[0]).toBe(id);
});

it("other names tell nothing", () => {
  expect(guessInstruments(["holiday.jpg", "notes.txt", "20261123.nc"])).toEqual([]);
});

it("what most names tell comes first, with how many there are", () => {
  const found = guessInstruments(["Stare_1_20221214_11.hpl", "live_20261123_a.nc", "live_20261124_a.nc"]);
  expect(found.map(({ matched }) => matched)).toEqual([2, 1]);
  expect(found[0]).toMatchObject({ instruments: ["cl61d"], samplePath: "live_20261124_a.nc" });
});
