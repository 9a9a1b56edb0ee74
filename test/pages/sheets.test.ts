import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ShownPage, View } from "#test/support/hosts/browser.ts";
import { ceilometer, dayFromToday } from "#test/support/hosts/cli-place.ts";
import { seriousOf } from "./axe.ts";
import { failingStation } from "./failing-station.ts";
import { lackOfRoom } from "./longer-words.ts";
import { motionOf, watchMotion } from "./motion.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openPagePlace, overhangOf, type PagePlace, settled } from "./page-place.ts";

const today = dayFromToday(0);

interface Sheet {
  readonly name: string;
  /** Address of the page on which it is opened. */
  readonly address: string;
  /** It finds its place by the words that it has then, so that they cannot become longer later. */
  readonly isMenu?: true;
  /** In a window the system's own dialog opens in its place. */
  readonly isOfSystem?: true;
  /** Opens it, and resolves when it is there. */
  readonly open: (page: Page) => Promise<void>;
}

/** Elements that are open over a page or beside it. */
const opened = '[role="dialog"], [role="menu"], aside';

const dialog = (page: Page) => page.getByRole("dialog").last();
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();
const openMenu = async (page: Page, name: string | RegExp) => {
  await press(page, name);
  await page.getByRole("menu").waitFor();
};
/** Opens a row of the list that has its focus, the first but one, as a person does who uses keys. */
const openRow = async (page: Page, row: RegExp) => {
  await page
    .getByRole("row", { name: row })
    .first()
    .click({ position: { x: 150, y: 15 } });
  await page.getByRole("complementary").last().getByRole("heading").first().waitFor();
};

/** Files chosen by hand: one that fits, one that fits nothing, markup and 200 characters in a name, an empty one. */
const chosen = [
  [`live_${today.replaceAll("-", "")}_usb.nc`, "CDF\u0001 from a stick"],
  ["letter.txt", "fits nothing"],
  ["<b>bold</b>.txt", "markup"],
  [`${"long".repeat(49)}.txt`, "200 characters"],
  ["empty.nc", ""],
].map(([name = "", text = ""]) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.from(text),
}));

