import { expect, test } from "vitest";
import { oneHost } from "./page-hosts.ts";
import { openRefused } from "./page-place.ts";

test.each(oneHost)(
  "on the $name the former addresses of files and data lead to them, filter and all",
  async (kind) => {
    const { page } = await openRefused(kind, "a");
    await page.evaluate('window.location.hash = "/queue?state=blocked"');
    await page.locator('main[data-page="/files"] h1').waitFor();
    expect(new URL(page.url()).hash).toBe("#/files?state=blocked");
    await page.getByRole("button", { name: /^Needs you/, pressed: true }).waitFor();
    await page.evaluate('window.location.hash = "/portal/sites?site=juelich"');
    await page.locator('main[data-page="/data/sites"] h1', { hasText: "Data" }).waitFor();
    expect(new URL(page.url()).hash).toBe("#/data/sites?site=juelich");
  },
);
