import { describe, expect, test } from "vitest";
import { dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { tabTo } from "./keyboard.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openForTest } from "./page-place.ts";

const name = liveName(dayFromToday(0), "a");

describe.each(oneHost)("a damaged file that is held back on the $name", (kind) => {
  test("says why, and goes when a person sends it anyway", async () => {
    const { page, portal } = await openForTest(kind, {
      async before(place) {
        await place.write(name, `CDF\u0001\u0000`);
        const instruments = place.settings.instruments.map((one) => ({ ...one, check: "hold" }));
        await place.configure({ ...place.settings, instruments });
      },
    });
    await goTo(page, "/files");
    const groups = page.getByRole("region", { name: "What keeps files from being sent" });
    await groups.getByRole("button", { name: "Send 1 file anyway" }).waitFor();
    // After a question the focus is where it was.
    await tabTo(page, /^Send 1 file anyway/);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await expect
      .poll(() => page.evaluate("document.activeElement.textContent"))
      .toMatch(/^Send 1 file anyway/);
    await page.getByRole("row", { name: new RegExp(name) }).click();
    const panel = page.getByRole("complementary");
    await expect.poll(() => panel.textContent()).toContain("is cut off in its header, after 5 bytes");
    expect(portal.acceptances()).toEqual([]);

    await panel.getByRole("button", { name: "Send anyway" }).click();
    await expect.poll(() => portal.acceptances().length).toBe(1);
    await expect.poll(() => panel.textContent()).toContain("The portal may not be able to use it.");
  });
});
