import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { copyLanguages, languageFiles } from "#build/bundle/copy-languages.ts";
import { scratchOfTest } from "#test/support/builders/scratch-of-test.ts";

it("the languages are packed beside the program, each file on one line", async () => {
  const folder = await scratchOfTest("skyferry-languages-");
  await mkdir(path.join(folder, "languages/fi"), { recursive: true });
  await writeFile(path.join(folder, "languages/fi/pages.json"), '{\n  "Needs you": "Vaatii sinua"\n}\n');
  expect(await languageFiles(folder)).toEqual(["languages/fi/pages.json"]);
  await copyLanguages(folder, path.join(folder, "out"));
  const copy = await readFile(path.join(folder, "out/languages/fi/pages.json"), "utf8");
  expect(copy).toBe('{"Needs you":"Vaatii sinua"}');
});

it("a checkout without languages packs none", async () => {
  const folder = await scratchOfTest("skyferry-languages-");
  expect(await languageFiles(folder)).toEqual([]);
  await copyLanguages(folder, path.join(folder, "out"));
});
