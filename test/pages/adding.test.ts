import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { atMost } from "#test/support/limits.ts";
import { tabTo } from "./keyboard.ts";
import { pageHosts } from "./page-hosts.ts";
import { goTo, openForTest, openRefused } from "./page-place.ts";

const today = dayFromToday(0);
const name = liveName(today, "usb");
/** Begins like NetCDF, in a layout of which nothing is known. */
const content = "CDF\u0001 from a stick";

/** Drops real files and folders of this PC in the middle of the page, as a person does. */
async function drop(page: Page, paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { width, height } = page.viewportSize() ?? { width: 1000, height: 700 };
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await session.send("Input.dispatchDragEvent", { type, x: width / 2, y: height / 2, data });
  await session.detach();
}

describe.each(pageHosts.filter(({ hasViews }) => hasViews))("files that are dropped on the $name", (kind) => {
  test("are shown with what would be announced, and sent when a person says so", async () => {
    const { page, portal, place, faults } = await openForTest(kind);
    const stick = join(place.root, "stick");
    await mkdir(stick);
    await writeFile(join(stick, name), content);
    await drop(page, [join(stick, name)]);
    const sheet = page.getByRole("dialog", { name: "Add files" });
    await sheet.getByText("Ready to send").waitFor();
    for (const words of ["hyytiala", "cl61d", today]) await sheet.getByText(words).first().waitFor();
    expect(portal.requests().filter(({ method }) => method !== "GET")).toEqual([]);
    await tabTo(page, /^Send 1 file/);
    await page.keyboard.press("Enter");
    await expect.poll(() => portal.acceptances().map(({ filename }) => filename)).toEqual([name]);
    await page.locator('main[data-page="/files"]').waitFor();
    await page.getByRole("row", { name: new RegExp(name) }).waitFor();

    // The same file once more: nothing to send.
    await drop(page, [join(stick, name)]);
    await sheet.getByText("Already on the portal", { exact: true }).waitFor();
    expect(await sheet.getByRole("button", { name: "Send", exact: true }).isDisabled()).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    expect(faults).toEqual([]);
  });

  // Only the daemon's calls can be held up.
  test.skipIf(kind.isDesktop)(
    "go into the queue also when the sheet is closed while they are sent",
    async () => {
      const { page, portal, place, faults } = await openForTest(kind);
      const names = ["a", "b", "c"].map((what) => liveName(today, what));
      for (const one of names) await writeFile(join(place.root, one), `from a stick: ${one}`);
      await drop(
        page,
        names.map((one) => join(place.root, one)),
      );
      const reached = Promise.withResolvers<void>();
      const release = Promise.withResolvers<void>();
      await page.route("**/api/added.send", async (route) => {
        reached.resolve();
        await release.promise;
        await route.continue();
      });
      await page.getByRole("button", { name: "Send 3 files" }).click();
      await reached.promise;
      await page.keyboard.press("Escape");
      await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
      await goTo(page, "/log");
      release.resolve();
      await page.getByText("3 files are in the queue.").waitFor();
      await expect
        .poll(() =>
          portal
            .acceptances()
            .map(({ filename }) => filename)
            .toSorted(),
        )
        .toEqual(names.toSorted());
      // Somebody who has gone elsewhere is left there.
      await page.locator('main[data-page="/log"]').waitFor();
      expect(faults).toEqual([]);
    },
  );

  test("that need a choice ask for it; those that cannot be sent say why", async () => {
    const { page, portal, place, faults } = await openForTest(kind, {
      async before(one) {
        const [ceilometer] = one.settings.instruments;
        const folder = join(one.root, "radar");
        await mkdir(folder);
        const radar = { ...ceilometer, name: "Radar", folder, pattern: "%Y/%m/%d/*.dat" };
        await one.configure({ ...one.settings, instruments: [ceilometer, radar] });
      },
    });
    const stick = join(place.root, "stick");
    await mkdir(join(stick, "2024/05/01"), { recursive: true });
    await writeFile(join(stick, "empty.dat"), "");
    await writeFile(join(stick, "<b>bold.dat"), "with markup");
    await writeFile(join(stick, "letter.txt"), "fits nothing");
    await writeFile(join(stick, `${"long".repeat(49)}.dat`), "a long name");
    await writeFile(join(stick, "2024/05/01", "dated.dat"), "dated by its folders");
    await drop(page, [stick]);
    const sheet = page.getByRole("dialog", { name: "Add files" });
    const row = (words: RegExp) => sheet.getByRole("listitem").filter({ hasText: words });
    await row(/empty\.dat/)
      .getByText("empty files are never sent")
      .waitFor();
    await row(/<b>bold/)
      .getByText("the portal accepts only letters")
      .waitFor();
    await row(/letter\.txt/)
      .getByText("No instrument has such file names")
      .waitFor();
    await row(/longlong/)
      .getByText("The name contains no date")
      .waitFor();
    await row(/dated\.dat/)
      .getByText("Ready to send")
      .waitFor();
    await row(/letter\.txt/)
      .getByLabel("Instrument of letter.txt")
      .selectOption("Ceilometer");
    await row(/letter\.txt/)
      .getByRole("textbox", { name: "Measurement date of letter.txt" })
      .fill("2024-05-02");
    await row(/letter\.txt/)
      .getByText("Ready to send")
      .waitFor();
    await row(/longlong/)
      .getByRole("textbox", { name: /^Measurement date/ })
      .fill("2024-05-03");
    await row(/longlong/)
      .getByText("Ready to send")
      .waitFor();
    await sheet.getByRole("button", { name: "Send 3 files" }).click();
    const sent = () => portal.acceptances().map(({ filename }) => filename);
    await expect.poll(sent).toHaveLength(3);
    expect(new Set(sent())).toEqual(new Set(["dated.dat", "letter.txt", `${"long".repeat(49)}.dat`]));
    // A file that cannot be sent is still shown.
    await expect.poll(() => sheet.getByRole("listitem").count()).toBe(2);
    expect(faults).toEqual([]);
  });

  test("that were changed since they were dropped are not sent, and say so", async () => {
    const { page, place, faults } = await openForTest(kind);
    const path = join(place.root, "undated.nc");
    await writeFile(path, "as it was");
    await drop(page, [path]);
    const sheet = page.getByRole("dialog", { name: "Add files" });
    const date = sheet.getByRole("textbox", { name: "Measurement date of undated.nc" });
    await date.waitFor();
    await writeFile(path, "longer than it was");
    await sheet.getByLabel("Instrument of undated.nc").selectOption("Ceilometer");
    await date.pressSequentially(today);
    expect(await date.inputValue()).toBe(today);
    await sheet.getByText("This file can no longer be read. It was changed, moved or deleted.").waitFor();
    expect(faults).toEqual([]);
  });

  test.skipIf(kind.isDesktop)(
    "six hundred at once are taken up to the most that one sheet has, told so, and can be worked on meanwhile",
    async () => {
      const { page, place, faults } = await openForTest(kind);
      const stick = join(place.root, "stick");
      await mkdir(stick);
      const nameOf = (n: number) => liveName(today, `usb${String(n).padStart(3, "0")}`);
      await Promise.all(
        Array.from({ length: 600 }, (_, n) => writeFile(join(stick, nameOf(n)), `file ${n}`)),
      );
      // In two times, of which each has room by itself.
      const paths = (from: number, to: number) =>
        Array.from({ length: to - from }, (_, n) => join(stick, nameOf(from + n)));
      await drop(page, paths(0, 300));
      const sheet = page.getByRole("dialog", { name: "Add files" });
      const rows = sheet.getByRole("listitem");
      const waitLong = { timeout: atMost(120_000) };
      await expect.poll(() => rows.count(), waitLong).toBe(300);
      expect(await sheet.getByRole("alert").count()).toBe(0);
      const release = Promise.withResolvers<void>();
      await page.route("**/api/added.append", async (route) => {
        await release.promise;
        await route.continue();
      });
      await drop(page, paths(300, 600));
      await expect.poll(() => rows.count(), waitLong).toBe(500);
      await sheet.getByText("Only the first 500 files are added.").waitFor();
      await sheet.getByText(/\d being copied/).waitFor();
      // While the others are copied.
      await sheet.getByRole("button", { name: `Remove ${nameOf(1)} from the list` }).click();
      await expect.poll(() => rows.count()).toBe(499);
      release.resolve();
      await sheet.getByRole("button", { name: /^Send \d+ files?$/ }).waitFor(waitLong);
      await page.keyboard.press("Escape");
      await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
      const left = async () =>
        (await readdir(join(place.dataFolder, "added"), { recursive: true })).filter((one) =>
          one.includes("usb"),
        );
      await expect.poll(left, waitLong).toEqual([]);
      expect(faults).toEqual([]);
    },
    240_000,
  );

  test("leave no copy behind that nobody wants: of a cancelled one it can be deleted", async () => {
    const { page, place, faults } = await openRefused(kind);
    const path = join(place.root, name);
    await writeFile(path, "unwanted");
    await drop(page, [path]);
    await page.getByRole("button", { name: "Send 1 file" }).click();
    const copies = async () =>
      (await readdir(join(place.dataFolder, "added"), { recursive: true })).filter((one) =>
        one.endsWith(name),
      );
    await page
      .getByRole("grid", { name: "Files" })
      .getByRole("button", { name: /^Needs you/ })
      .waitFor();
    const choose = async (action: string) => {
      await page.getByRole("button", { name: `Actions for ${name}` }).click();
      await page.getByRole("menuitem", { name: action }).click();
    };
    await choose("Cancel this file");
    await goTo(page, "/files?state=cancelled");
    // The list before it shows the same file for a moment.
    await page.getByRole("row", { name: new RegExp(`${name}.*Cancelled`) }).waitFor();
    expect(await copies()).toHaveLength(1);
    await choose("Delete its copy");
    await page.getByText("The copy in the data folder is deleted.").waitFor();
    expect(await copies()).toEqual([]);
    expect(faults).toEqual([]);
  });

  test("may be chosen from Files, and are given up with the sheet", async () => {
    const { page, portal, place } = await openForTest(kind);
    const path = join(place.root, name);
    await writeFile(path, content);
    await goTo(page, "/files");
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Add files…" }).click();
    await (await chooser).setFiles([path]);
    const sheet = page.getByRole("dialog", { name: "Add files" });
    await sheet.getByText("Ready to send").waitFor();
    await sheet.getByRole("button", { name: "Not now" }).click();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    expect(portal.acceptances()).toEqual([]);
  });
});
