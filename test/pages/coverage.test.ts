import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { dateText } from "#base/text.ts";
import { monthInWords } from "#domain/calendar-month.ts";
import { sizes } from "#test/support/hosts/browser.ts";
import { dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { seriousOf } from "./axe.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openForTest, overhangOf } from "./page-place.ts";

const today = dayFromToday(0);
const inWords = (date: string) => dateText(date, Date.now());
const md5 = (text: string) => createHash("md5").update(text).digest("hex");
const label = `Ceilometer, ${inWords(today)}:`;

describe.each(oneHost)("Coverage on the $name", (kind) => {
  test("a day shows what is here and on the portal, is reached by keys, and opens", async () => {
    const { page, place } = await openForTest(kind, {
      async before({ write }) {
        for (const name of ["a", "b", "c"]) await write(liveName(today, name), `content ${name}`);
      },
    });
    await goTo(page, "/coverage");
    const cell = page.getByRole("gridcell", { name: label });
    await expect.poll(() => cell.getAttribute("aria-label")).toContain("3 files measured, 3 accepted");
    await cell.click();
    const panel = page.getByRole("complementary", { name: `Ceilometer, ${inWords(today)}` });
    await panel.getByRole("link", { name: liveName(today, "a") }).waitFor();
    expect(
      await panel.getByRole("heading").getByRole("link", { name: "Ceilometer" }).getAttribute("href"),
    ).toBe("#/instruments?name=Ceilometer");
    await expect.poll(() => panel.textContent()).toMatch(/Measured3 files.*Accepted3 of 3/s);

    await page.keyboard.press("Escape");
    await expect.poll(() => panel.count()).toBe(0);
    await cell.press("ArrowLeft");
    const before = page.getByRole("gridcell", { name: `Ceilometer, ${inWords(dayFromToday(-1))}:` });
    await expect.poll(() => before.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await page.getByRole("complementary", { name: `Ceilometer, ${inWords(dayFromToday(-1))}` }).waitFor();

    // A day of the station leads to the log, and says what is known of it.
    await page.keyboard.press("Escape");
    await before.press("ArrowUp");
    const station = page.getByRole("gridcell", { name: `This station, ${inWords(dayFromToday(-1))}:` });
    await expect.poll(() => station.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await station.getAttribute("aria-label")).toContain("nothing was recorded on this day");
    await station.press("Enter");
    await expect.poll(() => page.url()).toContain(`/log?from=${dayFromToday(-1)}`);
    // The address changes before the log is there. Coverage that was never left has no card where a day was clicked.
    await page.locator('main[data-page="/log"] h1').waitFor();
    await page.goBack();

    // The known facts of a day stand beside it while somebody points at it.
    await cell.hover();
    const card = page.locator("body > [aria-hidden]", { hasText: "Accepted3 of 3" });
    await card.waitFor();
    // However short the moment is: what is watched is the page's elements, not a frame of it.
    await page.evaluate(async () => {
      const isGone = () => document.querySelector("body > [aria-hidden] h3") === null;
      const gone = new Promise<void>((resolve) => {
        const watcher = new MutationObserver(() => {
          if (!isGone()) return;
          watcher.disconnect();
          resolve();
        });
        watcher.observe(document.body, { childList: true, subtree: true });
      });
      window.dispatchEvent(new Event("scroll"));
      await gone;
    });
    // The pointer still rests on it.
    await card.waitFor();
    await page.keyboard.press("Escape");
    await page.mouse.move(0, 0);
    await expect.poll(() => card.count()).toBe(0);

    // A later file is shown without a reload.
    await place.write(liveName(today, "d"), "content d");
    await expect.poll(() => cell.getAttribute("aria-label")).toContain("4 files measured");
  });

  test("an only instrument shows its months, with gaps in words, by hour and by keys; of two each has a row alone", async () => {
    const early = dayFromToday(-40);
    const { page, place, faults } = await openForTest(kind, {
      async before({ write }) {
        await write(liveName(early, "a"), "content a");
        await write(liveName(today, "b"), "content b");
      },
    });
    await goTo(page, "/coverage");
    const months = page.getByRole("grid", { name: /^Months and days/ });
    const name = monthInWords(early.slice(0, 7)).replace(/^(...)\w*/, "$1");
    const row = months.getByRole("row", { name: new RegExp(`^${name} `) });
    await expect.poll(() => row.textContent()).toMatch(/no file: \d+/);
    await page.getByRole("heading", { name: "Today, by hour (UTC)" }).waitFor();
    const cellOf = (date: string) => months.locator(`[data-at="${date}"]`);
    await expect.poll(() => cellOf(today).getAttribute("aria-label")).toContain("1 file measured");
    await cellOf(today).press("ArrowDown");
    const focused = () => page.evaluate("document.activeElement.dataset.at");
    const below = String(await focused());
    expect(below.slice(0, 7)).toBe(dayFromToday(-Number(today.slice(8))).slice(0, 7));
    await cellOf(below).press("ArrowLeft");
    await cellOf(String(await focused())).press("Enter");
    await page.getByRole("complementary", { name: /^Ceilometer, / }).waitFor();
    expect(await seriousOf(page)).toEqual([]);
    expect(await overhangOf(page)).toBe(0);
    const [first] = place.settings.instruments;
    const second = { ...first, name: "Radar", pattern: "radar_%Y%m%d_*.nc" };
    await place.configure({ ...place.settings, instruments: [first, second] });
    await place.write(`radar_${today.replaceAll("-", "")}_a.nc`, "content c");
    await expect.poll(() => months.count()).toBe(0);
    // Below the year each has its months again.
    await page.getByText("400 days", { exact: true }).click();
    await expect.poll(() => months.count()).toBe(2);
    await page.getByRole("region", { name: "Radar" }).getByText("1 file", { exact: true }).waitFor();
    expect(faults).toEqual([]);
  });

  test("days that move below a resting pointer when one is opened show no card", async () => {
    const { page } = await openForTest(kind, {
      async before({ write }) {
        await write(liveName(today), "content");
      },
    });
    await goTo(page, "/coverage");
    const cell = page.getByRole("gridcell", { name: label });
    const before = page.getByRole("gridcell", { name: `Ceilometer, ${inWords(dayFromToday(-1))}:` });
    const card = page.locator("body > [aria-hidden] h3");
    const { x, y } = (await cell.boundingBox()) ?? { x: 0, y: 0 };
    const [clientX, clientY] = [Math.ceil(x) + 4, Math.ceil(y) + 8];
    await page.clock.install();
    await page.mouse.click(clientX, clientY);
    await page.getByRole("complementary").waitFor();
    await before.dispatchEvent("pointerover", { pointerType: "mouse", clientX, clientY });
    await page.clock.runFor(1_000);
    expect(await card.count()).toBe(0);
    await before.dispatchEvent("pointerover", { pointerType: "mouse", clientX: clientX + 1, clientY });
    await page.clock.runFor(1_000);
    await card.waitFor();
  });

  test("nothing is said of products before the portal was asked", async () => {
    const { page } = await openForTest(kind, {
      async before({ write }, portal) {
        await write(liveName(today), "content");
        await portal.close();
      },
    });
    await goTo(page, `/coverage?instrument=Ceilometer&date=${today}`);
    const products = page.getByRole("region", { name: "Products of the day" });
    await expect.poll(() => products.textContent()).toBe("Products of the dayNot compared yet");
    await goTo(page, "/instruments?name=Ceilometer");
    await page.getByText("The portal's lists are read as soon as it answers.").waitFor();
  });

  test("what a list lacks stays accepted by its receipt, and is told", async () => {
    const { page, portal } = await openForTest(kind, {
      // The portal's list is read once in the test: before the host starts, it is as it will be.
      async before({ write, submit }, { tampering }) {
        for (const name of ["a", "b"]) await write(liveName(today, name), `content ${name}`);
        await submit();
        expect(tampering.forget(md5("content a"))).toBe(true);
      },
    });
    await goTo(page, "/coverage");
    const cell = page.getByRole("gridcell", { name: label });
    await expect.poll(() => cell.getAttribute("aria-label")).toContain("2 files measured, 2 accepted");
    await cell.click();
    await page.getByText(/Accepted, not in the list of .+, asked again/).waitFor();
    expect(portal.acceptances()).toHaveLength(2);
  });

  test("receipts are compared on the spot, and what was found stays to be seen", async () => {
    const { page, portal } = await openForTest(kind, {
      async before({ write }) {
        for (const name of ["a", "b"]) await write(liveName(today, name), `content ${name}`);
      },
    });
    await expect.poll(() => portal.acceptances().length).toBe(2);
    await goTo(page, "/coverage");
    await page.getByText("Not yet checked against the portal").waitFor();
    await page.getByRole("button", { name: "Verify now" }).click();
    await page.getByText("all 2 are on the portal as confirmed").waitFor();
    expect(portal.tampering.forget(md5("content a"))).toBe(true);
    await page.getByRole("button", { name: "Verify now" }).click();
    await page.getByText("of 2, 1 not confirmed yet: a second look decides").waitFor();
    await page.reload();
    await page.getByText("of 2, 1 not confirmed yet: a second look decides").waitFor();
    // A single look sends nothing again.
    expect(portal.acceptances()).toHaveLength(2);
  });

  // Over a bridge there is no HTTP to hold up.
  test.skipIf(kind.isDesktop)(
    "dragged through 90 days, each month is drawn once, and the station's line goes along",
    async () => {
      const { page } = await openForTest(kind, {
        before: async ({ write }) => void (await write(liveName(today, "a"), "content")),
      });
      // So narrow that the first of the months is not drawn ahead, whatever day this is.
      await page.setViewportSize(sizes.zoomed);
      await goTo(page, "/coverage?days=90");
      await expect
        .poll(() => page.getByRole("gridcell", { name: label }).getAttribute("aria-label"))
        .toContain("1 accepted");
      // Neither news nor another minute is a reason to draw a month again meanwhile.
      await page.route("**/api/**", () => undefined);
      await page.clock.setFixedTime(await page.evaluate<number>("Date.now()"));
      const dragged = await page.evaluate<{ drawn: number; drawings: number; left: number }>(`(async () => {
      const box = [...document.querySelectorAll('[role="grid"] *')].find((one) =>
        getComputedStyle(one).overflowX === "auto" && one.scrollWidth > one.clientWidth);
      let drawn = 0;
      let drawings = 0;
      const { getContext } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.getContext = function (...asked) {
        drawn++;
        return getContext.apply(this, asked);
      };
      for (let left = box.scrollLeft; left > 0; left -= 50) {
        box.scrollLeft = left;
        await new Promise(requestAnimationFrame);
        drawings = Math.max(drawings, document.querySelectorAll("[role=grid] canvas").length);
      }
      // The page draws when it comes to it.
      while (drawn < 2) await new Promise(requestAnimationFrame);
      box.scrollLeft = 100;
      return { drawn, drawings, left: box.scrollLeft };
    })()`);
      await page.unrouteAll();
      expect(dragged.left).toBe(100);
      // A head and a body each, of 4 months at most.
      expect(dragged.drawn).toBeLessThanOrEqual(8);
      expect(dragged.drawings).toBeLessThanOrEqual(8);

      const early = dayFromToday(-80);
      const leftOf = async (name: string) =>
        await page
          .getByRole("gridcell", { name: `${name}, ${inWords(early)}` })
          .evaluate((cell) => cell.getBoundingClientRect().left);
      await page.getByRole("gridcell", { name: `Ceilometer, ${inWords(early)}` }).waitFor();
      expect(await leftOf("This station")).toBe(await leftOf("Ceilometer"));
    },
  );

  test("35 days share the width of the page, and the months stand apart", async () => {
    const { page } = await openForTest(kind, {
      before: async ({ write }) => void (await write(liveName(today, "a"), "content")),
    });
    await goTo(page, "/coverage");
    const cell = page.getByRole("gridcell", { name: label });
    for (const [width, height] of [
      [1440, 900],
      [900, 600],
    ] as const) {
      await page.setViewportSize({ width, height });
      const rest = () =>
        cell.evaluate((one) => {
          const box = one.parentElement?.parentElement?.parentElement;
          return box == null
            ? null
            : [
                box.scrollWidth > box.clientWidth,
                Math.abs(box.getBoundingClientRect().right - one.getBoundingClientRect().right) < 35,
              ];
        });
      await expect.poll(rest).toEqual([false, true]);
    }
  });

  // Over a bridge there is no HTTP to hold up.
  test.skipIf(kind.isDesktop)("a product with errors says what its quality control found", async () => {
    const { page } = await openForTest(kind, {
      before: async ({ write }) => void (await write(liveName(today, "a"), "content")),
    });
    // As the host would say once the portal has told.
    await page.route("**/api/coverage.day", async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      const product = {
        product: "lidar",
        uuid: "4f1c8f0e-7d0b-4c55-9c1b-0a4d4f9d1b2e",
        volatile: true,
        errorLevel: "error",
      };
      json.value.day.published = [{ ...product, reasons: ["Value range: 8 values are outside"] }];
      await route.fulfill({ response, json });
    });
    await goTo(page, "/coverage");
    await page.getByRole("gridcell", { name: label }).click();
    const products = page.getByRole("region", { name: "Products of the day" });
    await products.getByText("Failed the checks").waitFor();
    await products.getByText("Value range: 8 values are outside").waitFor();
    await page.unrouteAll({ behavior: "wait" });
  });

  test("400 days are a year of months, each with its share; one opens to its days, by keys, too", async () => {
    const { page } = await openForTest(kind, {
      before: async ({ write }) => void (await write(liveName(today, "a"), "content")),
    });
    await goTo(page, "/coverage?days=400");
    const month = monthInWords(today.slice(0, 7));
    const cell = page.getByRole("gridcell", { name: `Ceilometer, ${month}:` });
    // It fills while one watches.
    await expect.poll(() => cell.getAttribute("aria-label")).toContain("1 under way");
    expect(await page.getByRole("gridcell").count()).toBeGreaterThanOrEqual(26);
    expect(await overhangOf(page)).toBeLessThanOrEqual(1);
    expect(await seriousOf(page)).toEqual([]);
    await cell.focus();
    await page.keyboard.press("ArrowUp");
    expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toContain(
      `This station, ${month}`,
    );
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("gridcell", { name: label }).waitFor();
    expect(await page.getByRole("radio", { name: month }).isChecked()).toBe(true);
    const days = page.getByRole("grid", { name: /^Instruments and days/ });
    expect(await days.getByRole("columnheader").count()).toBe(Number(today.slice(8)));
  });
});
