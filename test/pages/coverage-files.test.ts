import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { requestsOf } from "#test/support/portals/cli-portal.ts";
import { seriousOf } from "./axe.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openForTest, overhangOf } from "./page-place.ts";

const today = dayFromToday(0);
const md5 = (text: string) => createHash("md5").update(text).digest("hex");

const filesIn = (page: Page) => page.getByRole("region", { name: "Files of the day" });

/** The texts of the rows, without times. */
const rowsOf = (page: Page) => async () =>
  (await filesIn(page).getByRole("row").allTextContents()).map((row) => row.replace(/\d\d:\d\d UTC/g, " "));

describe.each(oneHost)("the files of a day in Coverage, on the $name", (kind) => {
  test("stand in one table, here beside the portal, and are sent again by keys", async () => {
    const { page, portal } = await openForTest(kind, {
      // The portal's list is read once in the test: before the host starts, it is as it will be.
      async before({ write, submit, folder }, { tampering }) {
        for (const name of ["a", "b", "c"]) await write(liveName(today, name), `content ${name}`);
        await submit();
        expect(tampering.forget(md5("content b"))).toBe(true);
        await rm(`${folder}/${liveName(today, "c")}`);
      },
    });
    await goTo(page, `/coverage?instrument=Ceilometer&date=${today}`);
    const [a, b, c] = [liveName(today, "a"), liveName(today, "b"), liveName(today, "c")];
    await expect
      .poll(rowsOf(page))
      .toEqual([
        "FileHerePortal",
        `${b}Delivered9 B Accepted, not in the list of  , asked again`,
        `${a}Delivered9 B Accepted`,
        `${c}No longer here9 B Accepted`,
      ]);
    expect(await page.getByRole("link", { name: b, exact: true }).getAttribute("href")).toMatch(
      /^#\/files\?upload=/,
    );
    expect(
      await filesIn(page)
        .getByRole("checkbox", { name: /^Select / })
        .count(),
    ).toBe(3);
    expect(await page.getByRole("checkbox", { name: `Select ${c}` }).count()).toBe(0);

    const all = page.getByRole("checkbox", { name: "Select all 2 files that can be sent again" });
    const send = page.getByRole("button", { name: /^Send .* again$/ });
    await all.press("Space");
    expect(await send.textContent()).toBe("Send 2 files again");
    await page.getByRole("checkbox", { name: `Select ${b}` }).press("Space");
    expect(await send.textContent()).toBe("Send 1 file again");
    expect(await all.evaluate((box) => (box as unknown as { indeterminate: boolean }).indeterminate)).toBe(
      true,
    );
    expect(await seriousOf(page)).toEqual([]);
    const posts = requestsOf(portal, "POST /upload/metadata");
    await send.press("Enter");
    await page.getByText("The file is back in the queue.").waitFor();
    await expect.poll(() => requestsOf(portal, "POST /upload/metadata")).toBe(posts + 1);
    expect(portal.acceptances()).toHaveLength(3);
    expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toMatch(
      /^Select .* that can be sent again$/,
    );
    expect(await send.count()).toBe(0);
    // Its receipt counts until it is withdrawn: on the word of a list alone nothing is called missing.
    expect(await page.getByRole("button", { name: /missing file/ }).count()).toBe(0);
  });

  // Over a bridge there is no HTTP to hold up.
  test.skipIf(kind.isDesktop)(
    "with long names fit beside the grid and below it; of many, some are drawn at first",
    async () => {
      const long = liveName(today, "long_name_of_a_file_".repeat(11));
      const { page, portal } = await openForTest(kind, {
        before: async ({ write }) => void (await write(long, "content")),
      });
      await expect.poll(() => portal.acceptances().length).toBe(1);
      await page.route("**/api/coverage.day", async (route) => {
        const response = await route.fetch();
        const json = await response.json();
        const [file] = json.value.files;
        if (file === undefined) return await route.fulfill({ response, json });
        const copies = Array.from({ length: 700 }, (_, n) => ({ ...file, relPath: `z${n}_${file.relPath}` }));
        json.value.files = copies.map((copy) => ({ ...copy, uploadId: null, recordUuid: copy.relPath }));
        json.value.files.push(file);
        await route.fulfill({ response, json });
      });
      await goTo(page, `/coverage?instrument=Ceilometer&date=${today}`);
      const rows = filesIn(page).getByRole("row");
      await expect.poll(() => rows.count()).toBe(301);
      await filesIn(page).getByText("401 more files of this day.").waitFor();
      for (const [width, height] of [
        [1440, 900],
        [900, 600],
      ] as const) {
        await page.setViewportSize({ width, height });
        expect(await overhangOf(page)).toBeLessThanOrEqual(1);
        const table = await filesIn(page).evaluate((one) => ({
          overhang: one.scrollWidth - one.clientWidth,
          highest: Math.max(...[...one.querySelectorAll("tbody tr")].map((row) => row.clientHeight)),
        }));
        expect(table.overhang).toBe(0);
        expect(table.highest).toBeLessThan(60);
        // However long its list is, the day stays within the window.
        const panel = await page.getByRole("complementary").boundingBox();
        expect((panel?.y ?? 0) + (panel?.height ?? 0)).toBeLessThanOrEqual(height);
        const box = page.getByRole("checkbox", { name: `Select ${long}` });
        await box.check();
        await box.scrollIntoViewIfNeeded();
        const send = await page.getByRole("button", { name: "Send 1 file again" }).boundingBox();
        expect((send?.y ?? 0) + (send?.height ?? 0)).toBeLessThanOrEqual(height);
      }
      for (const drawn of [601, 702]) {
        await page.getByRole("button", { name: "Show more" }).click();
        await expect.poll(() => rows.count()).toBe(drawn);
      }
      expect(await page.getByRole("button", { name: "Show more" }).count()).toBe(0);
      // On paper the whole list follows the grid.
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.emulateMedia({ media: "print" });
      const paper = await page.getByRole("complementary").evaluate((panel) => ({
        position: getComputedStyle(panel).position,
        isWhole: [...panel.children].every((part) => part.scrollHeight <= panel.clientHeight),
      }));
      expect(paper).toEqual({ position: "static", isWhole: true });
      expect(await page.getByRole("checkbox", { name: /^Select / }).count()).toBe(0);
      await page.unrouteAll({ behavior: "wait" });
    },
  );
});
