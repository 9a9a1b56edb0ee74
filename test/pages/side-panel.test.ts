import { expect, test } from "vitest";
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
    await page.getByRole("row", { name: /live_/ }).click();
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
    const isCut = await page.evaluate(`(() => {
      const panel = document.querySelector('aside[aria-label="Upload"]');
      return [...panel.querySelectorAll("*")].some(({ scrollWidth }) => scrollWidth > panel.clientWidth);
    })()`);
    expect(isCut).toBe(false);
  },
);
