import { createHash } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { liveName } from "#test/support/hosts/cli-place.ts";
import { seriousOf } from "./axe.ts";
import { tabTo } from "./keyboard.ts";
import { lackAtDouble } from "./longer-words.ts";
import type { PageHostKind } from "./page-host.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openForTest, overhangOf } from "./page-place.ts";

const dates = ["2021-02-01", "2021-02-02"];
const contentOf = (date: string) => `content of ${date}`;
const md5 = (content: string) => createHash("md5").update(content).digest("hex");

/** A station with two old files, which the portal has processed; `isListed`: a list has shown them eleven minutes ago. */
function openOld(kind: PageHostKind, isListed: boolean) {
  return openForTest(kind, {
    view: { theme: "dark", size: "narrow" },
    async before(place, portal) {
      for (const date of dates) await place.write(liveName(date, "old"), contentOf(date));
      await place.submit();
      for (const date of dates) portal.tampering.alter(md5(contentOf(date)), { status: "processed" });
      if (!isListed) return;
      await place.run("cleanup");
      const db = new DatabaseSync(join(place.dataFolder, "ledger.sqlite"));
      db.exec("UPDATE portal_lists SET whole_at_ms = whole_at_ms - 660000, read_at_ms = read_at_ms - 660000");
      db.close();
    },
  });
}

const headingOf = (page: Page) => page.getByRole("heading", { level: 1 }).textContent();
const lookIn = (page: Page) => page.getByRole("button", { name: "Check the files" }).click();

/** File that the button hands over. */
async function savedBy(page: Page, button: string): Promise<string> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await download).createReadStream()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

describe.each(oneHost)("what may be removed, on the $name", (kind) => {
  test("is named by month and instrument, with the reasons of the rest, and handed over as list, paths and script", async () => {
    const { page, place, portal, faults } = await openOld(kind, true);
    await goTo(page, "/settings/storage");
    await page.getByRole("link", { name: "What may be removed?" }).click();
    await page.getByText("Nothing checked yet").waitFor();
    await page.getByText("A file may be removed when all of this holds").waitFor();
    await tabTo(page, /^Check the files/);
    await page.keyboard.press("Enter");
    await expect.poll(() => headingOf(page)).toMatch(/in 2 files may be removed$/);
    await page.getByText("Skyferry removes nothing.").waitFor();
    expect(await page.getByRole("row", { name: /^February 2021 42 B 2 files none/ }).count()).toBe(1);
    await page.getByRole("radio", { name: "Month" }).press("ArrowRight");
    await page.getByRole("row", { name: /^Ceilometer 42 B 2 files none/ }).waitFor();
    const run = page.getByRole("list").getByRole("code");
    expect(await run.allTextContents()).toEqual([
      expect.stringMatching(/-File skyferry-cleanup-[-\d]+\.ps1 -WhatIf$/),
      expect.stringMatching(/-File skyferry-cleanup-[-\d]+\.ps1$/),
    ]);
    expect(await seriousOf(page)).toEqual([]);
    expect(await overhangOf(page)).toBe(0);
    expect(await lackAtDouble(page)).toEqual([]);
    const paths = dates.map((date) => join(place.folder, liveName(date, "old")));
    expect(await savedBy(page, "Save the paths")).toBe(paths.map((path) => `${path}\0`).join(""));
    const list = JSON.parse(await savedBy(page, "Save the list"));
    expect(list.files.map(({ md5: sum }: { md5: string }) => sum)).toEqual(
      dates.map((date) => md5(contentOf(date))),
    );
    expect(await savedBy(page, "Save the script")).toContain("Remove-Advised '");

    portal.setFaults([{ route: "/api/raw-files", fault: { answer: { status: 500, body: "{}" } } }]);
    await page.getByRole("button", { name: "Check again" }).click();
    await page.getByText("The portal could not be asked, so no file is named").waitFor();
    await page.getByRole("row", { name: /^Kept: the portal could not be asked .* 2 files$/ }).waitFor();
    await expect.poll(() => headingOf(page)).toBe("What may be removed?");
    expect(await page.getByRole("button", { name: /^Save the/ }).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test("waits for a second list, says until when, and asks for each file at once if told so", async () => {
    const { page } = await openOld(kind, false);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /Go to a page/ }).fill("removed");
    await page.keyboard.press("Enter");
    await lookIn(page);
    await page.getByText(/it waits for the portal's second list/).waitFor();
    expect(await headingOf(page)).toBe("No file may be removed");
    await page.getByRole("row", { name: /^Kept: in only one list .* 2 files$/ }).waitFor();
    await page.getByText(/^Waiting for the portal\s*42 B\s*2 files$/).waitFor();
    await page.getByRole("button", { name: "Ask now for each file" }).click();
    await expect.poll(() => headingOf(page)).toMatch(/in 2 files may be removed$/);
    expect(await page.getByText(/it waits for the portal.s second list/).count()).toBe(0);
  });

  // Over a bridge there is no HTTP to change an answer in.
  test.skipIf(kind.isDesktop)("is asked for where a disk fills", async () => {
    const { page } = await openForTest(kind, {
      before: async ({ write }) => void (await write(liveName("2099-01-01"), "of a day to come")),
    });
    await page.route("**/api/status", async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      for (const issue of json.value.issues) Object.assign(issue, { key: "disk:/", action: "open-storage" });
      await route.fulfill({ response, json });
    });
    await goTo(page, "/");
    await page.getByRole("main").getByRole("link", { name: "What may be removed?" }).click();
    await page.getByText("Nothing checked yet").waitFor();
    await page.getByRole("main").getByRole("heading", { name: "What may be removed?" }).waitFor();
    await page.getByText("No files found yet").waitFor();
    await page.getByText(/^Files of today are old enough on /).waitFor();
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });
});
