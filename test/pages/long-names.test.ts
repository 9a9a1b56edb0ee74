import { describe, expect, test } from "vitest";
import { askHost } from "#test/support/hosts/ask-host.ts";
import { sizes } from "#test/support/hosts/browser.ts";
import { dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, headlineOf, openForTest, overhangOf, settled } from "./page-place.ts";

const pagesOfInstruments = [
  "/",
  "/coverage",
  "/coverage?days=400",
  "/report",
  "/log?year",
  "/cleanup",
  "/settings/portal",
  "/settings/instruments/0?field=instruments.since",
];

describe.each(oneHost)("a long name without a space, on the $name", (kind) => {
  test("leaves the headline and the buttons within a narrow window", async () => {
    const name = "W".repeat(101);
    const { page } = await openForTest(kind, {
      before: (place) =>
        place.configure({ ...place.settings, instruments: [{ ...place.settings.instruments[0], name }] }),
      view: { theme: "light", size: "narrow" },
    });
    await expect.poll(() => headlineOf(page)).toMatch(/thing needs you/);
    const isCut = (selector: string) =>
      page.evaluate(`(() => {
        const { clientWidth, scrollWidth } = document.querySelector('${selector}');
        return scrollWidth > clientWidth;
      })()`);
    expect(await isCut("header")).toBe(false);
    const told = page.getByRole("region", { name: "Needs you" });
    expect((await told.textContent())?.split("is left out")).toHaveLength(2);
    await goTo(page, "/settings/instruments/0");
    const remove = page.getByRole("button", { name: "Remove" });
    await remove.waitFor();
    expect(
      await remove.evaluate((button: Element) => {
        const label = button.querySelector(".mantine-Button-label") ?? button;
        return label.scrollWidth > label.clientWidth;
      }),
    ).toBe(false);
  });

  test("of an instrument leaves every page as wide as its window, at 200 %, too", async () => {
    const name = "W".repeat(80);
    const { page, place, faults } = await openForTest(kind, {
      async before({ configure, settings, write }) {
        const [one] = settings.instruments;
        await configure({ ...settings, instruments: [{ ...one, name, since: dayFromToday(-2) }] });
        await write(liveName(dayFromToday(0)), "content");
        await write(liveName("2021-03-05"), "old");
      },
    });
    await expect.poll(() => headlineOf(page)).toMatch(/Everything is safe/);
    await askHost(place.dataFolder, "backlog.pause", {});
    const found: string[] = [];
    for (const size of [sizes.narrow, sizes.zoomed]) {
      await page.setViewportSize(size);
      for (const address of pagesOfInstruments) {
        await goTo(page, address);
        await settled(page);
        if (address === "/cleanup" && size === sizes.narrow)
          await page.getByRole("button", { name: "Check the files" }).click();
        if (address === "/cleanup") {
          await page.getByRole("radio", { name: "Month" }).press("ArrowRight");
          await page.getByRole("row", { name: /^W+/ }).waitFor();
        }
        if (address.endsWith("since")) {
          await page.getByLabel("Start date", { exact: true }).fill("2021-03-01");
          await page.getByText("1 file · 3 B").waitFor();
        }
        const overhang = await overhangOf(page);
        if (overhang > 1) found.push(`${address} is ${overhang} px too wide in ${size.width}`);
      }
    }
    expect({ found, faults }).toEqual({ found: [], faults: [] });
  });

  test("of a file takes one line in the details of its record, and is whole in its title", async () => {
    const name = liveName(dayFromToday(0), "long_name_of_a_file_".repeat(8));
    const { page, faults } = await openForTest(kind, {
      before: async ({ write }) => void (await write(`deep/er/${name}`, "content")),
    });
    await expect.poll(() => headlineOf(page)).toMatch(/Everything is safe/);
    await goTo(page, "/data/raw-files");
    await page.getByRole("row", { name: /long_name/ }).click();
    const link = page.getByRole("complementary").locator('dl a[href*="upload="]');
    await link.getByTitle(`deep/er/${name}`).waitFor();
    const [box, room] = await Promise.all([
      link.evaluate((one) => one.getBoundingClientRect().height),
      link.evaluate((one) => (one.closest("dd")?.scrollWidth ?? 0) - (one.closest("dd")?.clientWidth ?? 0)),
    ]);
    expect(box).toBeLessThan(26);
    expect(room).toBe(0);
    expect(faults).toEqual([]);
  });
});
