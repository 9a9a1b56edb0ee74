import { globSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { commandLine } from "#test/support/hosts/command-line.ts";
import { type GuideRun, guideBlocks, runGuidePage } from "#test/support/hosts/guide-page.ts";
import { atMost } from "#test/support/limits.ts";

const top = path.join(import.meta.dirname, "../..");
const guide = globSync("docs/{tasks,concepts}/*.md", { cwd: top });
const pages = guide
  .map((file) => ({
    page: path.basename(file, ".md"),
    blocks: guideBlocks(readFileSync(path.join(top, file), "utf8")),
  }))
  .filter(({ blocks }) => blocks.some(({ kind }) => kind === "run"))
  .toSorted((one, other) => one.page.localeCompare(other.page));

/** Pages that begin with something else than a station that is set up. */
const begins: Readonly<Record<string, GuideRun["begin"]>> = {
  "first-station": "nothing",
  "official-client": "sent",
};

test("each page of the guide has commands that are executed, but for the steps of a person", () => {
  const all = guide.map((file) => path.basename(file, ".md")).filter((page) => page !== "by-hand");
  expect(pages.map(({ page }) => page)).toEqual(all.toSorted((one, other) => one.localeCompare(other)));
});

test.each(pages)(
  "$page: its commands run as they stand, and say what it shows",
  { timeout: atMost(60_000) },
  async ({ page, blocks }) => {
    const root = await makeScratch("skyferry-guide-");
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    await runGuidePage(blocks, {
      root,
      program: [process.execPath, commandLine],
      begin: begins[page] ?? "station",
    });
  },
);
