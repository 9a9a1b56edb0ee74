import { expect, test } from "vitest";
import { oneHost } from "./page-hosts.ts";
import { openRefused } from "./page-place.ts";

test.each(oneHost)(
  "on the $name the former address of the files leads to them, filter and all",
  async (kind) => {
    const { page } = await openRefused(kind, "a");
    await page.evaluate('window.location.hash = "/queue?state=blocked"');
    await page.locator('main[data-page="/files"] h1').waitFor();
    expect(new URL(page.url()).hash).toBe("#/files?state=blocked");
    await page.getByRole("button", { name: /^Needs you/, pressed: true }).waitFor();
  },
);
