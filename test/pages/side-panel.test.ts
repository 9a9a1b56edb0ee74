import { expect, test } from "vitest";
import { dateText } from "#base/text.ts";
import { dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, headlineOf, openForTest } from "./page-place.ts";

test.each(oneHost)(
  "on the $name the side panel of a narrow window leaves the headline readable",
  async (kind) => {
    const name = `Ceilometer ${"on the roof of the old barn ".repeat(3)}`.trim();
    const { page } = await openForTest(kind, {
      async before(place) {
        const [one] = place.settings.instruments;
        await place.configure({
          ...place.settings,
          instruments: [
            { ...one, name: "W".repeat(60) },
            { ...one, name, folder: `${place.root}/away`, pattern: "away_%Y%m%d_*.nc" },
          ],
        });
        await place.write(liveName(dayFromToday(0)), "a file");
      },
      view: { theme: "light", size: "narrow" },
    });
    await expect.poll(() => headlineOf(page)).toMatch(/needs? you/);
    await goTo(page, "/files");
    // Not on the name of its instrument, which leads to its page.
    await page.getByRole("row", { name: /live_/ }).click({ position: { x: 120, y: 16 } });
    const panel = page.getByRole("complementary", { name: "Upload" });
    await panel.waitFor();
    const [over, under] = await Promise.all([
      page.locator("header").first().boundingBox(),
      panel.boundingBox(),
    ]);
    expect(over?.height).toBeGreaterThan(40);
    expect(under?.y).toBeGreaterThanOrEqual((over?.y ?? 0) + (over?.height ?? 0));
    expect((under?.y ?? 0) + (under?.height ?? 0)).toBeLessThanOrEqual(600);
    expect((under?.x ?? 0) + (under?.width ?? 0)).toBe(900);
    await panel.getByRole("link", { name: "WWW" }).waitFor();
    const day = dateText(dayFromToday(0), Date.now());
    expect(await panel.textContent()).toContain(`Measured${day} (UTC)`);
    expect(await panel.textContent()).toMatch(/Last written(yesterday )?\d\d:\d\d UTC/);
    expect(await panel.innerText()).not.toMatch(/\d{4}-\d\d-\d\d/);
    const firstDay = panel.getByRole("region", { name: "History of this file" }).locator("li > p").first();
    expect(await firstDay.textContent()).toMatch(/^[A-Z][a-z]{2} \d+ [A-Z][a-z]{2}$/);
    const isCut = await page.evaluate(`(() => {
      const panel = document.querySelector('aside[aria-label="Upload"]');
      return [...panel.querySelectorAll("*")].some(({ scrollWidth }) => scrollWidth > panel.clientWidth);
    })()`);
    expect(isCut).toBe(false);
  },
);

test.each(oneHost)(
  "on the $name no page is wider than 1,280 px, and a panel stands beside what is so wide",
  async (kind) => {
    const { page, faults } = await openForTest(kind, {
      portal: { seed: "demo" },
      before: async ({ write }) => void (await write(liveName(dayFromToday(0)), "a file")),
    });
    await page.setViewportSize({ width: 2560, height: 1440 });
    const widthOf = async (selector: string) => (await page.locator(selector).boundingBox())?.width;
    for (const tab of [
      "/coverage",
      "/files",
      "/log",
      "/log?view=files",
      "/data/plots",
      "/data/files",
      "/data/sites",
    ]) {
      await goTo(page, tab);
      await expect.poll(async () => [tab, await widthOf("main > div")]).toEqual([tab, 1280]);
    }
    for (const [address, row] of [
      ["/files", /live_/],
      ["/log?view=files", /confirmed it/],
      ["/data/files", /Classification/],
    ] as const) {
      await goTo(page, address);
      await page.getByRole("row", { name: row }).first().click();
      await page.getByRole("complementary").waitFor();
      await expect.poll(async () => [address, await widthOf("main > div")]).toEqual([address, 1696]);
    }
    expect(faults).toEqual([]);
  },
);

test.each(oneHost)(
  "on the $name the list of files says whose they are beside the panel of one of them",
  async (kind) => {
    const { page } = await openForTest(kind, {
      before: async ({ write }) => void (await write(liveName(dayFromToday(0)), "a file")),
    });
    await goTo(page, "/files");
    const list = page.getByRole("grid", { name: "Files" });
    const row = list.getByRole("row", { name: /live_/ });
    await row.click();
    await page.getByRole("complementary", { name: "Upload" }).waitFor();
    for (const width of [1440, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await row.getByRole("link", { name: "Ceilometer" }).waitFor();
      await expect
        .poll(async () => (await list.getByRole("columnheader").allTextContents()).slice(1, -1))
        .toEqual(["File", "Instrument", "Stage", ...(width > 1300 ? ["Reason"] : [])]);
    }
  },
);
