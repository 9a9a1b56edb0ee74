import { mkdir, rm } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { askHost } from "#test/support/hosts/ask-host.ts";
import { dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { atMost } from "#test/support/limits.ts";
import { seriousOf } from "./axe.ts";
import { cutWords } from "./cut-words.ts";
import { tabTo } from "./keyboard.ts";
import type { PageHostKind } from "./page-host.ts";
import { bridgeHosts, httpHosts, oneHost } from "./page-hosts.ts";
import { goTo, headlineOf, openForTest, settled } from "./page-place.ts";
import { situations } from "./today-situations.ts";

const waitLonger = { timeout: atMost(30_000) };
const view = { theme: "light", size: "narrow" } as const;
/** Its words are the longest. */
const inGerman = { ...view, motion: "reduce", language: "de" } as const;

/** True for what lies wholly within the first 600 pixels of the window. */
async function isOnTop(element: Locator): Promise<boolean> {
  const box = await element.boundingBox();
  return box !== null && box.y >= 0 && box.y + box.height <= 600 && box.width > 0;
}

/** By how many CSS pixels the page is wider than its window, or what is in a section than the section. */
async function overhangOf(page: Page): Promise<number> {
  return await page.evaluate(`(() => {
    const main = document.querySelector("main");
    const over = [...main.querySelectorAll("section"), main].map((one) => one.scrollWidth - one.clientWidth);
    return Math.max(document.documentElement.scrollWidth - innerWidth, ...over);
  })()`);
}

/** The rows of what needs somebody, and of what passes by itself. */
function rowsOf(page: Page): Locator {
  return page.locator('section[aria-label="Needs you"] > ul > li, section[aria-label^="Resolves"] > ul > li');
}

/** The causes of the page in its order. */
async function causesOf(page: Page): Promise<readonly string[]> {
  const labels = await rowsOf(page).locator("p:first-child").allTextContents();
  return labels.map((words) => words.trim());
}

/** Texts of the page that stand alone and are there twice. */
function twice(words: readonly string[], page: string): readonly string[] {
  return words.filter((one) => page.split(one).length > 2);
}

describe.each(oneHost)("three seconds before the page Today on the $name", (kind) => {
  test.each(situations)("$name", async ({ options, happens, headline, causes, ...said }) => {
    const button = (kind.isDesktop ? said.windowButton : undefined) ?? said.button;
    const { page, place, portal, faults, another } = await openForTest(kind, { ...options, view });
    await happens?.(place, portal);
    const display = page.locator("main [data-headline]");
    await expect.poll(() => display.getByRole("heading").textContent(), waitLonger).toBe(headline);
    expect(await isOnTop(display)).toBe(true);

    // A single button stands out, and it is the remedy of the gravest.
    const first = page.locator('main [data-variant="filled"]');
    await expect.poll(() => first.allTextContents(), waitLonger).toEqual(button === null ? [] : [button]);
    if (button !== null) expect(await isOnTop(first)).toBe(true);

    // The same causes in the same order as the host tells the tray and the command line.
    const needed = async () =>
      (await askHost(place.dataFolder, "status", {})).issues.filter((one) => one.kind !== "waiting").length;
    await expect.poll(needed, waitLonger).toBe(headline === "Waiting for the portal" ? 0 : causes);
    const inTray = async () => {
      const { tray } = await askHost(place.dataFolder, "tray", {});
      return tray.causes.map(({ label }) => label.replace(/ since [^;]* UTC$/, ""));
    };
    const { issues } = await askHost(place.dataFolder, "status", {});
    const labels = issues.map(({ label }) => label);
    expect(labels.length).toBeGreaterThanOrEqual(causes);
    await expect.poll(() => causesOf(page), waitLonger).toEqual(labels);
    await expect.poll(inTray, waitLonger).toEqual(labels.slice(0, 3));
    // Each names its instrument once, as a link to its page.
    const named = rowsOf(page).locator('a[href^="#/instruments?name="]');
    const own = issues.flatMap(({ instrument }) => instrument ?? []);
    await expect.poll(() => named.allTextContents(), waitLonger).toEqual(own);
    const { stdout } = await place.run("status");
    expect(stdout.startsWith(`${headline}.\n`)).toBe(true);
    const told = stdout.split("\n").filter((line) => line.startsWith("- "));
    expect(told.map((line, i) => line.startsWith(`- ${labels[i]}`))).toEqual(labels.map(() => true));

    // Nothing is told twice on one screen.
    const shown = (await page.locator("body").innerText()).replace(/\s+/g, " ");
    expect(twice([headline, ...labels], shown)).toEqual([]);
    expect(shown.split("% sent").length).toBeLessThanOrEqual(2);

    // A number in the narrow rail leaves its icon to be seen; one that has gone meanwhile is not measured.
    const numbers = page
      .getByRole("navigation", { name: "Pages" })
      .locator('span[aria-hidden="true"]:visible');
    for (const number of await numbers.all())
      expect((await number.boundingBox())?.width ?? 0).toBeLessThan(28);

    // Twice as large the page is usable, too, and by keys alone.
    await page.setViewportSize({ width: 450, height: 300 });
    expect(await overhangOf(page)).toBeLessThanOrEqual(1);
    if (button !== null) await tabTo(page, new RegExp(button));

    const german = await another(inGerman);
    await german.page.getByRole("region", { name: "Instrumente" }).waitFor();
    await settled(german.page);
    expect(await cutWords(german.page)).toEqual([]);
    // The portal's own words have none of these.
    expect(await german.page.locator("main").innerText()).not.toMatch(
      /\b(?:the|and|of|at|since|then|file)\b/,
    );
    expect(faults.filter((fault) => !/ERR_CONNECTION_REFUSED/.test(fault))).toEqual([]);
  });

  test("the first start", async () => {
    const { page, another } = await openForTest(kind, {
      password: null,
      before: (place) => rm(place.settingsFile),
      view,
    });
    await page.getByRole("heading", { name: "Which data portal?" }).waitFor();
    expect(await isOnTop(page.getByLabel("Portal address"))).toBe(true);
    expect(await isOnTop(page.getByRole("button", { name: "Next" }))).toBe(true);
    const german = await another(inGerman);
    await german.page.getByRole("heading", { name: "Welches Datenportal?" }).waitFor();
    expect(await cutWords(german.page)).toEqual([]);
  });

  test("the end of a backlog is told once all of it is safe, and the ring closes to the tick that once", async () => {
    const { page, place } = await openForTest(kind);
    const closing = page.locator("[data-headline] svg.settles");
    await askHost(place.dataFolder, "pause", { until: null });
    for (let n = 0; n < 25; n += 1) await place.write(liveName(dayFromToday(0), `${n}`), `content ${n}`);
    await askHost(place.dataFolder, "rescan", {});
    const queued = async () => (await askHost(place.dataFolder, "status", {})).totals.queued;
    await expect.poll(queued, waitLonger).toBe(25);
    await askHost(place.dataFolder, "resume", {});
    const ended = /^Everything is safe.*25 files in \d+ (?:s|min)/;
    await expect.poll(() => headlineOf(page), waitLonger).toMatch(ended);
    expect(await closing.count()).toBe(1);
    await page.reload();
    await expect.poll(() => headlineOf(page), waitLonger).toMatch(ended);
    expect(await closing.count()).toBe(0);
  });

  test("the old address and its name lead to it", async () => {
    const { page } = await openForTest(kind);
    for (const address of ["/station", "/today"]) {
      await goTo(page, "/files");
      await page.evaluate(`window.location.hash = ${JSON.stringify(address)}`);
      await page.locator('main[data-page="/"] h1').waitFor();
    }
    const rail = page.getByRole("navigation", { name: "Pages" });
    expect(await rail.getByRole("link").first().textContent()).toBe("Today");
  });

  test.each(["light", "dark"] as const)("axe finds nothing serious in it, %s", async (theme) => {
    const three = situations.find(({ causes }) => causes === 3);
    const { page } = await openForTest(kind, { ...three?.options, view: { theme, size: "wide" } });
    await expect
      .poll(() => page.getByRole("heading", { level: 1 }).textContent(), waitLonger)
      .toBe("3 things need you");
    await page.getByRole("region", { name: "Instruments" }).waitFor();
    expect(await seriousOf(page)).toEqual([]);
    if (theme === "dark") return;

    // An issue that is put off is counted, and stays in sight.
    const headline = page.getByRole("heading", { level: 1 });
    await page
      .getByRole("button", { name: /^Snooze: / })
      .first()
      .click();
    await page.getByRole("menuitem", { name: "Until it changes" }).click();
    await expect.poll(() => headline.textContent(), waitLonger).toBe("3 things need you, 1 snoozed");
    await page.getByRole("region", { name: "Snoozed" }).getByText("snoozed until it changes").waitFor();
    // An issue for which nobody is asked is not red on the way of the files either.
    const instruments = page
      .getByRole("region", { name: "From instrument to portal" })
      .getByRole("listitem")
      .first();
    await expect.poll(() => instruments.textContent(), waitLonger).toBe("InstrumentsSnoozed");
    await page.getByRole("button", { name: "End snooze" }).click();
    await expect.poll(() => headline.textContent(), waitLonger).toBe("3 things need you");
  });
});

describe.each(httpHosts)("an answer that is late, on the $name", (kind) => {
  test("a type has no name while its name is asked for, and its id where the portal does not tell", async () => {
    const { page } = await openForTest(kind);
    const asked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    await page.route("**/api/portal.instrumentTypes", async (route) => {
      asked.resolve();
      await release.promise;
      await route.abort();
    });
    await page.reload();
    const row = page.getByRole("region", { name: "Instruments" }).getByRole("listitem").first();
    await row.getByRole("link", { name: "Ceilometer" }).waitFor();
    await asked.promise;
    expect(await row.textContent()).not.toContain("cl61d");
    expect(await row.innerHTML()).not.toContain("cl61d");
    release.resolve();
    await row.getByText("cl61d").waitFor();
    await page.unrouteAll({ behavior: "wait" });
    await page.reload();
    await row.getByText("CL61 ceilometer").waitFor();
  });
});

async function openSilent(kind: PageHostKind) {
  const silent = situations.find(({ name }) => name === "an instrument is silent");
  const { page } = await openForTest(kind, { ...silent?.options });
  const needs = page.getByRole("region", { name: "Needs you" });
  await needs.getByText(/^Ceilometer stopped writing at/).waitFor(waitLonger);
  return { page, needs };
}

test.each(bridgeHosts)("on the $name the folder of a silent instrument is opened", async (kind) => {
  const { needs } = await openSilent(kind);
  await needs.getByRole("button", { name: "Open folder" }).waitFor();
});

test.each(httpHosts)(
  "on the $name Settings shows what is in the folder of a silent instrument",
  async (kind) => {
    const { page, needs } = await openSilent(kind);
    await needs.getByRole("link", { name: "Check the folder" }).click();
    // The instrument at fault, not the list of all.
    await page.locator('main[data-page="/settings/instruments/0"] h1').waitFor();
    expect(await page.locator('input[name="name"]').inputValue()).toBe("Ceilometer");
  },
);

describe.each(oneHost)("a folder that is gone on the $name", (kind) => {
  test("is looked for once more, and the answer is about it", async () => {
    const gone = situations.find(({ name }) => name === "a folder is gone");
    const { page, place } = await openForTest(kind, { ...gone?.options });
    const needs = page.getByRole("region", { name: "Needs you" });
    await needs.getByText("Cannot open the folder of Ceilometer").waitFor(waitLonger);
    await needs.getByRole("button", { name: "Check the drive" }).click();
    await page.getByText(`${place.folder} still does not exist.`, { exact: true }).waitFor(waitLonger);
    await mkdir(place.folder);
    await needs.getByRole("button", { name: "Check the drive" }).click();
    await page.getByText(`${place.folder} can be read again.`, { exact: true }).waitFor(waitLonger);
    await needs.waitFor({ ...waitLonger, state: "detached" });
  });
});
