import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fillLedger } from "#bench/support/filled-ledger.ts";
import { askHost } from "#test/support/hosts/ask-host.ts";
import { ceilometer, dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { atMost } from "#test/support/limits.ts";
import { movesNow } from "./motion.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openForTest, openPagePlace, openRefused, type PagePlace } from "./page-place.ts";

const answer = { status: 422, body: "Unknown instrument PID", when: "after-body" } as const;
const refusesAll = { method: "POST", requests: "every", fault: { answer } } as const;
const today = dayFromToday(0);
const delivered = ["a", "b", "c"].map((what, n) => ({
  relPath: `live_20240301_${what}.nc`,
  size: [3_000, 1_000, 2_000][n] ?? 0,
  mtimeUs: 1_709_300_000_000_000 + n,
}));

/** The pointer moves a little each time it is set. */
let points = 0;

describe.each(oneHost)("the files of a station on the $name", (kind) => {
  let at: PagePlace;
  beforeAll(async () => {
    at = await openPagePlace(kind, {
      portal: { faults: [refusesAll] },
      async before(place) {
        await fillLedger(place.dataFolder, ceilometer.name, "delivered", delivered);
        for (const what of ["x", "y"]) await place.write(liveName(today, what), `refused ${what}`);
      },
    });
  });
  afterAll(() => at.close());

  const grid = () => at.page.getByRole("grid", { name: "Files" });
  /** The file names and section headers, from top to bottom. */
  const shown = async () =>
    (await grid().getByRole("row").allTextContents())
      .slice(1)
      .map((text) => /live_\d+_\w+/.exec(text)?.[0] ?? /^[A-Z][a-z ]+/.exec(text)?.[0] ?? text);
  const open = async (address = "/files") => {
    await at.page.mouse.move(0, 0);
    await goTo(at.page, "/settings/general");
    await at.page.evaluate(`window.location.hash = ${JSON.stringify(address)}`);
    await grid().waitFor();
  };
  const refused = ["y", "x"].map((what) => liveName(today, what).replace(/\.nc$/, ""));

  test("what needs a person is first, and what is delivered is folded below it", async () => {
    await open();
    await expect
      .poll(async () => (await shown()).toSorted())
      .toEqual(["Delivered", "Needs you", ...refused].toSorted());
    expect((await shown())[0]).toBe("Needs you");
    expect((await shown()).at(-1)).toBe("Delivered");
    const header = grid().getByRole("button", { name: /^Delivered 3/ });
    expect(await header.getAttribute("aria-expanded")).toBe("false");
    await header.press("Enter");
    await expect
      .poll(async () => (await shown()).slice(3))
      .toEqual(["Delivered", "live_20240301_c", "live_20240301_b", "live_20240301_a"]);
    await header.press("Enter");
    await expect.poll(async () => (await shown()).length).toBe(4);
  });

  test("a click on a column sorts each section by it, another turns it round, a third lets it be", async () => {
    await open("/files?state=delivered");
    const names = async () => (await shown()).map((name) => name.slice(-1)).join("");
    await expect.poll(names).toBe("cba");
    const size = grid().getByRole("columnheader", { name: "Size" });
    for (const [order, sorted] of [
      ["bca", "ascending"],
      ["acb", "descending"],
      ["cba", "none"],
    ] as const) {
      await size.getByRole("button").click();
      await expect.poll(names).toBe(order);
      expect(await size.getAttribute("aria-sort")).toBe(sorted);
    }
    await open("/files?sort=-name");
    await grid()
      .getByRole("button", { name: /^Delivered/ })
      .click();
    await expect
      .poll(async () =>
        (await shown())
          .slice(4)
          .map((name) => name.slice(-1))
          .join(""),
      )
      .toBe("cba");
    expect((await shown()).slice(1, 3)).toEqual(refused);
  });

  test("selected files are retried and sent again together, each where it can help", async () => {
    const { page } = at;
    await open("/files?state=delivered");
    const box = (name: string) => page.getByRole("checkbox", { name: `Select ${name}` });
    await box("live_20240301_c.nc").check();
    await box("live_20240301_a.nc").click({ modifiers: ["Shift"] });
    const bar = page.getByRole("region", { name: "Selected files" });
    await bar.getByText("3 files selected").waitFor();
    await bar.getByRole("button", { name: "Send 3 files again" }).waitFor();
    expect(await bar.getByRole("button", { name: /Retry|Cancel/ }).count()).toBe(0);
    await bar.getByRole("button", { name: "Clear selection" }).click();
    await expect.poll(() => bar.count()).toBe(0);

    await open("/files?state=blocked");
    await grid().focus();
    await page.keyboard.press("j");
    await page.keyboard.press("Space");
    await bar.getByText("1 file selected").waitFor();
    const refusals = () => at.portal.requests().filter(({ status }) => status === answer.status).length;
    const before = refusals();
    await bar.getByRole("button", { name: "Cancel 1 file" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("1 file is back in the queue.").waitFor();
    // It has been tried again, so that the next test finds both refused.
    await expect.poll(refusals).toBeGreaterThan(before);
    await page.getByRole("button", { name: "Close", exact: true }).first().click();
  });

  /** Notes the elements of the list that begin to move from here on. */
  const watchList = (list: Locator) =>
    list.evaluate((one) => {
      one.dataset.moved = "";
      one.addEventListener("animationstart", (event) => {
        one.dataset.moved += "animationName" in event ? `${event.animationName} ` : "";
      });
    });

  test("an instrument's name in a row opens the file, the arrow behind it the instrument, by a click and by keys", async () => {
    const { page } = at;
    // Beside the panel there is room for the column.
    await page.setViewportSize({ width: 1920, height: 1080 });
    await open("/files?state=blocked");
    const row = grid().getByRole("row", { name: refused[0] ?? "" });
    const arrow = row.getByRole("link", { name: `The page of ${ceilometer.name}` });
    // A row that slides is not where it was pressed.
    await expect.poll(shown).toEqual(refused);
    await expect.poll(() => movesNow(page)).toBe(0);
    await row.hover();
    const [tab] = await Promise.all([
      page.context().waitForEvent("page"),
      arrow.click({ modifiers: ["ControlOrMeta"] }),
    ]);
    await tab.close();
    expect(await page.getByRole("complementary").count()).toBe(0);
    await arrow.click();
    const heading = page.locator('main[data-page="/instruments"] h1', { hasText: ceilometer.name });
    await heading.waitFor();
    await page.goBack();
    await grid().waitFor();
    expect(new URL(page.url()).hash).toBe("#/files?state=blocked");

    const isFocused = (one: Locator) => one.evaluate((element) => element === document.activeElement);
    await row.getByText(ceilometer.name, { exact: true }).click();
    await page.getByRole("complementary", { name: "Upload" }).waitFor();
    await grid().focus();
    for (const key of ["ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
    expect(await isFocused(arrow)).toBe(true);
    for (const key of ["ArrowLeft", "ArrowLeft"]) await page.keyboard.press(key);
    expect(await isFocused(grid())).toBe(true);
    for (const key of ["ArrowRight", "ArrowRight", "Enter"]) await page.keyboard.press(key);
    await heading.waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test("a filter and a panel that is closed in the same moment do not undo each other", async () => {
    const { page } = at;
    await open("/files");
    await grid()
      .getByRole("row", { name: refused[0] ?? "" })
      .click();
    const panel = page.getByRole("complementary", { name: "Upload" });
    await panel.waitFor();
    await expect.poll(() => new URL(page.url()).hash).toMatch(/upload=/);
    const chip = page.getByRole("search").getByRole("button", { name: /^Needs you/ });
    const close = panel.getByRole("button", { name: "Close" });
    await close.evaluate(
      (one, other) => {
        for (const button of [other, one]) if (button instanceof HTMLElement) button.click();
      },
      await chip.elementHandle(),
    );
    await expect.poll(() => new URL(page.url()).hash).toBe("#/files?state=blocked");
    await expect.poll(() => panel.count()).toBe(0);
  });

  test("where a row has gone the others slide to their places, for those who want motion", async () => {
    const { page, place, faults } = await openRefused(kind, "x", "y", "z");
    const list = page.getByRole("grid", { name: "Files" });
    const needsYou = list.getByRole("button", { name: /^Needs you/ });
    for (const [reducedMotion, left, moved] of [
      ["reduce", 2, /^$/],
      ["no-preference", 1, /once/],
    ] as const) {
      await page.emulateMedia({ reducedMotion });
      await goTo(page, "/settings/general");
      await goTo(page, "/files");
      await expect.poll(() => needsYou.textContent()).toMatch(new RegExp(`${left + 1}$`));
      await watchList(list);
      const { uploads } = await askHost(place.dataFolder, "queue", { filter: { states: ["blocked"] } });
      await askHost(place.dataFolder, "cancel", { filter: { ids: [uploads[0]?.id ?? ""] } });
      await expect.poll(() => needsYou.textContent()).toMatch(new RegExp(`${left}$`));
      await expect.poll(() => list.getAttribute("data-moved")).toMatch(moved);
      // A row's height below its place.
      expect(await list.locator("[data-slides]").last().getAttribute("style")).toContain(
        "--slides-from: 34px",
      );
    }
    expect(faults).toEqual([]);
  });

  // Over a bridge there is no HTTP to hold up.
  test.skipIf(kind.isDesktop)(
    "rows stand still while they are pointed at, and say what became of them",
    async () => {
      const { page } = at;
      await open();
      await watchList(grid());
      const needsYou = grid().getByRole("button", { name: /^Needs you/ });
      await expect.poll(() => needsYou.textContent()).toMatch(/2/);
      const before = await shown();
      const name = `${before[1]}.nc`;
      const row = grid().getByRole("row", { name: new RegExp(name) });
      const point = async () => {
        const box = await row.boundingBox();
        await page.mouse.move((box?.x ?? 0) + 300 + (points++ % 9), (box?.y ?? 0) + 15);
      };
      // Earlier knowledge of these files is no answer, however late the answer comes.
      await page.route("**/api/queue", async (route) => {
        if (route.request().postData()?.includes('"ids"'))
          await new Promise((resolve) => setTimeout(resolve, 3_000));
        await route.continue();
      });
      await point();
      at.portal.setFaults([]);
      await page.getByRole("button", { name: `Actions for ${name}` }).click();
      await page.getByRole("menuitem", { name: "Retry now" }).click({ timeout: atMost(15_000) });
      await page.unrouteAll({ behavior: "wait" });
      // A success of the same cause takes its fellow along: both leave the section.
      await expect
        .poll(async () => {
          await point();
          return await row.textContent();
        })
        .toMatch(/\d\d:\d\d UTC.*Confirmed|Confirmed \d\d:\d\d UTC/);
      // A problem that is over becomes a tick.
      await expect.poll(() => grid().getAttribute("data-moved")).toMatch(/settle/);
      expect((await shown()).slice(0, 3)).toEqual(before.slice(0, 3));
      await page.getByText("The list does not move while you point at it").waitFor();
      await page.mouse.move(0, 0);
      await expect.poll(() => needsYou.count()).toBe(0);
      expect(at.faults).toEqual([]);
    },
  );

  test("no row stays empty while the list is pointed at and files come in above", async () => {
    const many = Array.from({ length: 260 }, (_, n) => ({
      relPath: `live_20240302_${n}.nc`,
      size: 1_000,
      mtimeUs: 1_709_400_000_000_000 + n,
    }));
    const { page, place, faults } = await openForTest(kind, {
      before: (one) => fillLedger(one.dataFolder, ceilometer.name, "delivered", many),
    });
    await goTo(page, "/files");
    const list = page.getByRole("grid", { name: "Files" });
    await list.getByTitle("live_20240302_259.nc", { exact: true }).waitFor();
    const point = async () => {
      const box = await list.boundingBox();
      await page.mouse.move((box?.x ?? 0) + 300 + (points++ % 9), (box?.y ?? 0) + 200);
    };
    // The first files stand where they are; those that come now push them down in the host's count.
    await point();
    const fresh = ["k", "l", "m", "n", "o"].map((what) => liveName(today, what));
    for (const name of fresh) await place.write(name, `content of ${name}`);
    const total = async () => (await askHost(place.dataFolder, "status", {})).totals.delivered;
    await expect
      .poll(
        async () => {
          await point();
          return await total();
        },
        { timeout: atMost(30_000) },
      )
      .toBe(265);
    expect(await list.getByTitle(fresh[0] ?? "", { exact: true }).count()).toBe(0);
    await list.evaluate((pane) => pane.scrollTo(0, 195 * 34));
    await list.getByTitle("live_20240302_60.nc", { exact: true }).waitFor();
    const empty = list.locator('[aria-busy="true"]');
    await expect
      .poll(async () => {
        await point();
        return await empty.count();
      })
      .toBe(0);
    const names = await list
      .locator('[role="row"] [title^="live_"]')
      .evaluateAll((cells) => cells.map((one) => one.getAttribute("title")));
    expect(new Set(names).size).toBe(names.length);
    expect(faults).toEqual([]);
  });

  // Over a bridge there is no HTTP to hold up.
  test.skipIf(kind.isDesktop)(
    "a file that goes from one section to another is in one place at any moment",
    async () => {
      const { page, place, portal, faults } = await openForTest(kind, {
        portal: { faults: [refusesAll] },
        async before(one) {
          await fillLedger(one.dataFolder, ceilometer.name, "delivered", delivered);
          await one.write(liveName(today, "wandering"), "wandering");
        },
      });
      await goTo(page, "/files");
      const row = page.getByRole("row", { name: /wandering/ });
      await row.waitFor();
      const section = (id: string) => page.locator(`[data-section="${id}"]`);
      await section("delivered").click();
      await page.mouse.move(0, 0);
      // Questions about one section are answered late.
      await page.route("**/api/queue*", async (route) => {
        if (route.request().postData()?.includes('"blocked"'))
          await new Promise((resolve) => setTimeout(resolve, 700));
        await route.continue();
      });
      await page.evaluate(`(() => {
      window.counts = new Set();
      const look = () => {
        const rows = [...document.querySelectorAll('[role="row"]')];
        window.counts.add(rows.filter(({ textContent }) => textContent.includes("wandering")).length);
      };
      look();
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
    })()`);
      portal.setFaults([]);
      await askHost(place.dataFolder, "retry", { filter: { states: ["blocked"] } });
      await expect.poll(() => section("needs-you").count()).toBe(0);
      await expect.poll(() => section("delivered").textContent()).toMatch(/4/);
      await page.unrouteAll({ behavior: "wait" });
      expect([...(await page.evaluate<Set<number>>("[...window.counts]"))]).toEqual([1]);
      expect(faults).toEqual([]);
    },
  );
});
