import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openRefused } from "./page-place.ts";

const nameOf = (what: string) => liveName(dayFromToday(0), what);

describe.each(oneHost)("what can be done with a row of the queue, on the $name", (kind) => {
  const open = async () => {
    const { page, place, another } = await openRefused(kind, "a", "b");
    await goTo(page, "/files");
    const grid = page.getByRole("grid", { name: "Files" });
    await page.getByRole("button", { name: "Retry 2 files" }).waitFor();
    // Below the columns and the section's own header.
    const first = async () => await grid.getByRole("row").nth(2).textContent();
    return {
      page,
      grid,
      another,
      /** The first row moves down by one. */
      async comeOnTop() {
        await place.write(nameOf("c"), "comes meanwhile");
        // The list stands still while it is pointed at.
        await page.mouse.move(0, 0);
        await expect.poll(() => grid.getAttribute("aria-rowcount")).toBe("5");
        await expect.poll(first).toContain(nameOf("c"));
      },
      firstName: async () => ((await first())?.includes(nameOf("a")) ? nameOf("a") : nameOf("b")),
    };
  };

  test("a file that is cancelled from its menu is that one, and is taken back by Undo", async () => {
    const { page, grid, firstName, comeOnTop } = await open();
    const mine = await firstName();
    await page.getByRole("button", { name: `Actions for ${mine}` }).click();
    await page.getByRole("menuitem", { name: "Cancel this file" }).waitFor();
    await comeOnTop();
    await page.getByRole("menuitem", { name: "Cancel this file" }).click();
    await page.getByText("1 file was cancelled").waitFor();
    await grid.getByRole("button", { name: /Replaced or cancelled/ }).click();
    const cancelled = grid.getByRole("row").filter({ has: page.getByRole("img", { name: "Cancelled" }) });
    await expect.poll(() => cancelled.count()).toBe(1);
    expect(await cancelled.textContent()).toContain(mine);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("1 file is back in the queue.").waitFor();
    await page.mouse.move(0, 0);
    await expect.poll(() => cancelled.count()).toBe(0);
    await expect.poll(() => grid.getByRole("button", { name: /^Needs you/ }).textContent()).toMatch(/3/);
  });

  test("an open menu keeps to its file when another one takes its place in the list", async () => {
    const { page, firstName, comeOnTop } = await open();
    const mine = await firstName();
    await page.getByRole("button", { name: `Actions for ${mine}` }).click();
    await page.getByRole("menuitem", { name: /Show history/ }).waitFor();
    await page.getByRole("menuitem", { name: "Explain why it needs you", exact: true }).waitFor();
    await comeOnTop();
    await page.getByRole("menuitem", { name: /Show history/ }).click();
    await page.getByRole("complementary").getByRole("heading", { name: mine }).waitFor();
  });

  // Over a bridge there is no HTTP to hold up.
  test.runIf(kind.hasViews && !kind.isDesktop)(
    "an open menu offers what its file's state allows by now",
    async () => {
      const { page, grid, another } = await open();
      await goTo(page, `/files?q=${nameOf("a")}`);
      // A menu closes when the list of another filter takes the place of its row.
      await expect.poll(() => grid.getAttribute("aria-rowcount")).toBe("2");
      await page.getByRole("button", { name: `Actions for ${nameOf("a")}` }).click();
      const cancelIt = page.getByRole("menuitem", { name: "Cancel this file" });
      await cancelIt.waitFor();
      await page.route("**/api/queue.windows", () => undefined);
      let points = 0;
      const pointedAt = async (item: Locator) => {
        const box = await grid.boundingBox();
        await page.mouse.move((box?.x ?? 0) + 300 + (points++ % 9), (box?.y ?? 0) + 15);
        return await item.count();
      };
      const { page: other } = await another({ theme: "light", size: "wide" });
      await goTo(other, "/files");
      await other.getByRole("button", { name: `Actions for ${nameOf("a")}` }).click();
      await other.getByRole("menuitem", { name: "Cancel this file" }).click();
      const explained = page.getByRole("menuitem", { name: "Explain why it is cancelled" });
      await expect.poll(() => pointedAt(explained)).toBe(1);
      expect(await cancelIt.count()).toBe(0);
      // The list moves on as soon as nobody points at it; until its answer is there, the file does not go back.
      await page.mouse.move(0, 0);
      await page.evaluate(
        "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))",
      );
      expect([await explained.count(), await cancelIt.count()]).toEqual([1, 0]);
      await page.unrouteAll();
    },
  );

  test("the arrow keys in its menu do not move the list", async () => {
    const { page, grid, firstName } = await open();
    const mine = await firstName();
    await page.getByRole("button", { name: `Actions for ${mine}` }).click();
    await page.getByRole("menuitem", { name: /Show history/ }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => page.evaluate("document.activeElement.getAttribute('role')")).toBe("menuitem");
    expect(await grid.locator('[aria-selected="true"]').count()).toBe(0);
    expect(await page.getByRole("complementary").count()).toBe(0);
  });
});
