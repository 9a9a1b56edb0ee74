import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { dateText } from "#base/text.ts";
import { askHost } from "#test/support/hosts/ask-host.ts";
import { ceilometer, dayFromToday } from "#test/support/hosts/cli-place.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openForTest } from "./page-place.ts";

const countOf = (page: Page) => page.getByRole("main").getByRole("status").first().textContent();

/** As its document says on every host, and as the live portal answers today on one. */
const portals = [
  ...oneHost.map((kind) => ({ kind, shape: "contract" as const })),
  ...oneHost.map((kind) => ({ kind, shape: "live" as const })),
];

describe.each(portals)("the portal in the shape $shape on the $kind.name", ({ kind, shape }) => {
  test("can be browsed, filtered, looked into, and its plots seen", async () => {
    const { page, faults } = await openForTest(kind, { portal: { seed: "demo", shape } });
    await goTo(page, "/data/files");
    await expect.poll(() => countOf(page)).toMatch(/^\d+ files$/);
    await page.getByLabel("Find in these files").fill("classification");
    await expect.poll(() => countOf(page)).toMatch(/^\d+ of \d+ files$/);
    await page
      .getByRole("row", { name: /Classification.*(Good|failed|Failed)/ })
      .first()
      .click();
    const details = page.getByRole("complementary", { name: "Details of the file" });
    await expect.poll(() => details.textContent()).toMatch(/https:\/\/hdl\.handle\.net\//);
    await expect.poll(() => details.textContent()).toMatch(/[0-9a-f]{64}/);
    await details.getByRole("region", { name: "Plots of this file" }).getByRole("img").first().waitFor();
    const way = details.getByRole("region", { name: "Where it came from" });
    await expect
      .poll(() => way.textContent())
      .toMatch(/\d+ raw files.*Radar.*Categorize.*Classification \(this file\)/);
    await details.getByRole("button", { name: "Look inside" }).click();
    const dialog = page.getByRole("dialog");
    const variables = dialog.getByRole("list", { name: "Variables" });
    await variables.getByRole("button").first().waitFor();
    await variables
      .getByRole("button", { name: /target_classification/ })
      .first()
      .click();
    await dialog.getByRole("img", { name: / over / }).waitFor();
    await page.keyboard.press("Escape");

    // The words of the filter are not said again above each tile.
    const date = dayFromToday(-2);
    const group = page.getByRole("region", { name: "Classification", exact: true }).first();
    const site = "Hyytiälä";
    for (const [filter, words] of [
      [`site=hyytiala&date=${date}`, /^Classification(?!.*Hyytiälä)/],
      [
        `site=hyytiala&dateFrom=${date}&dateTo=${date}`,
        new RegExp(`^Classification${dateText(date, Date.now())}`),
      ],
      [`site=hyytiala&site=granada&date=${date}`, new RegExp(`^Classification(${site}|Granada)`)],
    ] as const) {
      await goTo(page, `/data/plots?view=tiles&${filter}`);
      await expect.poll(() => group.locator("header").textContent()).toMatch(words);
    }

    await goTo(page, "/data/plots");
    const plots = page.getByRole("figure").getByRole("img");
    await expect.poll(() => plots.count()).toBeGreaterThan(1);
    const seen = async () =>
      await plots.first().evaluate((image) => ("naturalWidth" in image ? Number(image.naturalWidth) : 0));
    await expect.poll(seen).toBeGreaterThan(100);
    const day = () => new URL(page.url()).hash;
    const before = day();
    await page.getByRole("button", { name: "The day before" }).click();
    await expect.poll(day).not.toBe(before);

    // The next plot is there before it is scrolled to, though the plots scroll inside of the window.
    const below = () =>
      page.evaluate(() =>
        [...document.querySelectorAll("main figure")]
          .map((figure) => ({
            top: figure.getBoundingClientRect().top,
            isThere: figure.querySelector("img") !== null,
          }))
          .filter(({ top }) => top > innerHeight && top < innerHeight + 400)
          .map(({ isThere }) => isThere),
      );
    await expect.poll(async () => [...new Set(await below())]).toEqual([true]);

    // A plot in full size, and its neighbours by the arrow keys.
    await page
      .getByRole("button", { name: / in full size$/ })
      .first()
      .click();
    const zoomed = page.getByRole("dialog");
    await zoomed.getByText(/^1 of \d+$/).waitFor();
    // Also before the focus has come into the dialog.
    await page.evaluate(() =>
      document.body.dispatchEvent(
        new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, cancelable: true }),
      ),
    );
    await zoomed.getByText(/^2 of \d+$/).waitFor();
    await page.keyboard.press("ArrowLeft");
    await zoomed.getByText(/^1 of \d+$/).waitFor();
    await page.keyboard.press("Escape");
    await zoomed.waitFor({ state: "detached" });

    // A single cursor over all plots, another day beside this one.
    const cursor = page.getByRole("slider", { name: "Time of the cursor (UTC)" });
    await cursor.press("Home");
    await cursor.press("ArrowRight");
    expect(await cursor.getAttribute("aria-valuetext")).toBe("00:10 UTC");
    const figures = page.getByRole("figure");
    const alone = await figures.count();
    await page.getByRole("button", { name: "Compare" }).click();
    await expect.poll(() => figures.count()).toBeGreaterThan(alone);
    expect(await page.getByLabel("Day", { exact: true }).count()).toBe(2);
    const days = page.getByRole("slider", { name: "Days with products" });
    await expect.poll(() => days.getAttribute("aria-valuetext")).toMatch(/: \d+ products$/);
    const shown = day();
    await days.press("ArrowLeft");
    await expect.poll(day).not.toBe(shown);
    expect(faults).toEqual([]);
  });

  test("a plot leads to the values of its variable, with axes, unit and colours, and the value at the cursor", async () => {
    const { page, faults } = await openForTest(kind, { portal: { seed: "demo", shape } });
    await goTo(page, "/data/plots");
    const lidar = page.getByRole("region", { name: "Categorize: Attenuated backscatter coefficient" });
    await lidar.getByRole("button", { name: / in full size$/ }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Axes and values" }).click();
    const inside = page.getByRole("dialog", { name: /^Inside / });
    await inside.getByRole("region", { name: "Variable beta" }).waitFor();
    const map = inside.getByRole("img", {
      name: /^Attenuated backscatter coefficient over .*time.* and .*height/i,
    });
    await map.hover();
    await inside.getByText(/\d\d:\d\d.*: (no value|\d)/).waitFor();
    await page.keyboard.press("Escape");
    await inside.waitFor({ state: "detached" });
    expect(page.url()).not.toContain("inside");
    expect(faults).toEqual([]);
  });

  test("shows every list: models, raw files, sites on the map, the catalogue", async () => {
    const { page, faults } = await openForTest(kind, { portal: { seed: "demo", shape } });
    for (const tab of ["Model files", "Raw files"]) {
      await goTo(page, `/data/${tab.toLowerCase().replace(" ", "-")}`);
      await expect.poll(() => countOf(page)).toMatch(/^[\d,]+ files?$/);
    }
    await goTo(page, "/data/sites");
    await page.getByLabel("Map of the sites").waitFor();
    await page.getByRole("row", { name: /Hyyti/ }).first().click();
    await expect.poll(() => page.getByRole("complementary").textContent()).toMatch(/Latitude.*61/s);
    for (let n = 0; n < 3; n += 1) await page.getByRole("button", { name: "Zoom in" }).click();
    await expect.poll(() => countOf(page)).toMatch(/^\d+ of \d+ sites in view$/);
    await goTo(page, "/data/catalogue");
    await expect.poll(() => page.getByRole("row").count()).toBeGreaterThan(5);
    expect(faults).toEqual([]);
  });
});

