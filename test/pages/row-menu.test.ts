import { afterEach, describe, expect, test } from "vitest";
import { type CliPlace, dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { tabTo } from "./keyboard.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openPagePlace, type PagePlace } from "./page-place.ts";

let at: PagePlace;
afterEach(() => at.close());

const waitLonger = { timeout: 30_000 };
const today = dayFromToday(0);
const nameOf = (what: string) => liveName(today, what);
const refusal = {
  method: "POST",
  requests: "every",
  fault: { answer: { status: 422, body: "Unknown instrument PID", when: "after-body" } },
} as const;

const twoFiles = async (place: CliPlace) => {
  for (const what of ["a", "b"]) await place.write(nameOf(what), `refused ${what}`);
};

describe.each(oneHost)("what can be done with a row of the queue, on the $name", (kind) => {
  const open = async () => {
    at = await openPagePlace(kind, { portal: { faults: [refusal] }, before: twoFiles });
    await goTo(at.page, "/queue");
    const grid = at.page.getByRole("grid", { name: "Uploads" });
    await at.page.getByRole("button", { name: "Retry 2 files" }).waitFor();
    return { page: at.page, grid };
  };
  /** The first row moves down by one. */
  const comeOnTop = async (grid: ReturnType<PagePlace["page"]["getByRole"]>) => {
    await at.place.write(nameOf("c"), "comes meanwhile");
    await expect.poll(() => grid.getAttribute("aria-rowcount"), waitLonger).toBe("4");
    await expect.poll(() => grid.getByRole("row").nth(1).textContent(), waitLonger).toContain(nameOf("c"));
  };
  const firstName = async (grid: ReturnType<PagePlace["page"]["getByRole"]>) =>
    (await grid.getByRole("row").nth(1).textContent())?.includes(nameOf("a")) ? nameOf("a") : nameOf("b");

  test("a question keeps to its file when another one takes its place in the list", async () => {
    const { page, grid } = await open();
    const mine = await firstName(grid);
    await page.getByRole("button", { name: `Actions for ${mine}` }).click();
    await page.getByRole("menuitem", { name: /Cancel this file/ }).click();
    const dialog = page.getByRole("dialog");
    await expect.poll(() => dialog.textContent()).toContain(mine);
    await comeOnTop(grid);
    expect(await dialog.textContent()).toContain(mine);
    await dialog.getByRole("button", { name: "Cancel this file" }).click();
    await page.getByText("1 file was cancelled").waitFor();
    const cancelled = grid.getByRole("row").filter({ has: page.getByRole("img", { name: "Cancelled" }) });
    await expect.poll(() => cancelled.count(), waitLonger).toBe(1);
    expect(await cancelled.textContent()).toContain(mine);
  });

  test("so does an open menu", async () => {
    const { page, grid } = await open();
    const mine = await firstName(grid);
    await page.getByRole("button", { name: `Actions for ${mine}` }).click();
    await page.getByRole("menuitem", { name: /Show history/ }).waitFor();
    await page.getByRole("menuitem", { name: "Explain why it needs you", exact: true }).waitFor();
    await comeOnTop(grid);
    await page.getByRole("menuitem", { name: /Show history/ }).click();
    await page.getByRole("complementary").getByRole("heading", { name: mine }).waitFor();
  });

  test("the arrow keys in its menu do not move the list", async () => {
    const { page, grid } = await open();
    const mine = await firstName(grid);
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
