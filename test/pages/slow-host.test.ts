import { describe, expect, test } from "vitest";
import { dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { httpHosts } from "./page-hosts.ts";
import { goTo, openForTest, openRefused } from "./page-place.ts";

describe.each(httpHosts)("a host that is slow or gone, on the $name", (kind) => {
  test("no action names the number of a filter that is left", async () => {
    const { page } = await openRefused(kind, "a", "b", "c");
    await goTo(page, "/files");
    const retries = page.getByRole("button", { name: /^Retry (all )?\d+ files/ });
    await expect.poll(() => retries.allTextContents()).toEqual(["Retry 3 files"]);
    const release = Promise.withResolvers<void>();
    await page.route("**/api/queue.counts", async (route) => {
      if (route.request().postData()?.includes('"text"') === true) await release.promise;
      await route.continue();
    });
    await page.getByLabel("Search file names").fill(liveName(dayFromToday(0), "a"));
    await expect.poll(() => page.getByRole("grid").getAttribute("aria-rowcount")).toBe("2");
    for (const button of [...(await retries.all()), page.getByRole("button", { name: "More actions" })])
      expect(await button.isDisabled()).toBe(true);
    release.resolve();
    const one = page.getByRole("button", { name: /^Retry (this|1) file/ });
    await expect.poll(() => one.count()).toBe(1);
    for (const button of await one.all()) expect(await button.isDisabled()).toBe(false);
  });

  test("a page that nobody serves any more says so, and the rest stays to be read", async () => {
    const { page } = await openForTest(kind);
    const main = page.getByRole("main");
    await main.getByRole("link", { name: "Ceilometer" }).waitFor();
    await page.route("**/*", (route) => route.abort());
    await page.getByRole("link", { name: "Coverage" }).click();
    await main.getByText("This page could not be shown").waitFor();
    await main.getByText("Skyferry has stopped or was updated. Your files are safe").waitFor();
    await main.getByRole("button", { name: "Reload the page" }).click();
    await page.getByText("Skyferry has stopped or does not answer.", { exact: true }).waitFor();
    await page.unrouteAll({ behavior: "wait" });
    await main.getByRole("button", { name: "Reload the page" }).click();
    await page.getByRole("heading", { name: "Coverage", level: 1 }).waitFor();
  });

  test("a dialog that nobody serves any more says so in a line, and the page stays as it was", async () => {
    const { page } = await openForTest(kind);
    await goTo(page, "/files");
    const title = page.getByRole("heading", { name: "Files", exact: true, level: 1 });
    const told = page.getByRole("alert").filter({ hasText: "This could not be opened" });
    const open = {
      palette: () => page.keyboard.press("Control+k"),
      keys: () => page.keyboard.press("?"),
      adding: () =>
        page
          .getByRole("main")
          .locator('input[type="file"]')
          .setInputFiles({ name: "a.nc", mimeType: "", buffer: Buffer.from("a") }),
    };
    await page.route("**/*", (route) => route.abort());
    // The same one twice: it does not count as open.
    for (const press of [open.palette, ...Object.values(open)]) {
      await press();
      await told.getByText("This could not be opened: Skyferry has stopped or was updated.").waitFor();
      await title.waitFor();
      await told.getByRole("button", { name: "Close" }).click();
      await expect.poll(() => told.count()).toBe(0);
    }
    await open.palette();
    await told.waitFor();
    await page.unrouteAll({ behavior: "wait" });
    await told.getByRole("button", { name: "Reload the page" }).click();
    await expect.poll(() => told.count()).toBe(0);
    await title.waitFor();
    await open.palette();
    await page.getByRole("combobox", { name: /Go to a page/ }).waitFor();
  });

  test("a tab or a map that nobody serves any more says so in its place, and the rest of Data works", async () => {
    const { page } = await openForTest(kind, { portal: { seed: "demo" } });
    const main = page.getByRole("main");
    const failed = main.getByRole("alert");
    await goTo(page, "/data/files");
    await main.getByRole("row").nth(2).waitFor();
    await page.route(/(site|catalogue)-tab.*js$/, (route) => route.abort());
    for (const name of ["Sites", "Catalogue"]) {
      await main.getByRole("tab", { name }).click();
      await failed.getByText("Skyferry has stopped or was updated. Your files are safe").waitFor();
      await failed.getByRole("button", { name: "Reload the page" }).waitFor();
      await main.getByRole("tab", { name: "Files", exact: true }).click();
      await main.getByRole("row").nth(2).waitFor();
    }
    await page.unrouteAll({ behavior: "wait" });
    await page.route("**/world-map*.js", (route) => route.abort());
    await main.getByRole("tab", { name: "Sites" }).click();
    await failed.getByRole("button", { name: "Reload the page" }).click();
    await failed.getByText("The map could not be shown").waitFor();
    await main.getByRole("row", { name: /Hyyti/ }).click();
    await page.getByRole("complementary").getByText("Latitude").waitFor();
    await page.unrouteAll({ behavior: "wait" });
    await failed.getByRole("button", { name: "Reload the page" }).click();
    await main.getByLabel("Map of the sites").waitFor();
    expect(await failed.count()).toBe(0);
  });

  test("a headline whose button did nothing says so", async () => {
    const { page } = await openForTest(kind);
    await goTo(page, "/files");
    await page.getByRole("button", { name: "Pause sending" }).click();
    await page.getByRole("menuitem", { name: /1 hour/ }).click();
    const goOn = page.locator("[data-headline]").getByRole("button", { name: "Resume sending" });
    await goOn.waitFor();
    await expect.poll(() => page.getByRole("button", { name: /^(Resume|Pause) sending/ }).count()).toBe(1);
    await page.route("**/api/resume", (route) => route.abort());
    await goOn.click();
    await page.getByText("Skyferry has stopped or does not answer.").waitFor();
  });
});
