import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { oneHost } from "./page-hosts.ts";
import { openForTest } from "./page-place.ts";

const today = dayFromToday(0);
const password = "station";

/** The official client's file, with two folders that hold matching files. */
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
`;

describe.each(oneHost)("the setup with the official client's file on the $name", (kind) => {
  test("saves nothing and sends nothing before its last page, then everything", async () => {
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
    const next = async () => await page.getByRole("button", { name: "Next" }).click();

    await page.getByRole("heading", { name: "Set up this station" }).waitFor();
    await page.getByLabel("Portal address").fill(portal.url);
    const toml = Buffer.from(clientFile(place.folder, radar));
    await page
      .locator('input[type="file"][accept*="toml"]')
      .setInputFiles({ name: "config.toml", mimeType: "text/plain", buffer: toml });
    await page.getByText(/2 instruments/).waitFor();
    expect(await page.getByLabel("Portal address").inputValue()).toBe(portal.url);
    isUntouched("after the import");

    await next();
    const username = page.getByLabel("User name");
    await username.waitFor();
    expect(await username.inputValue()).toBe("station");
    isUntouched("on the page of the password");

    await next();
    await page.getByRole("heading", { name: /Which instrument/ }).waitFor();
    isUntouched("on the page of the instrument");

    await next();
    await page.getByRole("heading", { name: "Where are its files?" }).waitFor();
    isUntouched("on the page of the files");

    await next();
    const start = page.getByRole("button", { name: "Start sending 2 files" });
    await start.waitFor();
    isUntouched("on the last page");

    await start.click();
    await expect.poll(() => portal.acceptances().length).toBe(2);
    expect(JSON.parse(await readFile(place.settingsFile, "utf8")).instruments).toHaveLength(2);
    expect(faults).toEqual([]);
  });
});
