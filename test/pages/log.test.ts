import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, todayUtc } from "#base/dates.ts";
import { fridayMs, liveThroughWeekend, mondayMs, type WeekendDays } from "#test/support/builders/weekend.ts";
import { openInThread, ready } from "#test/support/fakes/in-thread-ledger.ts";
import { askHost } from "#test/support/hosts/ask-host.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openPagePlace, type PagePlace, settled } from "./page-place.ts";

const dayMs = 86_400_000;
/** The weekend is the last one that is over, whatever day this is: Monday 07:00 lies one to two days back. */
const shiftMs = Math.floor((Date.now() - dayMs - mondayMs) / dayMs) * dayMs;
const friday = todayUtc(fridayMs + shiftMs);
const saturday = addDays(friday, 1);
const sunday = addDays(friday, 2);

let days: WeekendDays;

/** The card as it is for somebody who was here last at this moment. */
async function comeBack(page: Page, lookedMs: number): Promise<void> {
  await page.evaluate(
    `localStorage.setItem("skyferry.lastLooked", '${JSON.stringify({ lookedMs, awayMs: null })}')`,
  );
  await page.reload();
  await page.locator("main h1").waitFor();
}

/** A host with a weekend behind it for all of them. */
describe.each(oneHost)("after a weekend on the $name", (kind) => {
  let at: PagePlace;
  beforeAll(async () => {
    at = await openPagePlace(kind, {
      async before({ dataFolder }) {
        const ledger = ready(openInThread({ dataFolder, nowMs: fridayMs + shiftMs }));
        days = await liveThroughWeekend(ledger, shiftMs);
        await ledger.close();
      },
      view: { theme: "light", size: "wide" },
    });
  });
  afterAll(() => at.close());

  const dayLine = (page: Page, date: string) =>
    page
      .locator("ol > li", { has: page.locator("button[aria-expanded]") })
      .filter({ hasText: shortOf(date) });

  test("Today says once what happened since somebody looked, with the figures of the ledger", async () => {
    const { page, place } = at;
    const card = page.getByRole("region", { name: "Since you last looked" });
    await goTo(page, "/");
    await settled(page);
    expect(await card.count()).toBe(0);

    await comeBack(page, fridayMs + shiftMs - 60_000);
    await card.waitFor();
    const all = [...days.values()];
    const delivered = all.reduce((sum, day) => sum + day.delivered, 0);
    await expect.poll(() => card.innerText()).toContain(`${delivered} deliveries · 1 stopped`);
    const from = new Date(fridayMs + shiftMs - 60_000).toISOString();
    expect(await askHost(place.dataFolder, "log.since", { from })).toMatchObject({
      delivered,
      refused: 1,
      lost: 0,
    });
    const words = await card.innerText();
    expect(words).toContain("Portal unreachable");
    expect(words).toContain("02:10–06:22");
    expect(words).toContain("Radar wrote no files");
    expect(words).toContain("Skyferry was not running");

    // It stays until somebody takes note of it, and is gone then.
    await page.reload();
    await card.waitFor();
    await card.getByRole("button", { name: "Dismiss" }).click();
    await expect.poll(() => card.count()).toBe(0);
    await page.reload();
    await page.locator("main h1").waitFor();
    await settled(page);
    expect(await card.count()).toBe(0);
  });

  test("the log has a line for each day, which opens to its hours, its events and its files", async () => {
    const { page } = at;
    await goTo(page, "/log");
    for (const [date, { delivered, lost }] of days) {
      const line = dayLine(page, date);
      await expect
        .poll(() => line.innerText())
        .toContain(`${delivered} ${delivered === 1 ? "delivery" : "deliveries"}`);
      expect((await line.innerText()).includes(`${lost} lost`)).toBe(lost > 0);
    }
    const line = dayLine(page, saturday);
    expect(await line.innerText()).toContain(
      "Portal unreachable 02:10–06:22 · Radar wrote no files from 12:00",
    );
    expect(await dayLine(page, sunday).innerText()).toContain("Skyferry was not running");
    await line.getByRole("button").first().click();
    const found = days.get(saturday)?.found ?? 0;
    await line.getByRole("link", { name: /^06:00: 2 found, 8 deliveries/ }).waitFor();
    await line.getByText("The portal said something.").waitFor();
    const lines = line.getByRole("list", { name: "Journal" }).getByRole("listitem");
    await expect.poll(() => lines.count()).toBeGreaterThan(10);
    expect(await lines.first().getByRole("link").getAttribute("href")).toMatch(/^#\/files\?upload=/);
    const silent = line.getByRole("link", { name: "Radar wrote no files" });
    expect(await silent.getAttribute("href")).toBe("#/instruments?name=Radar");

    await line.getByRole("link", { name: `Show the files of this day (${found})` }).click();
    await page.getByRole("button", { name: "Found", exact: true }).click();
    await expect
      .poll(() => page.getByRole("status").allInnerTexts())
      .toContainEqual(expect.stringContaining(`${found} lines`));
    await page.goBack();
    await line.getByRole("link", { name: /^06:00: / }).click();
    await page.getByRole("button", { name: "Only 06:00–06:59 UTC" }).waitFor();
    await page.getByRole("button", { name: "Confirmed", exact: true }).click();
    await expect
      .poll(() => page.getByRole("status").allInnerTexts())
      .toContainEqual(expect.stringContaining("8 lines"));
  });

  test("an open day whose lines cannot be read says so in a line", async () => {
    const { page } = at;
    const message = "The record of uploads cannot be read: check the disk.";
    await page.route("**/api/journal.page", (route) =>
      route.fulfill({ status: 500, json: { ok: false, error: { code: "internal", message } } }),
    );
    await goTo(page, `/log?day=${saturday}`);
    try {
      const told = dayLine(page, saturday).getByRole("alert");
      await expect.poll(() => told.innerText()).toBe(`${message} Your files are safe in their folders.`);
    } finally {
      await page.unroute("**/api/journal.page");
    }
  });

  test("days are chosen on the ribbon by keys, and saved as CSV", async () => {
    const { page } = at;
    await goTo(page, "/log");
    const column = (date: string) => page.locator(`button[data-at="${date}"]`);
    await column(sunday).press("Enter");
    await expect.poll(() => column(sunday).getAttribute("aria-pressed")).toBe("true");
    // The only day is open, and can be folded.
    const alone = page.locator("ol > li > button");
    await expect.poll(() => alone.getAttribute("aria-expanded")).toBe("true");
    await alone.click();
    await expect.poll(() => alone.getAttribute("aria-expanded")).toBe("false");
    await alone.click();
    await expect.poll(() => alone.getAttribute("aria-expanded")).toBe("true");
    await column(sunday).focus();
    await page.keyboard.press("Shift+ArrowLeft");
    await expect.poll(() => page.locator("ol > li").count()).toBe(2);
    // So are the first days of a station: the newest shows what is in it.
    await expect.poll(() => alone.first().getAttribute("aria-expanded")).toBe("true");
    expect(await alone.last().getAttribute("aria-expanded")).toBe("false");
    expect(new URL(page.url()).hash).toContain(`from=${saturday}&to=${sunday}`);
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as CSV" }).click();
    const csv = Buffer.concat(await (await (await saving).createReadStream()).toArray()).toString();
    const { found, delivered, refused, lost } = days.get(saturday) ?? {};
    expect(csv).toContain(`\r\n${saturday},${found},${delivered},${refused},${lost},`);
    expect(csv).toContain("02:10–06:22 Portal unreachable");
    expect(csv.split("\r\n")).toHaveLength(4);
    await page.evaluate(
      'window.print = () => { window.onPaper = document.querySelector("[data-printed]").innerText; }',
    );
    await page.getByRole("button", { name: "Print" }).click();
    const paper = String(await page.evaluate("window.onPaper"));
    const year = (date: string) => `${shortOf(date)} ${date.slice(0, 4)}`;
    expect(paper).toContain(`Log, ${year(saturday)} – ${year(sunday)}`);
    expect(paper).toContain("Portal unreachable 02:10–06:22");
    expect(paper).toContain(`${shortOf(saturday)}${delivered}${refused}${lost}`);
    await column(saturday).press("Escape");
    await expect.poll(() => page.locator("ol > li").count()).toBeGreaterThan(2);
  });

  test("a year is shown by weeks, and the days of one are chosen by keys", async () => {
    const { page } = at;
    await goTo(page, "/log");
    await page.getByText("A year", { exact: true }).click();
    const weeks = page.getByRole("group", { name: /^Weeks, oldest first/ }).getByRole("button");
    await expect.poll(() => weeks.count()).toBe(53);
    await weeks.last().focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url()).toMatch(/from=.*to=/);
    await expect.poll(() => weeks.last().getAttribute("aria-pressed")).toBe("true");
    expect(await dayLine(page, saturday).count()).toBe(1);
    await page.getByText("Deliveries (square root)").waitFor();
    await goTo(page, "/log");
  });

  test("the former address of the journal leads to its files, filters and all", async () => {
    const { page } = at;
    await page.evaluate('window.location.hash = "/journal?q=radar&kind=found"');
    await page.locator('main[data-page="/log"] h1').waitFor();
    await page.getByRole("button", { name: "Found", pressed: true }).waitFor();
    expect(await page.getByLabel("Search file names").inputValue()).toBe("radar");
    // Days between the lines are words; dates as in a table are for tables.
    await goTo(page, `/log?view=files&from=${saturday}&to=${saturday}`);
    // In January with its year.
    const day = new RegExp(`^${shortOf(saturday)}(?: ${saturday.slice(0, 4)})?$`);
    await page.getByRole("grid", { name: "Journal" }).getByText(day).waitFor();
    const rail = page.getByRole("navigation", { name: "Pages" });
    expect((await rail.getByRole("link").allInnerTexts()).map((name) => name.split("\n")[0])).toEqual([
      "Today",
      "Coverage",
      "Files",
      "Data",
      "Log",
      "Settings",
      "Help",
    ]);
  });

  test.runIf(kind.hasViews).each(["light", "dark"] as const)(
    "axe finds nothing serious, %s",
    async (theme) => {
      const size = theme === "light" ? "wide" : "narrow";
      const { page, faults } = await at.another({ theme, size });
      await comeBack(page, fridayMs + shiftMs);
      for (const address of ["/", `/log?day=${saturday}`]) {
        await goTo(page, address);
        await settled(page);
        const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
        const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
        expect(serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`)).toEqual([]);
        const over = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
        expect(over).toBeLessThanOrEqual(1);
      }
      expect(faults).toEqual([]);
    },
  );
});

/** `Sat 21 Nov` */
function shortOf(date: string): string {
  const [, , day] = date.split("-");
  const at = new Date(`${date}T00:00:00.000Z`);
  const name = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" }).format(at);
  return `${name({ weekday: "short" })} ${Number(day)} ${name({ month: "short" })}`;
}
