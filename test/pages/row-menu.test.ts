import { describe, expect, test } from "vitest";
import { dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { tabTo } from "./keyboard.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openRefused } from "./page-place.ts";

const nameOf = (what: string) => liveName(dayFromToday(0), what);

describe.each(oneHost)("what can be done with a row of the queue, on the $name", (kind) => {
  const open = async () => {
    const { page, place } = await openRefused(kind, "a", "b");
    await goTo(page, "/files");
    const grid = page.getByRole("grid", { name: "Uploads" });
    await page.getByRole("button", { name: "Retry 2 files" }).waitFor();
    const first = async () => await grid.getByRole("row").nth(1).textContent();
    return {
      page,
      grid,
      /** The first row moves down by one. */
      async comeOnTop() {
        await place.write(nameOf("c"), "comes meanwhile");
        await expect.poll(() => grid.getAttribute("aria-rowcount")).toBe("4");
        await expect.poll(first).toContain(nameOf("c"));
      },
      firstName: async () => ((await first())?.includes(nameOf("a")) ? nameOf("a") : nameOf("b")),
    };
  };

  test("a question keeps to its file when another one takes its place in the list", async () => {
    const { page, grid, firstName, comeOnTop } = await open();
    const mine = await firstName();
    await page.getByRole("button", { name: `Actions for ${mine}` }).click();
    await page.getByRole("menuitem", { name: /Cancel this file/ }).click();
    const dialog = page.getByRole("dialog");
    await expect.poll(() => dialog.textContent()).toContain(mine);
    await comeOnTop();
    expect(await dialog.textContent()).toContain(mine);
    await dialog.getByRole("button", { name: "Cancel this file" }).click();
    await page.getByText("1 file was cancelled").waitFor();
    const cancelled = grid.getByRole("row").filter({ has: page.getByRole("img", { name: "Cancelled" }) });
    await expect.poll(() => cancelled.count()).toBe(1);
    expect(await cancelled.textContent()).toContain(mine);
  });

  test("so does an open menu", async () => {
    const { page, firstName, comeOnTop } = await open();
    const mine = await firstName();
    await page.getByRole("button", { name: `Actions for ${mine}` }).click();
    await page.getByRole("menuitem", { name: /Show history/ }).waitFor();
    await page.getByRole("menuitem", { name: "Explain why it needs you", exact: true }).waitFor();
    await comeOnTop();
    await page.getByRole("menuitem", { name: /Show history/ }).click();
    await page.getByRole("complementary").getByRole("heading", { name: mine }).waitFor();
  });

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

  test("after a question the focus is where it was", async () => {
    const { page } = await open();
    await tabTo(page, /^Retry 2 files/);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toMatch(/^Retry 2 files/);
  });
});
