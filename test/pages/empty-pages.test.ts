import { describe, expect, test } from "vitest";
import { atMost } from "#test/support/limits.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openForTest, settled } from "./page-place.ts";

/** Words of each page while there is nothing to show, on a portal that has nothing of this station. */
const empty: readonly (readonly [address: string, said: RegExp])[] = [
  ["/", /Each file is sent when its instrument has finished it; if there are files already, check folder/i],
  ["/coverage", /Nothing measured here yet.*When an instrument has written a file here, its days count/],
  ["/instruments?name=Ceilometer", /No finished file with this date yet.*No product of this instrument/],
  ["/files", /No files found yet.*appears here automatically/],
  ["/log", /0 deliveries/],
  ["/log?view=files", /Nothing has happened yet.*appears here with its time/],
  ["/data/plots", /No plots for this day.*Try the day before/],
  ["/data/files", /No files found.*Remove a filter, or choose other days/],
  ["/data/model-files", /No files found.*Remove a filter, or choose other days/],
  ["/data/raw-files", /No files found.*Remove a filter, or choose other days/],
];

describe.each(oneHost)("pages with nothing to show, on the $name", (kind) => {
  test("say what is there to do, in a sentence", async () => {
    const { page, faults } = await openForTest(kind, { portal: { seed: "empty" } });
    const main = page.getByRole("main");
    for (const [address, said] of empty) {
      await goTo(page, address);
      await settled(page);
      await expect.poll(() => main.textContent(), { timeout: atMost(30_000) }).toMatch(said);
    }
    await goTo(page, "/");
    await main.getByRole("link", { name: "check folder and pattern" }).click();
    await page.locator('main[data-page="/settings/instruments"] h1').waitFor();
    expect(faults).toEqual([]);
  });

  test("have one button at most where no instrument is set up", async () => {
    const { page, faults } = await openForTest(kind, {
      before: ({ configure, settings }) => configure({ ...settings, instruments: [] }),
    });
    const main = page.getByRole("main");
    for (const [address, button] of [
      ["/", "Set up this station"],
      ["/coverage", "Set up the first instrument"],
      ["/files", "Set up the first instrument"],
    ] as const) {
      await goTo(page, address);
      await settled(page);
      const leads = main.locator('a[href="#/setup"]');
      await expect.poll(() => leads.allTextContents()).toEqual([button]);
    }
    expect(faults).toEqual([]);
  });
});
