import { describe, expect, test } from "vitest";
import { instrumentRoute } from "#contract/page-routes.ts";
import { ceilometer, dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { tabTo } from "./keyboard.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, headlineOf, openForTest, openRefused, savedIn } from "./page-place.ts";

const today = dayFromToday(0);

describe.each(oneHost)("a refused file on the $name", (kind) => {
  test("is told, explained with the portal's own words, and goes when it is tried again", async () => {
    const { page, portal, faults } = await openRefused(kind, "a", "b");
    await expect.poll(() => headlineOf(page)).toMatch(/Ceilometer: the portal refuses its PID/);
    await goTo(page, "/files");
    const groups = page.getByRole("region", { name: "What keeps files from being sent" });
    await groups.getByRole("button", { name: "Retry 2 files" }).waitFor();

    // On the page of the instrument, the cause leads to what can be done, and nothing to the page itself.
    await goTo(page, instrumentRoute("Ceilometer"));
    const causes = page.getByRole("region", { name: "Needs you" });
    await causes.getByText("2 files were refused by the portal: “Unknown instrument PID”").waitFor();
    await causes.getByRole("button", { name: "Choose the right PID" }).waitFor();
    const targets = await page
      .locator("main a")
      .evaluateAll((links) => links.map((one) => one.getAttribute("href")));
    expect(targets).not.toContain(`#${instrumentRoute("Ceilometer")}`);
    // Beside the headline it leads to the field that the portal's words name.
    await page.locator("[data-headline]").getByRole("link", { name: "Choose the right PID" }).click();
    await page
      .locator("main [data-found]")
      .getByText(/^(Instrument|Persistent identifier)/)
      .first()
      .waitFor();
    await goTo(page, "/files");
    await page.getByRole("grid").getByText("Refused: “Unknown instrument PID”").first().waitFor();
    await page.getByRole("row", { name: new RegExp(liveName(today, "a")) }).click();
    const panel = page.getByRole("complementary");
    await expect.poll(() => panel.textContent()).toContain("Unknown instrument PID");

    portal.setFaults([]);
    await panel.getByRole("button", { name: "Retry" }).click();
    // A success of the same cause takes its fellow along.
    await expect.poll(() => portal.acceptances().length).toBe(2);
    await expect.poll(() => headlineOf(page)).toMatch(/2 of today's 2 files are on the portal/);
    await expect.poll(() => groups.count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test("can be tried again by keyboard alone", async () => {
    const { page, portal } = await openRefused(kind, "a", "b");
    await expect.poll(() => headlineOf(page)).toMatch(/Ceilometer: the portal refuses its PID/);
    portal.setFaults([]);
    await tabTo(page, /Files/);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Retry 2 files" }).first().waitFor();
    await tabTo(page, /^Retry 2 files/);
    await page.keyboard.press("Enter");
    await expect.poll(() => portal.acceptances().length).toBe(2);
  });
});

describe.each(oneHost)("files of a wrong PID on the $name", (kind) => {
  test("are sent once the right one was chosen, and nobody has to retry them", async () => {
    const { page, place, portal, faults } = await openForTest(kind, {
      async before(place) {
        const [one] = place.settings.instruments;
        const pid = "https://hdl.handle.net/21.12132/3.0000000000000000";
        await place.configure({ ...place.settings, instruments: [{ ...one, pid, instrument: "parsivel" }] });
        for (const what of ["a", "b"]) await place.write(liveName(today, what), `of ${what}`);
      },
    });
    await page.getByText("“Unknown instrument PID”").first().waitFor();
    // The path of one of them, to look at it or to copy it.
    await page.getByTitle(`${place.folder}/live_`).waitFor();
    await page.getByRole("button", { name: "Copy path" }).waitFor();
    const remedy = page.getByRole("button", { name: "Choose the right PID" });
    await remedy.click();
    const dialog = page.getByRole("dialog", { name: "Choose the right PID" });
    await dialog.getByText("at Hyytiälä").waitFor();
    const use = dialog.getByRole("button", { name: "Use this PID" });
    expect(await use.isDisabled()).toBe(true);
    const instrument = dialog.getByRole("combobox", { name: "Instrument", exact: true });
    await instrument.fill("cl61");
    await page.getByRole("option").first().click();
    await use.click();
    await dialog.waitFor({ state: "detached" });
    const { instruments } = await savedIn(place);
    expect(instruments).toMatchObject([{ pid: ceilometer.pid, instrument: "cl61d", name: "Ceilometer" }]);
    await expect.poll(() => portal.acceptances().length).toBe(2);
    await expect.poll(() => headlineOf(page)).toMatch(/Everything is safe/);
    expect(faults).toEqual([]);
  });
});
