import { expect, it } from "vitest";
import { tokensInName } from "#domain/pattern/tokens-in-name.ts";

const written = (pattern: string, path: string) =>
  tokensInName(pattern, path)
    ?.map(({ kind, text }) => (kind === "text" ? text : `<${kind} ${text}>`))
    .join("");

it("each piece of a name is what its pattern reads there", () => {
  expect(written("%Y/%y%m%d_*_ZEN.{LV0,LV1}", "2026/261123_110000_P09_ZEN.LV1")).toBe(
    "<year 2026>/<year 26><month 11><day 23>_<any 110000_P09>_ZEN.LV1",
  );
  expect(written("%d-%b-%Y.csv", "25-APR-2024.csv")).toBe("<day 25>-<month APR>-<year 2024>.csv");
  expect(written("**/a-(%d.%m.%y)_%H%M?.nc", "x/y/a-(23.11.26)_1200b.nc")).toBe(
    "<any x/y/>a-(<day 23>.<month 11>.<year 26>)_<time 1200><any b>.nc",
  );
});

it("the pieces together are the name", () => {
  const path = "a/live_20261123_b%c.nc";
  const pieces = tokensInName("**/live_%Y%m%d_*%%c.nc", path);
  expect(pieces?.map(({ text }) => text).join("")).toBe(path);
});

it("what cannot be shown piece by piece is not", () => {
  expect(tokensInName("%Y%m%d.nc", "other.nc")).toBeNull();
  expect(tokensInName("{a,{b,c}}%Y%m%d", "a20261123")).toBeNull();
  expect(tokensInName(`${"*a".repeat(9)}%Y%m%d`, `${"a".repeat(9)}20261123`)).toBeNull();
});
