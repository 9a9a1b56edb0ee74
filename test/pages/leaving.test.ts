import { expect, test } from "vitest";
import { oneHost } from "./page-hosts.ts";
import { goTo, openForTest } from "./page-place.ts";

test.for(oneHost)(
  "on the $name a page that is slow to come is reached, whatever the page before still writes into the address",
  async (kind) => {
    const { page } = await openForTest(kind, { portal: { seed: "demo" } });
    await page.route(/files-screen/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      // To what serves the page: the network, or the desktop.
      await route.fallback();
    });
    await goTo(page, "/data/files");
    await page.getByRole("row", { name: /%/ }).first().click();
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: /Files/ }).click();
    await page.locator('main[data-page="/files"] h1').waitFor();
    expect(new URL(page.url()).hash).toBe("#/files");
  },
);

test.for(oneHost)(
  "on the $name a page that is slow to be drawn keeps its address, whatever the page before still writes",
  async (kind) => {
    const { page } = await openForTest(kind, { portal: { seed: "demo" } });
    const coverage = page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: /Coverage/ });
    const isThere = () => page.locator('main[data-page="/coverage"] h1').waitFor();
    await coverage.click();
    await isThere();
    await goTo(page, "/data/files");
    const row = page.getByRole("row", { name: /%/ }).first();
    await row.waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 10 });
    // Faster than a hand: the address is written 150 ms after the row is open.
    const link = await coverage.elementHandle();
    await row.evaluate((one, to) => {
      (one as HTMLElement).click();
      setTimeout(() => (to as HTMLElement | null)?.click(), 100);
    }, link);
    await isThere();
    await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    expect(new URL(page.url()).hash).toBe("#/coverage");
  },
);
