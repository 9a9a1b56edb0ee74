import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startOfDayMs } from "#base/dates.ts";
import { fillLedger } from "#bench/support/filled-ledger.ts";
import { ceilometer, dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { atMost } from "#test/support/limits.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openForTest, overhangOf, settled } from "./page-place.ts";

const narrow = { theme: "light", size: "narrow" } as const;
const waitLonger = { timeout: atMost(30_000) };
const addresses = [
  "/",
  "/coverage",
  "/coverage?days=400",
  "/instruments?name=Ceilometer",
  "/files",
  "/log",
  "/log?view=files",
  "/data/files",
  "/data/plots",
  "/settings/instruments",
  "/settings/notifications",
];

describe.each(oneHost)("on the $name every page is usable", (kind) => {
  test("with forty instruments, and the palette finds each of them below what can be done", async () => {
    const { page, faults } = await openForTest(kind, {
      view: narrow,
      async before({ configure, settings, root }) {
        const [first] = settings.instruments;
        const others = Array.from({ length: 39 }, (_, n) => {
          const folder = join(root, `radar-${n + 1}`);
          mkdirSync(folder);
          return {
            ...ceilometer,
            name: `Radar ${n + 1}${n === 38 ? " of the far hill".repeat(5) : ""}`,
            folder,
          };
        });
        await configure({ ...settings, instruments: [first, ...others] });
      },
    });
    for (const address of addresses) {
      await goTo(page, address);
      await settled(page);
      expect([address, await overhangOf(page)]).toEqual([address, expect.toSatisfy((px) => px <= 1)]);
    }
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: /Go to a page/ });
    await field.waitFor();
    const options = page.getByRole("option");
    await expect.poll(() => options.count()).toBeGreaterThan(80);
    const names = await options.allTextContents();
    const placeOf = (name: string) => names.findIndex((one) => one.startsWith(name));
    expect(placeOf("Show the keys")).toBeLessThan(placeOf("Ceilometer"));
    await field.fill("radar 3");
    // 3, 13, 23, and 30 to 39: each itself and its files.
    await expect.poll(() => options.count()).toBe(26);
    await page.keyboard.press("ArrowUp");
    const chosen = page.getByRole("option", { selected: true });
    expect(await chosen.textContent()).toMatch(/^Files of Radar 39/);
    expect(await chosen.isVisible()).toBe(true);
    await page.keyboard.press("Enter");
    await page.locator('main[data-page="/files"] h1').waitFor();
    expect(faults).toEqual([]);
  });

  test("with no instrument at all", async () => {
    const { page, faults } = await openForTest(kind, {
      view: narrow,
      before: ({ configure, settings }) => configure({ ...settings, instruments: [] }),
    });
    await page.getByRole("link", { name: "Set up this station" }).waitFor();
    for (const address of addresses) {
      await goTo(page, address);
      await settled(page);
      expect([address, await overhangOf(page)]).toEqual([address, expect.toSatisfy((px) => px <= 1)]);
    }
    expect(faults).toEqual([]);
  });

  test("after a year of gaps", async () => {
    const { page, faults } = await openForTest(kind, {
      view: narrow,
      before: ({ dataFolder }) =>
        fillLedger(
          dataFolder,
          ceilometer.name,
          "delivered",
          Array.from({ length: 365 }, (_, n) => {
            const date = dayFromToday(-3 - n);
            return { relPath: liveName(date), size: 1_000, mtimeUs: startOfDayMs(date) * 1_000, date };
          }),
        ),
    });
    // Months are asked for one by one, the newest first.
    await goTo(page, "/coverage?days=400");
    await expect
      .poll(() => page.getByRole("main").textContent(), waitLonger)
      .toMatch(/(2\d|[3-9]\d|\d{3}) late days/);
    expect(await page.getByRole("gridcell", { name: /, \d+ late days/ }).count()).toBeGreaterThan(1);
    await goTo(page, "/instruments?name=Ceilometer");
    const year = page.getByRole("grid", { name: /^The days of a year/ });
    await expect.poll(() => year.getByRole("gridcell", { name: /: late/ }).count()).toBeGreaterThan(20);
    expect(await year.getByRole("gridcell", { name: /files? measured/ }).count()).toBeGreaterThan(355);
    await goTo(page, "/");
    // A single cause, however many days it has.
    await expect
      .poll(() => page.getByRole("heading", { level: 1 }).textContent())
      .not.toMatch(/\d{2,} things? need/);
    for (const address of addresses) {
      await goTo(page, address);
      await settled(page);
      expect([address, await overhangOf(page)]).toEqual([address, expect.toSatisfy((px) => px <= 1)]);
    }
    expect(faults).toEqual([]);
  });
});
