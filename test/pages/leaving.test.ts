import { afterEach, expect, test } from "vitest";
import { oneHost } from "./page-hosts.ts";
import { goTo, openPagePlace, type PagePlace } from "./page-place.ts";

let at: PagePlace | null = null;
afterEach(async () => {
  await at?.close();
  at = null;
});

test.for(oneHost)(
  "on the $name a page that is slow to come is reached, whatever the page before still writes into the address",
  async (kind) => {
    at = await openPagePlace(kind, { portal: { seed: "demo" } });
    const { page } = at;
    await page.route(/queue-screen/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue();
    });
    await goTo(page, "/portal/files");
    await page.getByRole("row", { name: /\.nc/ }).first().click();
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: /Queue/ }).click();
    await page.getByRole("heading", { name: "Queue" }).waitFor();
    expect(new URL(page.url()).hash).toBe("#/queue");
  },
);