describe.each(oneHost)("downloads on the $name", (kind) => {
  // The desktop asks by the system's own dialog.
  test.skipIf(kind.isDesktop)("go into a chosen folder, are checked, and are not fetched twice", async () => {
    const { page, place, portal, faults } = await openForTest(kind, { portal: { seed: "demo" } });
    const folder = join(place.root, "downloads");
    await mkdir(folder);
    await goTo(page, "/data/files");
    const path = page.getByRole("dialog").getByLabel("Folder path");
    const choose = async () => {
      await page.getByRole("checkbox").nth(0).click();
      await page.getByRole("checkbox").nth(1).click();
      await page.getByRole("button", { name: "Download 2 files…" }).click();
      await path.waitFor();
    };
    const download = () => page.getByRole("button", { name: "Choose this folder" }).click();
    await choose();
    await path.fill(folder);
    await page.getByRole("button", { name: "Go", exact: true }).click();
    await download();
    const tray = page.getByRole("region", { name: "Downloads" });
    await expect.poll(() => tray.textContent()).toMatch(/2 files downloaded and checked/);
    const names = await readdir(folder);
    expect(names).toHaveLength(2);
    const answer = await fetch(`${portal.url}/api/files?site=hyytiala&dateFrom=2000-01-01`);
    const records = (await answer.json()) as { filename: string; checksum: string }[];
    for (const name of names) {
      const digest = createHash("sha256")
        .update(await readFile(join(folder, name)))
        .digest("hex");
      expect(records.find(({ filename }) => filename === name)?.checksum).toBe(digest);
    }
    const fetched = () =>
      portal.requests().filter(({ path }) => path.includes("/api/download/product")).length;
    expect(fetched()).toBe(2);
    await choose();
    // It begins where the last ones went.
    await expect.poll(() => path.inputValue()).toBe(folder);
    await download();
    await expect.poll(() => tray.getByRole("listitem").count()).toBeGreaterThan(1);
    await expect.poll(() => tray.textContent()).toMatch(/Already there: 2/);
    expect(fetched()).toBe(2);
    expect(faults).toEqual([]);
  });
});

