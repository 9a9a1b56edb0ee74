import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { askHost } from "#test/support/hosts/ask-host.ts";
import type { ShownPage, View } from "#test/support/hosts/browser.ts";
import { atMost } from "#test/support/limits.ts";
import { seriousOf } from "./axe.ts";
import { cutWords } from "./cut-words.ts";
import { failingStation } from "./failing-station.ts";
import { lackOfRoom } from "./longer-words.ts";
import { motionOf, watchMotion } from "./motion.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openPagePlace, overhangOf, type PagePlace, settled } from "./page-place.ts";
import { wordyAddresses } from "./wordy-addresses.ts";

const addresses = [
  "/",
  ...wordyAddresses,
  "/coverage?days=400",
  "/log?year",
  "/settings/instruments",
  "/settings/instruments/1",
  "/settings/storage",
  "/cleanup",
  "/settings/general",
  "/settings/backup",
  "/help",
  "/help/settings",
  "/help?find=disk",
  "/setup",
  "/setup/backup",
  "/setup/credentials",
  "/setup/instrument",
  "/setup/files",
];

/** Axe looks at each theme and each size once; the width of a page does not depend on its theme. */
const views: readonly (View & { readonly isChecked: boolean })[] = [
  { theme: "light", size: "wide", isChecked: true },
  { theme: "dark", size: "narrow", isChecked: true },
  { theme: "light", size: "zoomed", isChecked: false },
];

/** A station in trouble shows most of what there is to see. */
describe.each(oneHost)("on the $name", (kind) => {
  describe.runIf(kind.hasViews)("every page", () => {
    let at: PagePlace;
    beforeAll(async () => {
      at = await openPagePlace(kind, { portal: { seed: "demo" }, before: failingStation });
      await at.page.locator("[data-headline]", { hasText: /need you/ }).waitFor();
      await at.page.close();
      // Its card is on Today until somebody resumes it.
      await askHost(at.place.dataFolder, "backlog.pause", {});
    });
    afterAll(() => at.close());

    /** A page of the running test alone: one that stays is drawn again with every event. */
    async function open(view: View): Promise<ShownPage> {
      const shown = await at.another({ ...view, motion: "reduce" });
      onTestFinished(() => shown.page.close());
      return shown;
    }

    test.each(views)(
      "$theme, $size: axe finds nothing serious (asked: $isChecked), nothing hangs over or moves, no page complains",
      async (view) => {
        const { page, faults } = await open(view);
        const found: string[] = [];
        await watchMotion(page);
        for (const address of addresses) {
          await goTo(page, address);
          await settled(page);
          if (view.isChecked) for (const said of await seriousOf(page)) found.push(`${address} ${said}`);
          const overhang = await overhangOf(page);
          if (overhang > 1) found.push(`${address} is ${overhang} px too wide`);
          for (const lack of await lackOfRoom(page)) found.push(`${address} with longer words: ${lack}`);
        }
        found.push(...(await motionOf(page)));
        expect({ found, faults }).toEqual({ found: [], faults: [] });
      },
    );

    test.each(["de", "fi"])("no word is cut in a small window, in %s", async (language) => {
      const { page } = await open({ theme: "light", size: "narrow", language });
      const found: string[] = [];
      for (const address of wordyAddresses) {
        await goTo(page, address);
        await settled(page);
        for (const one of await cutWords(page, "[role=gridcell]")) found.push(`${address}: ${one}`);
      }
      expect(found).toEqual([]);
    });

    test("a change of theme is there at once for those who want no motion", async () => {
      const { page } = await open({ theme: "dark", size: "wide" });
      const [dark, light] = await page.evaluate<string[]>(`(() => {
        const heading = getComputedStyle(document.querySelector("h1"));
        const before = heading.color;
        document.documentElement.setAttribute("data-mantine-color-scheme", "light");
        return [before, heading.color];
      })()`);
      expect({ dark, light }).toEqual({ dark: "rgb(221, 230, 238)", light: "rgb(23, 34, 45)" });
    });

    test("names with markup are shown as text", async () => {
      const { page } = await open({ theme: "light", size: "wide" });
      await page.exposeFunction("alert", () => expect.unreachable("markup of a file name was run"));
      const odd = "/instruments?name=Disdrometer+%3Cb%3Eroof%3C%2Fb%3E";
      for (const address of ["/", odd, "/files", "/log?view=files", "/settings/instruments"]) {
        await goTo(page, address);
        await settled(page);
        expect(await page.locator('img[src="x"]').count()).toBe(0);
      }
      const shown = page.getByText("Disdrometer <b>roof</b>");
      await expect.poll(() => shown.count(), { timeout: atMost(15_000) }).toBeGreaterThan(0);
    });
  });
});
