import { describe, expect, test } from "vitest";
import { reportHtml } from "#contract/report-html.ts";
import { monthInWords } from "#domain/calendar-month.ts";
import { fullReport } from "#test/support/builders/full-report.ts";
import { dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { seriousOf } from "./axe.ts";
import { tabTo } from "./keyboard.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openForTest, overhangOf } from "./page-place.ts";

const today = dayFromToday(0);
const thisMonth = today.slice(0, 7);
const lastMonth = dayFromToday(-Number(today.slice(8))).slice(0, 7);

describe.each(oneHost)("the report on the $name", (kind) => {
  test("opens from Coverage with the last month that is over, chooses another, and is printed alone, in light", async () => {
    const { page } = await openForTest(kind, {
      before: async ({ write }) => void (await write(liveName(today, "a"), "content")),
      view: { theme: "dark", size: "wide" },
    });
    await goTo(page, "/coverage");
    await tabTo(page, /^Report$/);
    await page.keyboard.press("Enter");
    const heading = page.getByRole("heading", { level: 1 });
    await expect
      .poll(() => heading.textContent())
      .toMatch(new RegExp(`^${monthInWords(lastMonth)} is without data`));
    await tabTo(page, /^Month/);
    await page.keyboard.press("ArrowUp");
    await expect
      .poll(() => heading.textContent())
      .toMatch(new RegExp(`^${monthInWords(thisMonth)} is not over yet$`));
    await page.getByText(/^(So far it is .*|It begins today)\.$/).waitFor();
    await expect.poll(() => page.getByRole("definition").allTextContents()).toContain("100 %");
    const row = page.getByRole("row", { name: /^Ceilometer/ });
    expect(await row.getByRole("img").getAttribute("aria-label")).toMatch(/\d days? not over$/);
    expect(await page.locator("main code").textContent()).toMatch(/^[0-9a-f]{64}$/);
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("button", { name: "Print" }).isVisible()).toBe(false);
    expect(await page.getByRole("combobox", { name: "Month" }).isVisible()).toBe(false);
    expect(await page.locator("body").evaluate((one) => getComputedStyle(one).backgroundColor)).toBe(
      "rgb(255, 255, 255)",
    );
  });

  // Over a bridge there is no HTTP to change an answer in.
  test.skipIf(kind.isDesktop)(
    "says no month complete in its title of which days are not checked",
    async () => {
      const { page } = await openForTest(kind);
      const sentence =
        "March 2026 is complete but for 6 days; 25 more are not yet checked against the portal.";
      await page.route("**/api/report", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ok: true, value: { ...fullReport(1), sentence } } });
      });
      await goTo(page, "/report?month=2026-03");
      await page.getByText(sentence, { exact: true }).waitFor();
      expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Report of March 2026");
    },
  );

  // Over a bridge there is no HTTP to change an answer in.
  test.skipIf(kind.isDesktop)("of four instruments fits on one sheet of A4, and shows each day", async () => {
    const { page } = await openForTest(kind);
    await page.route("**/api/report", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ok: true, value: fullReport(4) } });
    });
    await goTo(page, "/report?month=2026-03");
    const month = page.getByRole("img", { name: "31 days not complete" });
    await expect.poll(() => month.count()).toBe(4);
    expect(await overhangOf(page)).toBe(0);
    expect(await seriousOf(page)).toEqual([]);
    await page.emulateMedia({ media: "print" });
    // A4 within its margins.
    await page.setViewportSize({ width: 703, height: 1032 });
    const sheet = page.locator("main");
    await expect
      .poll(() => sheet.evaluate((main) => main.scrollHeight - main.getBoundingClientRect().top))
      .toBeLessThanOrEqual(1032);
    expect(await page.getByText("and 110 more lines").isVisible()).toBe(true);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  test("is found by its month, and refuses one that has not begun", async () => {
    const { page } = await openForTest(kind);
    await goTo(page, "/coverage");
    const [name = ""] = monthInWords(lastMonth).toLowerCase().split(" ");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /Go to a page/ }).fill(`report ${name}`);
    await page.getByRole("option", { name: /^Report of / }).waitFor();
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.getByRole("heading", { level: 1 }).textContent())
      .toContain(monthInWords(lastMonth));
    await goTo(page, "/report?month=9999-12");
    await page.getByText("December 9999 has not begun").waitFor();
  });

  test("saved as a page, twelve instruments whose every day is incomplete fit on one sheet of A4", async () => {
    const { page } = await openForTest(kind);
    await page.goto("about:blank");
    await page.setContent(reportHtml(fullReport(12)));
    await page.emulateMedia({ media: "print" });
    // A4 within its margins.
    await page.setViewportSize({ width: 703, height: 1032 });
    const sheet = await page.evaluate(() => ({
      overhang: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      height: document.body.getBoundingClientRect().height,
      rows: document.querySelectorAll("tbody tr").length,
    }));
    expect(sheet.rows).toBeGreaterThan(25);
    expect(sheet.overhang).toBe(0);
    expect(sheet.height).toBeLessThanOrEqual(1032);
  });
});