/** Everything that opens over a page or beside it. */
const sheets: readonly Sheet[] = [
  {
    name: "the palette",
    address: "/files",
    async open(page) {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: /Go to a page/ }).waitFor();
    },
  },
  {
    name: "the keys",
    address: "/files",
    async open(page) {
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keys" }).waitFor();
    },
  },
  {
    name: "the sheet of added files",
    address: "/files",
    async open(page) {
      const chooser = page.waitForEvent("filechooser");
      await press(page, "Add files…");
      await (await chooser).setFiles(chosen);
      await dialog(page).getByText("Ready to send").waitFor();
      await dialog(page).getByText("empty files are never sent").waitFor();
    },
  },
  {
    name: "the menu of pauses",
    isMenu: true,
    address: "/files",
    open: (page) => openMenu(page, "Pause sending"),
  },
  {
    name: "the menu of a file",
    isMenu: true,
    address: "/files?state=blocked",
    open: (page) => openMenu(page, /^Actions for/),
  },
  {
    name: "selected files",
    address: "/files?state=blocked",
    async open(page) {
      for (const box of (await page.getByRole("checkbox", { name: /^Select / }).all()).slice(0, 2))
        await box.check();
      await page.getByRole("region", { name: "Selected files" }).waitFor();
    },
  },
  {
    name: "a refused file, explained",
    address: "/files?state=blocked",
    async open(page) {
      await openRow(page, /_00\.txt/);
      await page.getByRole("complementary").getByRole("button", { name: "Explain" }).click();
      await page.getByRole("region", { name: "Explanation" }).waitFor();
    },
  },
  { name: "a delivered file", address: "/files?state=delivered", open: (page) => openRow(page, /live_/) },
  {
    name: "a day of Coverage",
    address: `/coverage?instrument=${ceilometer.name}&date=${today}`,
    open: (page) => page.getByRole("complementary").last().getByRole("heading").first().waitFor(),
  },
  {
    name: "what Coverage saves and prints",
    isMenu: true,
    address: "/coverage",
    open: (page) => openMenu(page, "Save or print"),
  },
  { name: "a product", address: "/data/files", open: (page) => openRow(page, /Good/) },
  {
    name: "the look inside",
    address: "/data/files",
    async open(page) {
      await openRow(page, /Classification/);
      await press(page, "Look inside");
      await dialog(page).getByRole("list", { name: "Variables" }).waitFor();
    },
  },
  {
    name: "the folder of a download",
    address: "/data/files",
    isOfSystem: true,
    async open(page) {
      await page.getByRole("checkbox").nth(1).check();
      await press(page, /^Download 1 file/);
      await dialog(page).getByLabel("Folder path").waitFor();
    },
  },
  { name: "a raw file", address: "/data/raw-files", open: (page) => openRow(page, /LV1|nc|hpl/) },
  {
    name: "a plot in full size",
    address: "/data/plots",
    async open(page) {
      await page.getByRole("figure").getByRole("button").first().click();
      await dialog(page).locator("img").waitFor();
    },
  },
  { name: "a site", address: "/data/sites", open: (page) => openRow(page, /Hyyti/) },
  {
    name: "a day of the log",
    address: "/log",
    async open(page) {
      await press(page, /deliver(y|ies)/);
      await page.locator('main [aria-expanded="true"]').first().waitFor();
    },
  },
  {
    name: "what snoozes a cause",
    isMenu: true,
    address: "/",
    open: (page) => openMenu(page, /^Snooze/),
  },
  {
    name: "a new channel",
    address: "/settings/notifications",
    async open(page) {
      await press(page, /^Add a channel/);
      await page.getByLabel("Channel name").waitFor();
    },
  },
  {
    name: "the folder of an instrument",
    address: "/settings/instruments/0",
    async open(page) {
      await press(page, "Choose…");
      await dialog(page).getByLabel("Folder path").waitFor();
    },
  },
];

const views: readonly View[] = [
  { theme: "light", size: "zoomed" },
  { theme: "dark", size: "narrow" },
];

/** Gives the faults of an open element, in words. */
async function lacksOf(page: Page, isMenu: boolean): Promise<readonly string[]> {
  const overhang = await overhangOf(page);
  return [
    ...(await seriousOf(page)),
    ...(overhang > 1 ? [`${overhang} px too wide`] : []),
    ...(isMenu ? [] : (await lackOfRoom(page)).map((lack) => `with longer words, ${lack}`)),
  ];
}

describe.each(oneHost)("on the $name", (kind) => {
  describe.runIf(kind.hasViews)("every sheet, panel and menu", () => {
    let at: PagePlace;
    beforeAll(async () => {
      at = await openPagePlace(kind, { portal: { seed: "demo" }, before: failingStation });
      await at.page.locator("[data-headline]", { hasText: /need you/ }).waitFor();
      await at.page.close();
    });
    afterAll(() => at.close());

    describe.each(views)("$theme, $size", (view) => {
      let shown: ShownPage;
      beforeAll(async () => {
        shown = await at.another({ ...view, motion: "reduce" });
      });
      afterAll(() => shown.page.close());

      test.each(sheets.filter(({ isOfSystem }) => isOfSystem !== true || !kind.isDesktop))(
        "$name: nothing is serious, nothing hangs over or moves",
        async ({ address, isMenu, open }) => {
          const { page, faults } = shown;
          // Whatever the one before has opened is gone: most of it goes with its page.
          await goTo(page, "/settings/general");
          if ((await page.locator(opened).count()) > 0) await page.reload();
          await watchMotion(page);
          await goTo(page, address);
          await settled(page);
          await open(page);
          expect([...(await lacksOf(page, isMenu === true)), ...(await motionOf(page))]).toEqual([]);
          expect(faults.splice(0)).toEqual([]);
        },
      );
    });
  });
});
