import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { askHost } from "#test/support/hosts/ask-host.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openForTest, savedIn } from "./page-place.ts";

describe.each(oneHost)("settings that are not saved yet, on the $name", (kind) => {
  test("are still there after a look at another page", async () => {
    const { page, faults, place } = await openForTest(kind);
    await goTo(page, "/settings/instruments/0");
    await page.getByLabel("Pattern").fill("**/live_%Y%m%d_*.{nc,txt}");
    await page.getByText("Not saved yet").waitFor();
    const rail = page.getByRole("navigation", { name: "Pages" });
    await rail.getByRole("link", { name: /Files/ }).click();
    await page.getByRole("heading", { name: "Files", exact: true, level: 1 }).waitFor();
    await rail.getByRole("link", { name: "Settings" }).click();
    await page.getByText("Not saved yet").waitFor();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect
      .poll(async () => (await savedIn(place)).instruments[0].pattern)
      .toBe("**/live_%Y%m%d_*.{nc,txt}");
    await expect.poll(() => page.getByText("Not saved yet").count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test("come back by Undo after they were discarded", async () => {
    const { page, faults, place } = await openForTest(kind);
    const before = await savedIn(place);
    await goTo(page, "/settings/portal");
    const uploads = page.getByLabel("Parallel uploads");
    const discard = page.getByRole("button", { name: "Discard changes" });
    await uploads.fill("3");
    await discard.click();
    const told = page.getByRole("alert").filter({ hasText: "Your changes were discarded." });
    await told.waitFor();
    await expect.poll(() => uploads.inputValue()).not.toBe("3");
    await told.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Not saved yet").waitFor();
    expect(await uploads.inputValue()).toBe("3");
    await expect.poll(() => told.count()).toBe(0);

    // Input that was typed after that is as safe.
    await discard.click();
    await uploads.fill("5");
    await told.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => uploads.inputValue()).toBe("3");
    await page.getByRole("alert").filter({ hasText: "Your later changes were discarded." }).waitFor();
    await page.keyboard.press("Control+z");
    await expect.poll(() => uploads.inputValue()).toBe("5");
    await discard.click();
    await expect.poll(() => page.getByText("Not saved yet").count()).toBe(0);
    expect(await savedIn(place)).toEqual(before);
    expect(faults).toEqual([]);
  });

  test("take along the offer to undo a removal where they are discarded", async () => {
    const { page, faults } = await openForTest(kind);
    const remove = async () => {
      await goTo(page, "/settings/instruments/0");
      await page.getByRole("button", { name: "Remove" }).click();
    };
    const offers = page.getByRole("alert").filter({ has: page.getByRole("button", { name: "Undo" }) });
    const discard = page.getByRole("button", { name: "Discard changes" });
    await remove();
    await offers.filter({ hasText: "“Ceilometer” was removed" }).waitFor();
    await discard.click();
    await offers.filter({ hasText: "Your changes were discarded." }).waitFor();
    await expect.poll(() => offers.count()).toBe(1);
    await page.getByRole("link", { name: "Ceilometer" }).waitFor();

    // A channel that was never saved does not come back with the file.
    await goTo(page, "/settings/notifications");
    await page.getByRole("button", { name: "Add a channel" }).click();
    await page.getByLabel("Channel name").fill("Lab chat");
    await page.getByRole("button", { name: "Remove this channel" }).click();
    await discard.click();
    const removed = offers.filter({ hasText: "“Lab chat” was removed." });
    await removed.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Edit Lab chat" }).waitFor();
    expect(faults).toEqual([]);
  });

  test("are marked beside Settings on every page, and are asked about before the tab throws them away", async () => {
    const { page } = await openForTest(kind);
    const rail = page.getByRole("navigation", { name: "Pages" });
    const asked: string[] = [];
    page.on("dialog", (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await goTo(page, "/settings/notifications");
    await page.reload();
    await page.getByLabel("This PC: Needs you").click();
    expect(asked).toEqual([]);
    await page.getByText("Not saved yet").waitFor();
    await rail.getByRole("link", { name: /Files/ }).click();
    await rail.getByRole("link", { name: "Settings Unsaved changes" }).waitFor();
    await page.reload();
    expect(asked).toEqual(kind.isDesktop ? [] : ["beforeunload"]);
    await rail.getByRole("link", { name: "Settings", exact: true }).waitFor();
  });

  test("in the guided setup are still there after a look at another page, and after a reload", async () => {
    const { page, portal, place } = await openForTest(kind, {
      password: null,
      before: async ({ settingsFile }) => await rm(settingsFile),
    });
    const address = page.getByLabel("Portal address");
    await address.fill(portal.url);
    await goTo(page, "/log?view=files");
    await goTo(page, "/setup");
    expect(await address.inputValue()).toBe(portal.url);
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByLabel("User name").fill("station");
    await page.getByLabel("Password", { exact: true }).fill("station");
    await goTo(page, "/log?view=files");
    await goTo(page, "/setup/credentials");
    expect(await page.getByLabel("User name").inputValue()).toBe("station");
    expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("");
    await page.getByLabel("Password", { exact: true }).fill("station");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Where does the instrument write?" }).waitFor();
    page.on("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await page.getByRole("heading", { name: "Where does the instrument write?" }).waitFor();
    await goTo(page, "/setup/credentials");
    expect(await page.getByLabel("User name").inputValue()).toBe("station");
    expect(existsSync(place.settingsFile)).toBe(false);
    expect(await page.evaluate("JSON.stringify(sessionStorage)")).not.toContain('secret":{');
  });

  test("in the guided setup can be let go when the file was changed meanwhile", async () => {
    const { page, place, portal } = await openForTest(kind);
    await goTo(page, "/setup");
    const address = page.getByLabel("Portal address");
    await address.fill("https://other.example");
    await goTo(page, "/log?view=files");
    await place.configure({ ...place.settings, portal: { ...place.settings.portal, concurrency: 2 } });
    await goTo(page, "/setup");
    await page.getByText(/The settings file has been changed elsewhere/).waitFor();
    await page.getByRole("button", { name: "Discard my entries" }).click();
    await expect.poll(() => address.inputValue()).toBe(portal.url);
  });

  test("in the guided setup are done with its last page, and never write over the instrument that it added", async () => {
    const { page, place, portal } = await openForTest(kind, {
      before: ({ configure, settings }) => configure({ ...settings, instruments: [] }),
    });
    const { revision, document } = await askHost(place.dataFolder, "settings.read", {});
    const filledIn = { document: { ...document, instruments: place.settings.instruments } };
    const kept = JSON.stringify({ ...filledIn, saved: null, revisions: [revision], secret: null });
    await page.evaluate(`sessionStorage.setItem("skyferry.setup", ${JSON.stringify(kept)})`);
    await page.reload();
    await goTo(page, "/setup");
    await page.getByLabel("Portal address").fill(`${portal.url}/`);
    await goTo(page, "/setup/check");
    await page.getByRole("button", { name: "Start watching" }).click();
    await page.getByRole("link", { name: "Go to Today" }).click();
    await page.getByRole("link", { name: "Ceilometer" }).waitFor();
    expect((await savedIn(place)).instruments).toHaveLength(1);
    await goTo(page, "/setup");
    expect(await page.getByLabel("Portal address").inputValue()).toBe(`${portal.url}/`);
    const asked: string[] = [];
    page.on("dialog", (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await page.reload();
    await page.getByRole("heading", { name: "Which data portal?" }).waitFor();
    expect(asked).toEqual([]);
  });
});
