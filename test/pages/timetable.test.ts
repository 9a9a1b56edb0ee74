import { describe, expect, test } from "vitest";
import { seriousOf } from "./axe.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openForTest, savedIn } from "./page-place.ts";

describe.each(oneHost)("the timetable on the $name", (kind) => {
  test("is painted by mouse and keys, saved as the fewest rows, and shown again", async () => {
    const { page, place, faults } = await openForTest(kind);
    await goTo(page, "/settings/portal?field=portal.rates");
    const panel = page.getByRole("region", { name: "Timetable" });
    const grid = panel.getByRole("grid", { name: "Timetable" });
    const cell = (name: string) => grid.getByRole("gridcell", { name, exact: true });
    const words = panel.getByRole("status");
    await panel.getByText("No limit at any hour.").waitFor();

    await cell("Monday 07–08: no limit").hover();
    await page.mouse.down();
    await cell("Friday 17–18: no limit").hover();
    await page.mouse.up();
    await cell("Wednesday 12–13: 200 kB/s").waitFor();
    expect(await words.textContent()).toBe("Mon–Fri 07–18: at most 200 kB/s; else no limit.");

    await panel.getByText("Off", { exact: true }).first().click();
    await cell("Saturday 22–23: no limit").click();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Space");
    await cell("Sunday 23–24: off").waitFor();
    expect(await cell("Sunday 22–23: no limit").count()).toBe(1);
    await panel.getByText("No limit", { exact: true }).click();
    await cell("Saturday 22–23: off").focus();
    await page.keyboard.press("Enter");
    await cell("Saturday 22–23: no limit").waitFor();
    expect(await seriousOf(page)).toEqual([]);

    await page.getByRole("button", { name: "Save changes" }).click();
    await expect
      .poll(async () => (await savedIn(place)).portal.rates)
      .toEqual([
        { days: "mon-fri", from: "07:00", to: "18:00", kBps: 200 },
        { days: "sat,sun", from: "23:00", kBps: "off" },
      ]);
    await page.reload();
    await cell("Sunday 23–24: off").waitFor();
    expect(await grid.locator('[data-rate="limit"]').count()).toBe(55);
    expect(await words.textContent()).toBe(
      "Mon–Fri 07–18: at most 200 kB/s; Sat, Sun 23–24: old files wait; else no limit. Files of today and yesterday are sent also while old files wait.",
    );
    expect(faults).toEqual([]);
  });

  test("is painted back to what is saved, so that nothing is left to save; without hours its key goes", async () => {
    const rates = [{ days: "tue", to: "01:00", kBps: 50 }, { kBps: null }];
    const { page, place } = await openForTest(kind, {
      before: (place) => place.configure({ ...place.settings, portal: { ...place.settings.portal, rates } }),
    });
    await goTo(page, "/settings/portal");
    const panel = page.getByRole("region", { name: "Timetable" });
    const hour = (rate: string) =>
      panel.getByRole("gridcell", { name: `Tuesday 00–01: ${rate}`, exact: true });
    await panel.getByText("No limit", { exact: true }).click();
    await hour("50 kB/s").click();
    await page.getByText("Not saved yet").waitFor();
    await panel.getByText("Limit", { exact: true }).click();
    await panel.getByLabel("Limit of these hours").fill("50");
    await hour("no limit").click();
    await expect.poll(() => page.getByText("Not saved yet").count()).toBe(0);
    await panel.getByText("No limit", { exact: true }).click();
    await hour("50 kB/s").click();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect.poll(async () => "rates" in (await savedIn(place)).portal).toBe(false);
  });

  test("is painted with the number that is seen, and chosen by Shift and a click before it is painted", async () => {
    const { page } = await openForTest(kind);
    await goTo(page, "/settings/portal?field=portal.rates");
    const panel = page.getByRole("region", { name: "Timetable" });
    const cell = (name: string) => panel.getByRole("gridcell", { name, exact: true });
    const kBps = panel.getByLabel("Limit of these hours");
    await kBps.fill("");
    await cell("Monday 07–08: no limit").click();
    await cell("Monday 07–08: 200 kB/s").waitFor();
    expect(await kBps.inputValue()).toBe("200 kB/s");
    await kBps.fill("50");
    await cell("Tuesday 08–09: no limit").click({ modifiers: ["Shift"] });
    await expect.poll(() => panel.locator('[aria-selected="true"]').count()).toBe(4);
    expect(await panel.locator('[data-rate="limit"]').count()).toBe(1);
    await page.keyboard.press("Space");
    await cell("Monday 08–09: 50 kB/s").waitFor();
    expect(await panel.locator('[data-rate="limit"]').count()).toBe(4);
  });

  test("of minutes is told in words and kept when something else is saved, at 900 px in dark, too", async () => {
    const rates = [
      { from: "07:30", to: "18:00", kBps: 200 },
      { kBps: "off", all: true },
    ];
    const { page, place, faults } = await openForTest(kind, {
      before: (place) => place.configure({ ...place.settings, portal: { ...place.settings.portal, rates } }),
      view: { size: "narrow", theme: "dark" },
    });
    await goTo(page, "/settings/portal?field=portal.rates");
    const panel = page.getByRole("region", { name: "Timetable" });
    await panel.getByText("Every day 07:30–18:00: at most 200 kB/s; Every day: nothing is sent.").waitFor();
    await panel.getByText(/^The settings file has rows that this grid cannot show/).waitFor();
    expect(await panel.getByRole("grid").count()).toBe(0);
    expect(await seriousOf(page)).toEqual([]);
    await page.getByLabel("Parallel uploads").fill("2");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect.poll(async () => (await savedIn(place)).portal.concurrency).toBe(2);
    expect((await savedIn(place)).portal.rates).toEqual(rates);
    expect(faults).toEqual([]);
  });
});
