import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seriousOf } from "./axe.ts";
import { tabTo } from "./keyboard.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openPagePlace, type PagePlace } from "./page-place.ts";

describe.each(oneHost)("the help on the $name", (kind) => {
  let at: PagePlace;
  beforeAll(async () => {
    at = await openPagePlace(kind);
  });
  afterAll(() => at.close());

  const heading = (name: string | RegExp) => at.page.getByRole("heading", { level: 1, name }).waitFor();
  const isSeen = (id: string) =>
    at.page.locator(`#${id}`).evaluate((one) => {
      const { top } = one.getBoundingClientRect();
      return top >= 0 && top < innerHeight / 2;
    });

  test("opens from the rail by the keyboard, a page of it, and a link in that page", async () => {
    const { page } = at;
    await page.keyboard.press("g");
    await page.keyboard.press("h");
    await heading("Help");
    await tabTo(page, /^Developing/);
    await page.keyboard.press("Enter");
    await heading(/^Developing/);
    await page.getByRole("article").getByRole("link").first().click();
    await page.waitForURL(/#\/help\//);
    expect(await seriousOf(page)).toEqual([]);
  });

  test("opens beside a heading at what it is about", async () => {
    const { page } = at;
    await goTo(page, "/coverage");
    await page.getByRole("link", { name: "Help: Coverage" }).click();
    await heading("The pages");
    await expect.poll(() => isSeen("coverage")).toBe(true);
  });

  test("finds sections by their words, and says where there is none", async () => {
    const { page } = at;
    await goTo(page, "/help");
    await page.getByRole("searchbox", { name: "Search the help" }).fill("password keychain");
    await page
      .getByRole("status")
      .getByText(/sections?$/)
      .waitFor();
    await page.getByRole("link", { name: "The password", exact: true }).click();
    await expect.poll(() => isSeen("the-password")).toBe(true);
    await goTo(page, "/help?find=zeppelin");
    await page.getByText("No section has all the words “zeppelin”").waitFor();
    await goTo(page, "/help/tasks/none");
    await page.getByText("There is no such help page").waitFor();
    await page.getByRole("link", { name: "All help pages" }).click();
    await heading("Help");
  });
});
