import { describe, expect, test } from "vitest";
import { dateText } from "#base/text.ts";
import { dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openForTest, overhangOf } from "./page-place.ts";

const today = dayFromToday(0);
const inWords = (date: string) => dateText(date, Date.now());
const label = `Ceilometer, ${inWords(today)}:`;

describe.each(oneHost)("Coverage on paper and in files, on the $name", (kind) => {
  test("a month is printed on its own in dark on white, all days of it on one sheet, whatever the theme is", async () => {
    const { page } = await openForTest(kind, {
      before: async ({ write }) => void (await write(liveName(today, "a"), "content")),
      view: { theme: "dark", size: "wide" },
    });
    await goTo(page, "/coverage");
    await expect
      .poll(() => page.getByRole("gridcell", { name: label }).getAttribute("aria-label"))
      .toContain("1 accepted");
    // The report is there while the browser's own dialog is.
    await page.evaluate(
      `window.print = () => document.body.append(document.querySelector("[data-printed]").cloneNode(true))`,
    );
    await page.getByRole("button", { name: "Save or print" }).click();
    const [month = "", year = ""] = new Date(today)
      .toLocaleString("en", { month: "long", year: "numeric", timeZone: "UTC" })
      .split(" ");
    await page.getByRole("menuitem", { name: `${month} ${year}` }).click();
    const report = page.locator("[data-printed]");
    await report.waitFor({ state: "attached" });
    await page.emulateMedia({ media: "print" });
    // The width of A4 in landscape within its margins.
    await page.setViewportSize({ width: 1031, height: 700 });
    expect(await report.locator("h1").textContent()).toBe(`Coverage in ${month} ${year}`);
    expect(await report.locator("h1 + p").textContent()).toBe("Hyytiälä");
    expect(await page.locator("#root").isVisible()).toBe(false);
    const paper = await report.evaluate((one) => ({
      colour: getComputedStyle(one).color,
      days: one.querySelectorAll("thead th").length - 1,
      overhang: one.scrollWidth - document.documentElement.clientWidth,
      cells: [...one.querySelectorAll("td")].map(({ textContent }) => textContent).at(-1),
    }));
    expect(paper).toEqual({
      colour: "rgb(23, 34, 45)",
      days: Number(today.slice(8)),
      overhang: 0,
      cells: "1",
    });
    // Any other page is printed without what surrounds it, in its whole length.
    await report.evaluate((one) => one.remove());
    expect(await page.getByRole("navigation").first().isVisible()).toBe(false);
    expect(
      await page
        .locator("main")
        .evaluate((main) => [main.scrollHeight - main.clientHeight, getComputedStyle(main).overflow]),
    ).toEqual([0, "visible"]);
    expect(await page.locator("body").evaluate((one) => getComputedStyle(one).backgroundColor)).toBe(
      "rgb(255, 255, 255)",
    );
    expect(await page.getByRole("button", { name: "Save or print" }).isVisible()).toBe(false);
    await page.setViewportSize({ width: 718, height: 1040 });
    for (const address of ["/", "/instruments?name=Ceilometer", "/log", "/log?view=files", "/files"]) {
      await goTo(page, address);
      await expect.poll(() => overhangOf(page), { message: address }).toBeLessThanOrEqual(1);
      expect(await page.getByRole("navigation").first().isVisible()).toBe(false);
    }
  });

  test("the page is printed from the dark theme with the days in light colours, all 35 of them on A4", async () => {
    const { page } = await openForTest(kind, {
      before: async ({ write }) => void (await write(liveName(today, "a"), "content")),
      view: { theme: "dark", size: "wide" },
    });
    await goTo(page, "/coverage");
    const cell = page.getByRole("gridcell", { name: label });
    await expect.poll(() => cell.getAttribute("aria-label")).toContain("1 accepted");
    // A full bar is green, of another brightness in each theme.
    const looks = `(() => {
      const [dark, light] = [[116, 199, 147], [42, 113, 72]].map((colour) => String(colour));
      const seen = new Set();
      for (const canvas of document.querySelectorAll('[role="grid"] canvas')) {
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        for (let at = 0; at < data.length; at += 4) seen.add(String([...data.slice(at, at + 3)]));
      }
      const { width } = document.querySelector('[role="gridcell"]').getBoundingClientRect();
      return { dark: seen.has(dark), light: seen.has(light), fits: 35 * width < 540 };
    })()`;
    const onScreen = { dark: true, light: false, fits: false };
    const onPaper = { dark: false, light: true, fits: true };
    await expect.poll(() => page.evaluate(looks)).toEqual(onScreen);
    // A browser takes the page as it is behind this event, and only then as paper has it.
    const printed = await page.evaluate(`(dispatchEvent(new Event("beforeprint")), ${looks})`);
    expect(printed).toEqual(onPaper);
    await page.evaluate(`dispatchEvent(new Event("afterprint"))`);
    await expect.poll(() => page.evaluate(looks)).toEqual(onScreen);

    await page.emulateMedia({ media: "print" });
    await expect.poll(() => page.evaluate(looks)).toEqual(onPaper);
    await page.emulateMedia({ media: "screen" });
    await expect.poll(() => page.evaluate(looks)).toEqual(onScreen);
  });

  test("is saved as CSV and as a picture", async () => {
    const { page } = await openForTest(kind, {
      before: async ({ write }) => void (await write(liveName(today, "a"), "content")),
    });
    await goTo(page, "/coverage");
    await page.getByRole("gridcell", { name: label }).waitFor();
    const saved = async (item: string) => {
      await page.getByRole("button", { name: "Save or print" }).click();
      const download = page.waitForEvent("download");
      await page.getByRole("menuitem", { name: item }).click();
      const stream = await (await download).createReadStream();
      return Buffer.concat(await stream.toArray());
    };
    expect((await saved("Save as CSV")).toString()).toContain(`\r\nCeilometer,${today},`);
    const png = await saved("Save as PNG");
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect(png.readUInt32BE(16)).toBeGreaterThan(35 * 24);
  });
});
