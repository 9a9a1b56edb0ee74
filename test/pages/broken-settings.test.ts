import { rm, writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { oneHost } from "./page-hosts.ts";
import { goTo, headlineOf, openForTest } from "./page-place.ts";

const leadsHere = /settings cannot be used/;

describe.each(oneHost)("settings that cannot be used, on the $name", (kind) => {
  test("a file broken by hand is said in place of forms that would be empty, until it is fixed", async () => {
    const { page, place, faults } = await openForTest(kind);
    await goTo(page, "/settings/instruments");
    const mine = page.getByRole("main").getByRole("link", { name: /Ceilometer/ });
    await mine.waitFor();
    await writeFile(place.settingsFile, '{ "portal": {');
    await expect.poll(() => headlineOf(page)).toMatch(leadsHere);
    const told = page.getByRole("alert").filter({ hasText: "is not valid JSON" });
    await expect.poll(() => told.textContent()).toMatch(/The previous settings stay in force/);
    expect(await page.getByText("No instrument yet").count()).toBe(0);
    await goTo(page, "/settings/portal");
    await told.waitFor();
    expect(await page.getByRole("textbox", { name: "Portal address" }).count()).toBe(0);
    await place.configure(place.settings);
    await page.getByRole("textbox", { name: "Portal address" }).waitFor();
    expect(await told.count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test("a file that is gone while its settings are in force is said, and is no first start", async () => {
    const { page, place } = await openForTest(kind);
    await goTo(page, "/settings/portal");
    await rm(place.settingsFile);
    const told = page.getByRole("alert").filter({ hasText: "The settings file cannot be used" });
    await told.waitFor();
    await expect.poll(() => told.textContent()).toMatch(/The previous settings stay in force/);
    await expect.poll(() => told.textContent()).toMatch(/settings\.json is gone/);
    expect(await told.textContent()).toMatch(/Restore the file/);
    await goTo(page, "/");
    await page.getByRole("link", { name: "Ceilometer" }).waitFor();
    const needs = page.getByRole("region", { name: "Needs you" });
    await needs.getByText("The settings file cannot be used").waitFor();
    expect(new URL(page.url()).hash).not.toMatch(/setup/);
    await place.configure(place.settings);
    await goTo(page, "/settings/portal");
    await page.getByRole("textbox", { name: "Portal address" }).waitFor();
  });

  test("instruments that are all left out are no empty station, on any page", async () => {
    const { page } = await openForTest(kind, {
      before: ({ configure, settings }) =>
        configure({ ...settings, instruments: settings.instruments.map((one) => ({ ...one, site: "" })) }),
    });
    for (const address of ["/", "/coverage", "/files"]) {
      await goTo(page, address);
      await page.getByRole("heading", { name: "No instrument is watched" }).waitFor();
    }
    await page.getByRole("link", { name: "Open the instruments" }).click();
    await page.locator('main[data-page="/settings/instruments"] h1').waitFor();
  });

  test("a word in the file that no field shows is said, whichever part is open", async () => {
    const { page } = await openForTest(kind, {
      before: (place) => place.configure({ ...place.settings, instrumnets: [] }),
    });
    await expect.poll(() => headlineOf(page)).toMatch(leadsHere);
    for (const part of ["instruments", "portal", "notifications"]) {
      await goTo(page, `/settings/${part}`);
      await page
        .getByRole("main")
        .getByText(/instrumnets/)
        .waitFor();
    }
  });
});
