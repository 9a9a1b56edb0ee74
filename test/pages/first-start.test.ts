import { rm } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { tabTo } from "./keyboard.ts";
import { oneHost, pageHosts } from "./page-hosts.ts";
import { goTo, headlineOf, openForTest } from "./page-place.ts";

const today = dayFromToday(0);

/** Fills in the setup up to its last page; leaves it there. */
async function fillIn(page: Page, portalUrl: string, folder: string): Promise<void> {
  await page.getByLabel("Portal address").fill(portalUrl);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("User name").fill("station");
  await page.getByLabel("Password", { exact: true }).fill("station");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("combobox", { name: "Site" }).fill("hyyti");
  await page.getByRole("option", { name: /hyytiala/ }).click();
  await page.getByRole("combobox", { name: "Instrument" }).click();
  await page.getByRole("option", { name: /3\.241bda142975460b/ }).click();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("Folder", { exact: true }).fill(folder);
  await page
    .getByRole("button", { name: /live_%Y%m%d/ })
    .first()
    .click();
  await expect.poll(() => page.getByLabel("Pattern").inputValue()).toContain("%Y%m%d");
  await page.getByRole("button", { name: "Next" }).click();
}

describe.each(pageHosts)("first start on the $name", (kind) => {
  test("leads from nothing to the first delivered file, and sends nothing before the last page", async () => {
    const { page, portal, place, faults } = await openForTest(kind, {
      password: null,
      async before(place) {
        await rm(place.settingsFile);
        for (const what of ["a", "b"]) await place.write(liveName(today, what), `content ${what}`);
      },
    });
    await page.getByRole("heading", { name: "Set up this station" }).waitFor();
    await fillIn(page, portal.url, place.folder);
    await page.getByRole("heading", { name: /Nothing has been sent yet/ }).waitFor();
    const start = page.getByRole("button", { name: "Start sending 2 files" });
    await start.waitFor();
    expect(portal.acceptances()).toEqual([]);
    await start.click();
    await expect.poll(() => portal.acceptances().length).toBe(2);
    await expect.poll(() => headlineOf(page)).toMatch(/2 of 2 finished files of today are on the portal/);
    expect(faults).toEqual([]);
  });

  test("a wrong address and a wrong password do not pass, and what was typed stays", async () => {
    const { page, portal } = await openForTest(kind, {
      password: null,
      before: (place) => rm(place.settingsFile),
    });
    const next = page.getByRole("button", { name: "Next" });
    const result = page.getByLabel("Test result");
    const ticks = page.getByRole("listitem").getByRole("img", { name: "done" });
    const address = page.getByLabel("Portal address");
    await address.fill(portal.url.replace("http://127.0.0.1", "http://portal.invalid"));
    await next.click();
    await expect.poll(() => result.textContent()).toMatch(/portal\.invalid/);
    expect(await address.isVisible()).toBe(true);
    // Only where it is needed: an address without encryption, of another computer.
    const allow = page.getByLabel(/Allow an unencrypted address/);
    await allow.waitFor();
    await address.fill(portal.url);
    await expect.poll(() => allow.count()).toBe(0);
    // What was said speaks of the address before.
    await expect.poll(() => result.count()).toBe(0);
    await next.click();
    await page.getByLabel("User name").fill("station");
    await page.getByLabel("Password", { exact: true }).fill("wrong");
    // There is none in a test's session.
    await page.getByText(/This PC has no keychain. After the last page/).waitFor();
    await next.click();
    await expect.poll(() => result.textContent()).toMatch(/does not accept/);
    expect(await page.getByLabel("User name").isVisible()).toBe(true);
    await page.getByRole("button", { name: "Continue without testing" }).click();
    await page.getByRole("heading", { name: /Which instrument/ }).waitFor();
    expect(await ticks.count()).toBe(1);
    await page.getByText("(not tested)").waitFor();
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByRole("button", { name: "Back" }).click();
    await expect.poll(() => page.getByLabel("Portal address").inputValue()).toBe(portal.url);
    await goTo(page, "/setup/credentials");
    await expect.poll(() => page.getByLabel("User name").inputValue()).toBe("station");
  });
});

test.each(oneHost)("on the $name the whole setup can be done by keyboard alone", async (kind) => {
  const { page, portal, place } = await openForTest(kind, {
    password: null,
    async before(place) {
      await rm(place.settingsFile);
      for (const what of ["a", "b"]) await place.write(liveName(today, what), `content ${what}`);
    },
  });
  const { keyboard } = page;
  const type = async (field: RegExp, text: string) => {
    await tabTo(page, field);
    await keyboard.type(text);
  };
  await page.getByLabel("Portal address").waitFor();
  await type(/^Portal address/, portal.url);
  await keyboard.press("Enter");
  await page.getByLabel("User name").waitFor();
  await type(/^User name/, "station");
  await type(/^Password/, "station");
  await keyboard.press("Enter");
  await page.getByRole("combobox", { name: "Site" }).waitFor();
  await expect.poll(() => page.getByRole("combobox", { name: "Site" }).isEnabled()).toBe(true);
  await type(/^Site/, "hyytiala");
  await page.getByRole("option", { name: /hyytiala/ }).waitFor();
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await type(/^Instrument/, "241bda142975460b");
  await page.getByRole("option", { name: /3\.241bda142975460b/ }).waitFor();
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await tabTo(page, /^Next/);
  await keyboard.press("Enter");
  await page.getByLabel("Folder", { exact: true }).waitFor();
  await type(/^Folder/, place.folder);
  await page
    .getByRole("button", { name: /live_%Y%m%d/ })
    .first()
    .waitFor();
  await tabTo(page, /live_%Y%m%d/);
  await keyboard.press("Enter");
  await tabTo(page, /^Next/);
  await keyboard.press("Enter");
  await page.getByRole("button", { name: "Start sending 2 files" }).waitFor();
  await tabTo(page, /^Start sending/);
  await keyboard.press("Enter");
  await expect.poll(() => portal.acceptances().length).toBe(2);
});
