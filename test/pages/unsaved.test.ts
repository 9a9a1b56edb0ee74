import { readFile } from "node:fs/promises";
import { afterEach, describe, expect, test } from "vitest";
import { oneHost } from "../harness/page-hosts.ts";
import { goTo, openPagePlace, type PagePlace } from "../harness/page-place.ts";

let at: PagePlace;
afterEach(() => at.close());

const waitLonger = { timeout: 30_000 };
const saved = async () => JSON.parse(await readFile(at.place.settingsFile, "utf8"));

describe.each(oneHost)("settings that are not saved yet, on the $name", (kind) => {
  test("are still there after a look at another page", async () => {
    at = await openPagePlace(kind);
    const { page } = at;
    await goTo(page, "/settings/instruments/0");
    await page.getByLabel("Pattern").fill("**/live_%Y%m%d_*.{nc,txt}");
    await page.getByText("Not saved yet").waitFor();
    const rail = page.getByRole("navigation", { name: "Pages" });
    await rail.getByRole("link", { name: /Queue/ }).click();
    await page.getByRole("heading", { name: "Queue", exact: true }).waitFor();
    await rail.getByRole("link", { name: "Settings" }).click();
    await page.getByText("Not saved yet").waitFor();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect
      .poll(async () => (await saved()).instruments[0].pattern, waitLonger)
      .toBe("**/live_%Y%m%d_*.{nc,txt}");
    await expect.poll(() => page.getByText("Not saved yet").count(), waitLonger).toBe(0);
    expect(at.faults).toEqual([]);
  });
});
