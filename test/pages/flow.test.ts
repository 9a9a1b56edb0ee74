import { rename } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { askHost } from "#test/support/hosts/ask-host.ts";
import type { View } from "#test/support/hosts/browser.ts";
import { dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { atMost } from "#test/support/limits.ts";
import { movesNow } from "./motion.ts";
import { oneHost } from "./page-hosts.ts";
import { openForTest, overhangOf, settled } from "./page-place.ts";

const waitLonger = { timeout: atMost(30_000) };
const today = dayFromToday(0);

function wayOf(page: Page): { readonly toPc: Locator; readonly toPortal: Locator } {
  const legs = page.getByRole("region", { name: "From instrument to portal" }).locator("li[data-broken]");
  return { toPc: legs.nth(0), toPortal: legs.nth(1) };
}

/** Notes from now on which legs a mark travels along: 0 to the PC, 1 to the portal. */
async function watchMarks(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    window.travelled = [];
    document.addEventListener("animationstart", ({ target }) => {
      if (!("mark" in target.dataset)) return;
      const legs = [...document.querySelectorAll("li[data-broken]")];
      window.travelled.push(legs.indexOf(target.closest("li")));
    }, true);
  })()`);
}

async function travelledOn(page: Page): Promise<readonly number[]> {
  const legs = await page.evaluate<readonly number[]>("window.travelled");
  return [...new Set(legs)].toSorted();
}

/** How many files the page draws in the two days of its first instrument, whatever day it is. */
const drawnOf = async (page: Page) => {
  const strip = page.getByRole("region", { name: "Instruments" }).getByRole("img", { name: /^Ceilometer: / });
  return Number.parseInt((await strip.getAttribute("aria-label"))?.split(": ")[1] ?? "", 10);
};

/** Later than a busy machine can be by then: no clock goes back. */
const pause = (page: Page) => page.clock.pauseAt(Date.now() + atMost(30_000));

const deliveredOf = async (dataFolder: string) => (await askHost(dataFolder, "status", {})).totals.delivered;

describe.each(oneHost)("the way of the files on the $name", (kind) => {
  const open = async (view?: View) => {
    const at = await openForTest(kind, {
      ...(view === undefined ? {} : { view }),
      before: async (place) => void (await place.write(liveName(today, "a"), "content a")),
    });
    await wayOf(at.page).toPortal.getByText("1 file, 9 B").waitFor(waitLonger);
    return at;
  };

  /** A page that no mark has moved on: the one of the first file would keep others away for half a minute. */
  const again = async (page: Page) => {
    await page.reload();
    await wayOf(page).toPortal.getByText("1 file, 9 B").waitFor(waitLonger);
    await settled(page);
  };

  test("says no more of the portal than its last delivery, once that is long ago", async () => {
    const { page } = await open();
    const way = page.getByRole("region", { name: "From instrument to portal" });
    await way.getByText("Answers", { exact: true }).waitFor(waitLonger);
    await page.route("**/api/status", async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      const lastDeliveredAt = new Date(Date.parse(answer.value.lastDeliveredAt) - 3_600_000).toISOString();
      await route.fulfill({ response, json: { ...answer, value: { ...answer.value, lastDeliveredAt } } });
    });
    await page.reload();
    await way.getByText(/^latest: /).waitFor(waitLonger);
    expect(await way.getByText("Answers", { exact: true }).count()).toBe(0);
  });

  test("moves while a file goes along it, and at no other time", async () => {
    const { page, place, faults } = await open();
    await again(page);
    await expect.poll(() => movesNow(page)).toBe(0);
    await watchMarks(page);
    await place.write(liveName(today, "b"), "content b");
    await expect.poll(() => travelledOn(page), waitLonger).toEqual([0, 1]);
    // The page does nothing any more when the file is there.
    await expect.poll(() => movesNow(page), waitLonger).toBe(0);
    expect(await page.locator("[data-mark]").count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test("stands still for those who want no motion", async () => {
    const { page, place } = await open({ theme: "light", size: "wide", motion: "reduce" });
    await again(page);
    await watchMarks(page);
    await place.write(liveName(today, "b"), "content b");
    await wayOf(page).toPortal.getByText("2 files, 18 B").waitFor(waitLonger);
    await wayOf(page).toPortal.locator("[data-mark]").waitFor({ state: "attached" });
    expect(await travelledOn(page)).toEqual([]);
    expect(await movesNow(page)).toBe(0);
  });

  test("moves twice a minute at most, however many files go along it", async () => {
    const { page, place } = await open();
    await page.clock.install();
    await again(page);
    await watchMarks(page);
    await pause(page);
    const later = async <T>(ms: number, look: () => Promise<T>) => {
      await page.clock.runFor(ms);
      return await look();
    };
    const marks = (ms = 20) => later(ms, () => page.evaluate<number>("window.travelled.length"));
    const send = async (what: string, count: number) => {
      await place.write(liveName(today, what), `content ${what}`);
      await expect.poll(() => deliveredOf(place.dataFolder), waitLonger).toBe(count);
      // An answer that was on its way while the clock ran has the page rest for up to ten seconds of it.
      await expect.poll(() => later(250, () => drawnOf(page)), waitLonger).toBe(count);
      await page.clock.runFor(2_000);
    };
    await send("b", 2);
    // The page may ask for the status seconds of its clock later than for what is drawn.
    await expect.poll(() => marks(100), waitLonger).toBe(2);
    await expect.poll(() => movesNow(page), waitLonger).toBe(0);
    await send("c", 3);
    expect(await marks()).toBe(2);
    await page.clock.runFor(30_000);
    await send("d", 4);
    await expect.poll(() => marks(100), waitLonger).toBe(4);
  });

  test("stands still while nobody sees the page", async () => {
    const { page, place } = await open();
    await again(page);
    await watchMarks(page);
    await page.evaluate('Object.defineProperty(document, "hidden", { value: true, configurable: true })');
    await place.write(liveName(today, "b"), "content b");
    await wayOf(page).toPortal.getByText("2 files, 18 B").waitFor(waitLonger);
    // The other leg counts files by when they were written: of those an hour old it depends on the minute.
    await page.getByText(/^2 of today's 2 files/).waitFor(waitLonger);
    expect(await travelledOn(page)).toEqual([]);
    await page.evaluate("delete document.hidden");
    await place.write(liveName(today, "c"), "content c");
    await expect.poll(() => travelledOn(page), waitLonger).toEqual([0, 1]);
  });

  test("is broken where nothing can pass, and a file that comes moves on the rest of it", async () => {
    const { page, place } = await open();
    const { toPc, toPortal } = wayOf(page);
    await again(page);
    await askHost(place.dataFolder, "pause", { until: null });
    await expect.poll(() => toPortal.getAttribute("data-broken"), waitLonger).toBe("true");
    expect(await toPortal.locator("svg").count()).toBe(1);
    expect(await toPc.getAttribute("data-broken")).toBe("false");
    await watchMarks(page);
    await place.write(liveName(today, "b"), "content b");
    await expect.poll(() => drawnOf(page), waitLonger).toBe(2);
    await expect.poll(() => travelledOn(page), waitLonger).toEqual([0]);

    await rename(place.folder, `${place.folder}-away`);
    await askHost(place.dataFolder, "rescan", {});
    await expect.poll(() => toPc.getAttribute("data-broken"), waitLonger).toBe("true");
    await rename(`${place.folder}-away`, place.folder);
    await askHost(place.dataFolder, "resume", {});
    await askHost(place.dataFolder, "rescan", {});
    for (const leg of [toPc, toPortal])
      await expect.poll(() => leg.getAttribute("data-broken"), waitLonger).toBe("false");
  });

  test("counts the files of this hour and the one before, and changes no words twice within ten seconds", async () => {
    const { page, place } = await open();
    await page.clock.install();
    await again(page);
    const { toPortal, toPc } = wayOf(page);
    await pause(page);
    const words = async () => {
      await page.clock.runFor(250);
      return await toPortal.textContent();
    };
    await place.write(liveName(today, "b"), "content b");
    await expect.poll(words, waitLonger).toMatch(/^2 files, 18 B/);
    await place.write(liveName(today, "c"), "content c");
    await expect.poll(() => deliveredOf(place.dataFolder), waitLonger).toBe(3);
    // The page asks again and draws what it is told, for less than ten seconds of its clock.
    await page.clock.runFor(2_000);
    const drawn = async () => {
      await page.clock.runFor(10);
      return await drawnOf(page);
    };
    await expect.poll(drawn, waitLonger).toBe(3);
    await page.clock.runFor(1_000);
    expect(await toPortal.textContent()).toMatch(/^2 files, 18 B since \d\d:00 UTC$/);
    await page.clock.runFor(10_000);
    await expect.poll(() => toPortal.textContent()).toMatch(/^3 files, 27 B since \d\d:00 UTC$/);
    expect(await toPc.textContent()).toMatch(/^\d files? since \d\d:00 UTC$/);
  });

  test("is readable in every width", async () => {
    const { page } = await open();
    for (const width of [1_440, 900, 720, 450]) {
      await page.setViewportSize({ width, height: 600 });
      const { toPc, toPortal } = wayOf(page);
      for (const leg of [toPc, toPortal]) {
        expect(await leg.isVisible()).toBe(true);
        for (const words of await leg.locator("> span").all())
          expect((await words.boundingBox())?.height).toBeLessThan(30);
      }
      expect(await overhangOf(page)).toBeLessThanOrEqual(1);
    }
  });
});
