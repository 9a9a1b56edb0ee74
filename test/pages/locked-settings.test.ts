import { chmod, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
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
        const locked = ["portal.url", "portal.rates", "instruments[].pid"];
        const document = { portal, instruments, locked, lockedBecause: because };
        await writeFile(path.join(folder, "10-network.json"), JSON.stringify(document));
        await place.configure({ ...rest, instruments: [] });
      },
    });
    const main = page.getByRole("main");
    await goTo(page, "/settings/portal");
    const notice = main.getByRole("note");
    await notice.waitFor();
    expect(await notice.textContent()).toContain("Locked by an administrator: Portal address, Timetable (");
    expect(await notice.textContent()).toContain("10-network.json");
    expect(await notice.textContent()).toContain(because);
    expect(await page.getByRole("textbox", { name: "Portal address" }).isDisabled()).toBe(true);
    expect(await page.getByRole("img", { name: "Locked" }).count()).toBe(2);
    const user = page.getByRole("textbox", { name: "User name" });
    expect(await user.isDisabled()).toBe(false);
    await page.getByLabel("Parallel uploads").fill("2");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect.poll(async () => await savedIn(place)).toMatchObject({ portal: { concurrency: 2 } });
    expect(Object.keys((await savedIn(place)).portal)).toEqual(["concurrency"]);

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
});
