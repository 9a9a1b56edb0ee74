import { rm } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { launchBrowser, openPage } from "#test/support/hosts/browser.ts";
import { type StandIn, startStandIn } from "#test/support/hosts/stand-in-host.ts";

let dataFolder: string;
let browser: Browser;
let host: StandIn;

beforeAll(async () => {
  dataFolder = await makeScratch("skyferry-stand-in-");
  [browser, host] = await Promise.all([launchBrowser(), startStandIn({ dataFolder })]);
});
afterAll(async () => {
  await Promise.allSettled([browser?.close(), host?.close()]);
  await rm(dataFolder, { recursive: true, force: true });
});

test("a page in a browser speaks with the desktop host through main and preload", async () => {
  const { page, faults } = await openPage(browser);
  await host.open(page);
  const facts = page.locator("main", { hasText: '"kind":"desktop"' });
  await facts.waitFor();
  expect(JSON.parse((await facts.textContent()) ?? "")).toMatchObject({
    ok: true,
    value: { kind: "desktop", dataFolder, hasTray: true, isAttached: false },
  });
  await page.locator("li", { hasText: "reset" }).waitFor();
  await page.locator("li", { hasText: "status.changed" }).first().waitFor();

  // Loaded again, it is told again.
  await page.reload();
  await page.locator("li", { hasText: "reset" }).waitFor();

  // Main leads it to another page of itself without loading it again.
  host.desktop?.window.show("/files?cause=tls");
  await page.waitForURL("**/#/files?cause=tls");
  expect(host.window().webContents.page.frame.url).toBe("app://skyferry/#/files?cause=tls");
  expect(faults).toEqual([]);
});

test("a link of the page opens in the system's browser, and the page stays", async () => {
  const { page } = await openPage(browser);
  await host.open(page);
  await page.locator("li", { hasText: "reset" }).waitFor();
  await page.evaluate("window.location.assign('https://example.org/landing')").catch(() => undefined);
  await expect.poll(() => host.fake.shell.opened).toEqual(["https://example.org/landing"]);
  await page.evaluate("window.location.assign('http://127.0.0.1:9/')").catch(() => undefined);
  expect(await page.locator("li").count()).toBeGreaterThan(0);
  expect(host.fake.shell.opened).toHaveLength(1);
  expect(new URL(page.url()).host).toBe("skyferry.localhost");
});

test("two pages follow the host side by side, and one that is loaded again leaves the other alone", async () => {
  const first = await openPage(browser);
  const second = await openPage(browser);
  await host.open(first.page);
  await host.open(second.page);
  await host.open(second.page);
  for (const { page } of [first, second]) await page.locator("li", { hasText: "reset" }).waitFor();
  const before = await first.page.locator("li").count();
  host.tray().menu.choose("Pause for 1 hour");
  await expect.poll(() => first.page.locator("li").count()).toBeGreaterThan(before);
});
