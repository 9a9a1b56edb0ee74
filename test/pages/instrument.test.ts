import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startOfDayMs } from "#base/dates.ts";
import { dateText } from "#base/text.ts";
import { instrumentRoute } from "#contract/page-routes.ts";
import { askHost } from "#test/support/hosts/ask-host.ts";
import { ceilometer, dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openForTest } from "./page-place.ts";

const today = dayFromToday(0);
const inWords = (days: number) => dateText(dayFromToday(days), Date.now());
const oddName = "a/b?c=d&e#f %2F <i>..</i> 雲";
const leftOutName = "W".repeat(200);

describe.each(oneHost)("the page of an instrument on the $name", (kind) => {
  test("says how it is, what it is, and shows its year, whatever its name", async () => {
    const { page, faults } = await openForTest(kind, {
      async before({ write, configure, settings, root }) {
        const notes = await write("notes.txt", "no measurement");
        await utimes(notes, startOfDayMs(today) / 1_000 - 3_600, startOfDayMs(today) / 1_000 - 3_600);
        const old = liveName(dayFromToday(-40), "old");
        for (const name of [liveName(today, "a"), liveName(today, "b"), old]) {
          const path = await write(name, `content of ${name}`);
          await utimes(path, startOfDayMs(today) / 1_000 + 1, startOfDayMs(today) / 1_000 + 1);
        }
        const odd = { ...ceilometer, name: oddName, folder: join(root, "nothing-there") };
        const model = {
          name: "Model",
          site: "hyytiala",
          model: "ecmwf",
          folder: root,
          pattern: "%Y%m%d_x.nc",
        };
        await configure({
          ...settings,
          instruments: [...settings.instruments, odd, { ...odd, name: leftOutName }],
          models: [model],
        });
      },
    });
    const heading = (name: string) => page.getByRole("heading", { name, level: 1, exact: true }).waitFor();
    await page.getByRole("link", { name: "Ceilometer" }).click();
    await heading("Ceilometer");
    const main = page.locator("main");
    const facts = main.locator("dl").first();
    await expect.poll(() => facts.textContent()).toMatch(/Type.*CL61.*SiteHyytiälä/);
    expect(await facts.getByTitle("cl61d", { exact: true }).count()).toBe(1);
    await expect.poll(() => main.textContent()).toContain("all of today's 3 files are on the portal");
    const pid = page.getByRole("link", { name: ceilometer.pid.split("/").slice(-2).join("/") });
    expect(await pid.getAttribute("href")).toBe(ceilometer.pid);

    const cell = (days: number) => page.getByRole("gridcell", { name: `Ceilometer, ${inWords(days)}:` });
    await expect.poll(() => cell(0).getAttribute("aria-label")).toContain("2 files measured, 2 accepted");
    await main.getByText("No product of this instrument is published yet.").waitFor();
    await expect.poll(() => main.textContent()).toMatch(/In the folder now.*3 files match/);
    const each = main.getByRole("region", { name: "Files in the folder" });
    expect(await each.count()).toBe(0);
    await page.getByRole("button", { name: "Show the files" }).click();
    const rows = each.locator("tbody tr");
    await expect.poll(() => rows.count()).toBe(4);
    expect(await rows.first().textContent()).toMatch(
      /^does not matchnotes\.txtthe name "notes\.txt" does not match: /,
    );
    expect(await rows.nth(1).getByRole("img", { name: "matches", exact: true }).count()).toBe(1);
    expect(await main.locator("figure [data-kind=year]").first().textContent()).toBe(
      `${today.slice(0, 4)}year`,
    );
    await page.getByRole("button", { name: "Hide the files" }).click();
    expect(await each.count()).toBe(0);
    const axis = page.getByRole("group", { name: /^Files by the time/ });
    await axis.getByRole("link").last().focus();
    await main.getByText(/UTC: live_.*accepted|UTC: live_.*delivered/).waitFor();
    await page.getByRole("button", { name: "The day before" }).click();
    await page.getByRole("heading", { name: inWords(-1) }).waitFor();
    await cell(0).focus();
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => cell(-1).evaluate((one) => one === document.activeElement)).toBe(true);
    await cell(-40).hover();
    await main.getByText(/^[A-Z][a-z]+day \d+ [A-Z].*: .* 1 file measured/).waitFor();
    await cell(-40).click();
    await page.getByRole("complementary", { name: `Ceilometer, ${inWords(-40)}` }).waitFor();
    // Its months have the same link.
    await page.getByRole("link", { name: oddName }).first().click();
    await heading(oddName);
    await main.getByText("Cannot open folder").first().waitFor();
    await expect.poll(() => main.getByRole("gridcell").count()).toBeGreaterThan(364);

    await goTo(page, instrumentRoute("Model"));
    await heading("Model");
    expect(await main.getByRole("grid").count()).toBe(0);
    expect(await main.getByText("PID").count()).toBe(0);
    await goTo(page, instrumentRoute(leftOutName));
    await main.getByText("Not watched").waitFor();
    await main.getByText(/must be at most 100 characters/).waitFor();
    await goTo(page, instrumentRoute("Nobody"));
    await heading("No instrument of this name");
    await goTo(page, "/instruments");
    await main.getByText("The address contains no instrument.").waitFor();
    expect(faults).toEqual([]);
  });

  test("says of a file that is pointed at what became of it", async () => {
    const { page, place } = await openForTest(kind);
    await askHost(place.dataFolder, "pause", { until: null });
    await place.write(liveName(today, "a"), "content a");
    await goTo(page, instrumentRoute("Ceilometer"));
    await page
      .getByRole("group", { name: /^Files by the time/ })
      .getByRole("link")
      .focus();
    await page.getByText(/UTC: live_.*queued/).waitFor();
    await askHost(place.dataFolder, "resume", {});
    await page.getByText(/UTC: live_.*accepted|UTC: live_.*delivered/).waitFor();
  });
});
