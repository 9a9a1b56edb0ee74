import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { askHost } from "#test/support/hosts/ask-host.ts";
import { type CliPlace, ceilometer, dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { atMost } from "#test/support/limits.ts";
import { httpHosts, oneHost } from "./page-hosts.ts";
import { goTo, headlineOf, openForTest } from "./page-place.ts";

const today = dayFromToday(0);
const waitLonger = { timeout: atMost(30_000) };
const demo = { seed: "demo" } as const;
const before = async (place: CliPlace) => void (await place.write(liveName(today, "a"), "content"));

/** Calls that reach the portal for a picture, or to know which. */
const ofPictures = /^portal\.(?:image|visualizations?)$/;

function asked(page: Page, calls: RegExp): string[] {
  const found: string[] = [];
  page.on("request", (request) => {
    const [, method = ""] = /\/api\/([\w.]+)$/.exec(request.url()) ?? [];
    if (calls.test(method)) found.push(method);
  });
  return found;
}

const plotsOf = (page: Page) =>
  page.getByRole("region", { name: "Instruments" }).getByRole("button", { name: /full size/ });

describe.each(httpHosts)("the newest plots on Today, on the $name", (kind) => {
  test("are asked for once, open in full, and lead to all of the day", async () => {
    const { page, faults } = await openForTest(kind, { portal: demo, before });
    const pictures = asked(page, ofPictures);
    await page.reload();
    const plot = plotsOf(page).first();
    await plot.waitFor(waitLonger);
    await plot.locator("img").waitFor();
    const last = page.getByRole("region", { name: "Newest plots" });
    await expect.poll(() => last.locator("img").count()).toBeGreaterThan(3);
    await expect.poll(() => last.getByRole("status").count()).toBe(0);
    expect(pictures.filter((method) => method !== "portal.image")).toEqual(["portal.visualizations"]);
    const first = pictures.length;
    await goTo(page, "/files");
    await goTo(page, "/");
    await plot.locator("img").waitFor();
    await expect.poll(() => last.locator("img").count()).toBeGreaterThan(3);
    expect(pictures.length).toBe(first);
    await plot.click();
    await page.getByRole("dialog").getByRole("img").first().waitFor();
    await page.keyboard.press("Escape");
    await last.getByRole("link", { name: "All plots of this day" }).click();
    await page.locator('main[data-page="/data/plots"] h1').waitFor();
    expect(faults).toEqual([]);
  });

  test("wait until sending is resumed", async () => {
    const { page, place } = await openForTest(kind, { portal: demo, before });
    await plotsOf(page).first().waitFor(waitLonger);
    await askHost(place.dataFolder, "pause", { until: null });
    // The days with products are looked up first, as soon as the status is there.
    const looked = asked(page, /^(?:coverage\.days|portal\.(?:image|visualizations?))$/);
    await page.reload();
    await expect.poll(() => headlineOf(page)).toMatch(/Sending is paused/);
    await page.getByRole("region", { name: "From instrument to portal" }).waitFor();
    const beforeResume = [...looked];
    await page.getByRole("main").getByRole("button", { name: "Resume sending" }).click();
    await plotsOf(page).first().waitFor(waitLonger);
    expect(beforeResume).toEqual([]);
  });
});

describe.each(oneHost)("more instruments than fit, on the $name", (kind) => {
  test("unfold, and stay so", async () => {
    const { page } = await openForTest(kind, {
      async before(place) {
        const instruments = Array.from({ length: 14 }, (_, n) => ({
          ...ceilometer,
          name: `Lidar ${n}`,
          folder: join(place.root, `lidar-${n}`),
        }));
        for (const [n, { folder }] of instruments.entries()) {
          mkdirSync(folder);
          await place.write(join(folder, liveName(today, `x${n}`)), `content ${n}`);
        }
        await place.configure({ ...place.settings, instruments });
      },
    });
    const rows = page.getByRole("region", { name: "Instruments" }).getByRole("listitem");
    const more = page.getByRole("button", { name: "2 more instruments are fine" });
    await more.waitFor(waitLonger);
    expect(await rows.count()).toBe(12);
    await more.click();
    await expect.poll(() => rows.count()).toBe(14);
    await page.reload();
    await page.getByRole("button", { name: "Show fewer instruments" }).click();
    await expect.poll(() => rows.count()).toBe(12);
  });
});
