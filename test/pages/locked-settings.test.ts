import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Locator } from "playwright-core";
import { afterEach, describe, expect, test, vi } from "vitest";
import { liveName } from "#test/support/hosts/cli-place.ts";
import { seriousOf } from "./axe.ts";
import { lackAtDouble } from "./longer-words.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openForTest, savedIn } from "./page-place.ts";

const because = "The network sets it.";

// Other files of this worker start hosts, too.
afterEach(() => vi.unstubAllEnvs());

describe.each(oneHost)("settings that an administrator locks, on the $name", (kind) => {
  test("have a padlock, the file and the reason; the others are saved, and nothing of the file is copied", async () => {
    const { page, place, faults } = await openForTest(kind, {
      async before(place) {
        const folder = path.join(place.root, "settings.d");
        await mkdir(folder);
        vi.stubEnv("SKYFERRY_SETTINGS_D", folder);
        const { portal, instruments, ...rest } = place.settings;
        const locked = [
          "portal.url",
          "portal.rates",
          "portal.quietHours",
          "instruments[].pid",
          "notifications.waiting",
        ];
        const document = { portal, instruments, locked, lockedBecause: because };
        await writeFile(path.join(folder, "10-network.json"), JSON.stringify(document));
        await place.configure({ ...rest, instruments: [] });
      },
    });
    const main = page.getByRole("main");
    await goTo(page, "/settings/portal");
    const notice = main.getByRole("note");
    await notice.waitFor();
    expect(await notice.textContent()).toContain(
      "Locked by an administrator: Portal address, Timetable, Quiet hours (",
    );
    expect(await notice.textContent()).toContain("10-network.json");
    expect(await notice.textContent()).toContain(because);
    expect(await page.getByRole("textbox", { name: "Portal address" }).isDisabled()).toBe(true);
    expect(await page.getByRole("img", { name: "Locked" }).count()).toBe(3);
    // The box behind a switch stays unseen.
    const quiet = page.getByRole("switch", { name: "Quiet hours" });
    expect(await quiet.isDisabled()).toBe(true);
    expect(await quiet.evaluate((box) => getComputedStyle(box).opacity)).toBe("0");
    const user = page.getByRole("textbox", { name: "User name" });
    expect(await user.isDisabled()).toBe(false);
    // The padlock takes nothing from the width of the field.
    expect(await widthOf(page.getByRole("textbox", { name: "Portal address" }))).toBe(await widthOf(user));
    expect(await seriousOf(page)).toEqual([]);
    await page.getByLabel("Parallel uploads").fill("2");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect.poll(async () => await savedIn(place)).toMatchObject({ portal: { concurrency: 2 } });
    expect(Object.keys((await savedIn(place)).portal)).toEqual(["concurrency"]);

    await goTo(page, "/settings/notifications");
    await page.getByRole("checkbox", { name: "This PC: Needs you" }).waitFor();
    expect(await page.getByRole("checkbox", { name: "This PC: Waiting" }).isDisabled()).toBe(true);
    expect(await page.getByRole("checkbox", { name: "This PC: Needs you" }).isDisabled()).toBe(false);

    await goTo(page, "/settings/instruments/0");
    await notice.waitFor();
    expect(await notice.textContent()).toContain("Persistent identifier (PID) of instruments");
    expect(await page.getByRole("textbox", { name: "Display name" }).isDisabled()).toBe(true);
    expect(await page.getByRole("button", { name: "Remove" }).isDisabled()).toBe(true);
    expect(await page.getByRole("textbox", { name: "Pattern" }).isDisabled()).toBe(false);

    const file = path.join(place.root, "settings.d", "10-network.json");
    await chmod(file, 0o666);
    await main.getByText("every user of this PC can write to it").waitFor();
    expect(await page.getByRole("textbox", { name: "Pattern" }).count()).toBe(1);
    expect(faults).toEqual([]);
  });

  test("are shown so by the set-up, which goes on with them and asks for the rest", async () => {
    const { page, place, portal, faults } = await openForTest(kind, {
      password: null,
      async before(place) {
        const folder = path.join(place.root, "settings.d");
        await mkdir(folder);
        vi.stubEnv("SKYFERRY_SETTINGS_D", folder);
        const { portal } = place.settings;
        const document = { portal, locked: ["portal"], lockedBecause: because };
        await writeFile(path.join(folder, "10-network.json"), JSON.stringify(document));
        await rm(place.settingsFile);
        await place.write(liveName("2026-11-20"), "content");
      },
    });
    const step = page.getByRole("main");
    await page.getByRole("heading", { name: "Which data portal?" }).waitFor();
    const address = page.getByRole("textbox", { name: "Portal address" });
    expect(await address.inputValue()).toBe(portal.url);
    expect(await address.isDisabled()).toBe(true);
    expect(await step.getByRole("img", { name: "Locked" }).count()).toBe(1);
    expect(await step.getByRole("note").textContent()).toContain(because);
    await page.getByText(/A data portal with/).waitFor();
    expect(await seriousOf(page)).toEqual([]);
    expect(await lackAtDouble(page)).toEqual([]);
    await page.getByRole("button", { name: "Next" }).click();
    expect(await page.getByRole("textbox", { name: "User name" }).isDisabled()).toBe(true);
    const password = page.getByLabel("Password", { exact: true });
    // The first field that can be filled in has the focus.
    await expect.poll(() => password.and(page.locator(":focus")).count()).toBe(1);
    await password.fill("station");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByLabel("Folder", { exact: true }).fill(place.folder);
    await page.getByText(/named like files of Vaisala CL61/).waitFor();
    const site = page.getByRole("combobox", { name: "Site" });
    await site.click();
    await site.fill("hyyti");
    await page.getByRole("option", { name: /hyytiala/ }).waitFor();
    await site.press("Enter");
    await page.getByText("PID 21.12132/3.241bda142975460b").waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText("The one file matches.").waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("button", { name: "Start sending 1 file" }).click();
    await page.getByRole("heading", { name: "Your first file is on the portal" }).waitFor();
    expect(Object.keys(await savedIn(place))).toEqual(["instruments"]);
    expect(faults).toEqual([]);
  });
});

async function widthOf(field: Locator): Promise<number | undefined> {
  return (await field.boundingBox())?.width;
}
