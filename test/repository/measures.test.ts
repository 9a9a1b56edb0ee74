import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const top = path.join(import.meta.dirname, "../..");

/** Lines of all our stylesheets: a look that two parts share stands in `renderer/styles`, and Mantine has most others. */
const mostLines = 5_000;

/** Declarations of our stylesheets for screens, `file: property: value`. */
const declared = globSync("renderer/**/*.css", { cwd: top }).flatMap((file) => {
  const onScreen = readFileSync(path.join(top, file), "utf8").replaceAll(
    /@media print \{(?:[^{}]*\{[^{}]*\})*\s*\}/g,
    "",
  );
  return [...onScreen.matchAll(/^\s*([\w-]+): ([^;]+);/gm)].map(([, property = "", value = ""]) => ({
    file,
    property,
    value,
  }));
});

test("text has three sizes, and one more for what a page is about", () => {
  const sizes = declared.filter(({ property }) => property === "font-size");
  expect(sizes.length).toBeGreaterThan(20);
  const isNamed = /^(?:inherit|var\(--sky-(?:small|body|head|display)\))$/;
  expect(sizes.filter(({ value }) => !isNamed.test(value))).toEqual([]);
});

test("distances are hairlines or multiples of 4 px", () => {
  const distances = declared.filter(({ property }) =>
    /^(?:(?:row-|column-)?gap|(?:padding|margin)(?:-\w+)*)$/.test(property),
  );
  expect(distances.length).toBeGreaterThan(200);
  const isOff = (value: string) =>
    [...value.matchAll(/([\d.]+)px/g)].some(([, px]) => Number(px) > 2 && Number(px) % 4 !== 0);
  expect(distances.filter(({ value }) => isOff(value))).toEqual([]);
});

test("the stylesheets stay small", () => {
  const lines = globSync("renderer/**/*.css", { cwd: top }).flatMap((file) =>
    readFileSync(path.join(top, file), "utf8").trimEnd().split("\n"),
  );
  expect(lines.length).toBeGreaterThan(1_000);
  expect(lines.length).toBeLessThanOrEqual(mostLines);
});