describe.each(oneHost)("instruments of this station in Data on the $name", (kind) => {
  test("lead to their pages, and what is filtered by is said in words", async () => {
    const { page, faults } = await openForTest(kind, { portal: { seed: "demo" } });
    const details = page.getByRole("complementary", { name: "Details of the file" });
    const heading = page.locator('main[data-page="/instruments"] h1', { hasText: ceilometer.name });
    const day = dayFromToday(-2);
    await goTo(page, `/data/raw-files?site=${ceilometer.site}&instrumentPid=${ceilometer.pid}&date=${day}`);
    const filters = page.getByRole("list", { name: "Active filters" });
    const inWords = dateText(day, Date.now()).replace(/^(...)\w*( \d+ ...)\w*/, "$1$2");
    await expect
      .poll(async () => (await filters.getByRole("button").allTextContents()).slice(0, 3))
      .toEqual(["Site: Hyytiälä", "Instrument: UH CL61", `Day: ${inWords}`]);
    await page.getByRole("row", { name: /live_/ }).first().click();
    await details.getByRole("link", { name: "UH CL61" }).first().click();
    await heading.waitFor();

    await goTo(page, `/data/files?site=${ceilometer.site}&product=lidar&date=${day}`);
    await page.getByRole("row", { name: /Lidar/ }).first().click();
    // An opened row is in the address a moment later; only then one comes back to it.
    await page.waitForURL(/open=/);
    const way = details.getByRole("region", { name: "Where it came from" });
    for (const place of [details.getByLabel("Summary"), way]) {
      await place.getByRole("link", { name: "UH CL61" }).click();
      await heading.waitFor();
      await page.goBack();
    }
    // Another station's instrument leads to its raw files.
    await goTo(page, `/data/files?site=${ceilometer.site}&product=radar&date=${day}`);
    await page.getByRole("row", { name: /Radar/ }).first().click();
    await details.getByLabel("Summary").getByRole("link").click();
    await page.locator('main[data-page="/data/raw-files"]').waitFor();
    expect(faults).toEqual([]);
  });

  test("of one PID are told apart by the files that they sent, and lead to each other", async () => {
    const { page, place, faults } = await openForTest(kind, {
      portal: { seed: "demo" },
      async before({ root, settings, configure }) {
        const mast = { ...ceilometer, name: "Mast", folder: join(root, "mast"), pattern: "mast_%Y%m%d.nc" };
        await mkdir(mast.folder);
        await writeFile(join(mast.folder, `mast_${dayFromToday(0).replaceAll("-", "")}.nc`), "of the mast");
        await configure({ ...settings, instruments: [...settings.instruments, mast] });
      },
    });
    const filter = { states: ["delivered" as const] };
    await expect
      .poll(async () => (await askHost(place.dataFolder, "queue", { filter })).uploads.length)
      .toBe(1);
    await goTo(
      page,
      `/data/raw-files?site=${ceilometer.site}&instrumentPid=${ceilometer.pid}&date=${dayFromToday(0)}`,
    );
    const answer = Promise.withResolvers<void>();
    // The desktop's window asks by its own channel.
    const isHeld = !kind.isDesktop;
    if (isHeld)
      await page.route("**/api/queue", async (route) => {
        await answer.promise;
        await route.continue();
      });
    await page.getByRole("row", { name: /mast_/ }).click();
    const details = page.getByRole("complementary", { name: "Details of the file" });
    const summary = details.getByLabel("Summary");
    // Until it is known whose file it is, the name leads nowhere: not to the other instrument.
    await summary.getByText("UH CL61").waitFor();
    await expect.poll(() => summary.getByRole("term").count()).toBe(6);
    if (isHeld) expect(await summary.getByRole("link", { name: "UH CL61" }).count()).toBe(0);
    answer.resolve();
    await summary.getByRole("link", { name: "UH CL61" }).click();
    const heading = (name: string) => page.getByRole("heading", { name, level: 1, exact: true }).waitFor();
    await heading("Mast");
    const facts = page.getByRole("main").locator("dl").first();
    await expect.poll(() => facts.textContent()).toContain(", shared with Ceilometer");
    await facts.getByRole("link", { name: "Ceilometer" }).click();
    await heading("Ceilometer");
    await facts.getByRole("link", { name: "Mast" }).waitFor();
    expect(faults).toEqual([]);
  });
});
