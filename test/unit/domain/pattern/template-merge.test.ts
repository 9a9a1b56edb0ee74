import { expect, it } from "vitest";
import { mergeTemplates } from "#domain/pattern/suggest.ts";

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
