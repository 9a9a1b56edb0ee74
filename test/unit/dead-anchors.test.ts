import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { deadAnchors } from "#build/help/dead-anchors.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";

test("links of a site to sections that are not there are told, with their page", async () => {
  const site = await makeScratch("skyferry-site-");
  onTestFinished(() => rm(site, { recursive: true, force: true }));
  await mkdir(path.join(site, "tasks"));
  await writeFile(
    path.join(site, "settings.html"),
    '<h2 id="the-password">The password</h2><a href="#the-password">·</a><a href="#none">·</a>',
  );
  await writeFile(
    path.join(site, "tasks", "disk-full.html"),
    '<a class="link" href="../settings.html#the-password">·</a><a href="../settings.html#pass">·</a><a href="https://portal.example/#x">·</a>',
  );
  expect(deadAnchors(site)).toEqual(["settings.html: #none", "tasks/disk-full.html: ../settings.html#pass"]);
});
