import { expect, test } from "vitest";
import { oneHost } from "./page-hosts.ts";
import { goTo, openForTest } from "./page-place.ts";

test.for(oneHost)(
  "on the $name a page that is slow to come is reached, whatever the page before still writes into the address",
  async (kind) => {
    const { page } = await openForTest(kind, { portal: { seed: "demo" } });
    await page.route(/files-screen/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue();
    });
    await goTo(page, "/data/files");
    await page.getByRole("row", { name: /%/ }).first().click();
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: /Files/ }).click();
    await page.locator('main[data-page="/files"] h1').waitFor();
    expect(new URL(page.url()).hash).toBe("#/files");
  },
);
