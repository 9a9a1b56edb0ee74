import { afterEach, expect, test } from "vitest";
import { fillLedger } from "#bench/support/filled-ledger.ts";
import { ceilometer, dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { atMost } from "#test/support/limits.ts";
import { motionOf, watchMotion } from "./motion.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openPagePlace, type PagePlace, settled } from "./page-place.ts";

let at: PagePlace;
afterEach(() => at.close());

const waitLonger = { timeout: atMost(30_000) };
const rows = 100_000;

test.each(oneHost)(
  "on the $name a queue of 100,000 rows is scrolled to any place, filtered and found in, with few rows in the page",
  async (kind) => {
    at = await openPagePlace(kind, {
      async before({ dataFolder }) {
        const each = Array.from({ length: rows }, (_, index) => ({
          relPath: `live_20240301_${index}.nc`,
          size: 1_000 + index,
          mtimeUs: 1_709_300_000_000_000 + index,
        }));
        await fillLedger(dataFolder, ceilometer.name, "delivered", each);
      },
    });
    const { page, place } = at;
    await goTo(page, "/files");
    const grid = page.getByRole("grid");
    const inList = (name: string) => grid.getByTitle(name, { exact: true });
    // Columns, the section's header, files.
    await expect.poll(() => grid.getAttribute("aria-rowcount"), waitLonger).toBe(String(rows + 2));
    await inList(`live_20240301_${rows - 1}.nc`).waitFor(waitLonger);
    // A scroll makes hundreds of rows a second.
    expect(await grid.getByRole("row").nth(3).locator("*").count()).toBeLessThan(25);
    await watchMotion(page);
    await grid.focus();
    await page.keyboard.press("End");
    await inList("live_20240301_0.nc").waitFor({ timeout: atMost(30_000) });
    await page.keyboard.press("Home");
    await inList(`live_20240301_${rows - 1}.nc`).waitFor({ timeout: atMost(30_000) });
    expect(await page.getByRole("row").count()).toBeLessThan(120);
    // Through several windows of the list, each loaded on the way.
    for (let top = 0; top < 30_000; top += 400)
      await grid.evaluate(
        (pane, to) =>
          new Promise((drawn) => {
            pane.scrollTop = to;
            requestAnimationFrame(drawn);
          }),
        top,
      );
    await settled(page);
    await expect.poll(() => grid.getByTitle(/^live_/).count()).toBeGreaterThan(10);
    // Rows slide where something has changed, and nothing has.
    expect((await motionOf(page)).filter((moved) => /once|again/.test(moved))).toEqual([]);
    await page.keyboard.press("Home");

    await page.keyboard.press("Escape");
    await page.getByPlaceholder("Search file names").fill("20240301_54321.");
    await expect.poll(() => grid.getAttribute("aria-rowcount"), waitLonger).toBe("2");
    await page.getByPlaceholder("Search file names").fill("");
    await expect.poll(() => grid.getAttribute("aria-rowcount"), waitLonger).toBe(String(rows + 2));
    await place.write(liveName(dayFromToday(0), "fresh"), "a new file comes to the top");
    await inList(liveName(dayFromToday(0), "fresh")).waitFor({ timeout: atMost(30_000) });
    expect(at.faults).toEqual([]);
  },
);
