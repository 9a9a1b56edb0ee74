import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { atMost } from "#test/support/limits.ts";
import { oneHost } from "./page-hosts.ts";
import { openForTest, savedIn } from "./page-place.ts";

const today = dayFromToday(0);
const password = "station";

/** The official client's file, with two folders that hold matching files and one that is not there. */
const clientFile = (ceilometer: string, radar: string) => `
[user_account]
username = "station"
password = "${password}"
[[instrument]]
site = "hyytiala"
instrument = "cl61d"
instrument_pid = "https://hdl.handle.net/21.12132/3.241bda142975460b"
path_fmt = "${ceilometer}/live_%Y%m%d_*.nc"
[[instrument]]
site = "hyytiala"
instrument = "rpg-fmcw-94"
instrument_pid = "https://hdl.handle.net/21.12132/3.191564170f8a4686"
path_fmt = "${radar}/%y%m%d_*.LV1"
[[instrument]]
site = "hyytiala"
instrument = "hatpro"
instrument_pid = "https://hdl.handle.net/21.12132/3.c60c931fac9d43f0"
path_fmt = "${radar}-gone/%y%m%d.BRT"
`;

/** Drops a file on the first step. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole("heading", { name: "Which data portal?" }).waitFor();
  await page.evaluate(
    `(() => {
      const data = new DataTransfer();
      data.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
      document.querySelector("main h1").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    })()`,
  );
}

describe.each(oneHost)("the setup with the official client's file on the $name", (kind) => {
  test("takes four clicks at most; nothing is saved or sent before the last, then all that is ticked", async () => {
    let radar = "";
    const { page, portal, place, faults } = await openForTest(kind, {
      password: null,
      async before(place) {
        await rm(place.settingsFile);
        radar = join(place.root, "radar");
        await place.write(liveName(today, "a"), "content of the ceilometer");
        await place.write(join(radar, `${today.slice(2).replaceAll("-", "")}_000000.LV1`), "of the radar");
      },
    });
    const isUntouched = (when: string) => {
      expect(portal.acceptances(), when).toEqual([]);
      const asked = portal.requests().filter(({ method }) => method !== "GET" && method !== "HEAD");
      // The connection test: announcements that the portal must refuse.
      expect(
        asked.filter(({ status }) => status !== 422 && status !== 401),
        when,
      ).toEqual([]);
      const written = ["settings.json", "credentials.json", "secret-place.json"].filter((name) =>
        existsSync(join(place.dataFolder, name)),
      );
      expect(written, when).toEqual([]);
    };
    let clicks = 0;
    const click = async (what: Locator) => {
      await what.click();
      clicks += 1;
    };
    await drop(page, "holidays.txt", "not = [a file");
    await page.getByText(/holidays\.txt is not a configuration file.*not valid TOML: line 1/).waitFor();
    await drop(page, "config.toml", clientFile(place.folder, radar));
    await page.getByRole("heading", { name: "3 instruments found" }).waitFor();
    await page.getByLabel("Portal address").fill(portal.url);
    await page.getByText("The one file matches.").nth(1).waitFor();
    await page.getByText(/radar-gone" does not exist/).waitFor();
    isUntouched("after the import");
    await click(page.getByRole("checkbox", { name: /hatpro/i }));
    await click(page.getByRole("button", { name: "Check these 2" }));
    await page.getByRole("button", { name: "Start sending 2 files" }).waitFor();
    isUntouched("on the last page");
    await click(page.getByRole("button", { name: "Start sending 2 files" }));
    await expect.poll(() => portal.acceptances().length).toBe(2);
    await page.getByRole("heading", { name: "Your first file is on the portal" }).waitFor();
    expect(clicks).toBeLessThanOrEqual(4);
    const saved = (await savedIn(place)).instruments;
    expect(saved.map(({ instrument }: { instrument: string }) => instrument)).toEqual([
      "cl61d",
      "rpg-fmcw-94",
    ]);
    expect(faults).toEqual([]);
  });

  // The answer is changed on its way over HTTP.
  test.skipIf(kind.isDesktop)(
    "a folder on a mapped drive is marked as in the question of the folder, and watched as one",
    async () => {
      let radar = "";
      const { page, portal, place, faults } = await openForTest(kind, {
        password: null,
        async before(place) {
          await rm(place.settingsFile);
          radar = join(place.root, "radar");
          await place.write(liveName(today, "a"), "content of the ceilometer");
          await place.write(join(radar, `${today.slice(2).replaceAll("-", "")}_000000.LV1`), "of the radar");
        },
      });
      // As the host would say of a mapped drive.
      await page.route("**/api/settings.suggestPattern", async (route) => {
        const response = await route.fetch();
        const json = await response.json();
        if (route.request().postData()?.includes(JSON.stringify(radar)) === true)
          json.value.networkDrive = "SMB";
        await route.fulfill({ response, json });
      });
      await drop(page, "config.toml", clientFile(place.folder, radar));
      await page.getByLabel("Portal address").fill(portal.url);
      await page.getByText("It is on a network drive (SMB).").waitFor();
      // The portal's own names, once it is known: one that was too slow is asked again when its address is typed again.
      const address = page.getByLabel("Portal address");
      const isNamed = async () => {
        await address.fill("");
        await address.fill(portal.url);
        const names = page.getByText(/^Hyytiälä · .*CL61/);
        return await names.waitFor({ timeout: atMost(20_000) }).then(
          () => true,
          () => false,
        );
      };
      await expect.poll(isNamed, { timeout: atMost(80_000) }).toBe(true);
      await page.getByRole("checkbox", { name: /hatpro/i }).click();
      await page.getByRole("button", { name: "Check these 2" }).click();
      await page.getByText("1 file not finished yet").waitFor();
      await page.getByRole("button", { name: /^Start / }).click();
      await page.locator('main[data-page="/setup/done"] h1').waitFor();
      const saved: { network?: boolean }[] = (await savedIn(place)).instruments;
      expect(saved.map(({ network }) => network === true)).toEqual([false, true]);
      expect(faults).toEqual([]);
    },
  );
});
