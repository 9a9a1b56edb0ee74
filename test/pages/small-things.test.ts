import { describe, expect, test } from "vitest";
import { oneHost } from "./page-hosts.ts";
import { goTo, openForTest } from "./page-place.ts";

describe.each(oneHost)("on the $name", (kind) => {
  test("an unknown address shows a page inside the frame with a way home", async () => {
    const { page, faults } = await openForTest(kind);
    await goTo(page, "/nowhere/at/all");
    expect(await page.locator("main").textContent()).toContain("/nowhere/at/all");
    expect(await page.locator("body").textContent()).not.toContain("[object");
    await page.locator("[data-headline]").waitFor();
    await page.getByRole("link", { name: "Go to Today" }).click();
    await page.locator('main[data-page="/"] h1').waitFor();
    expect(faults).toEqual([]);
  });

  test("a saved support bundle is said, with its name", async () => {
    const { page } = await openForTest(kind);
    await goTo(page, "/settings/backup");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save a support bundle" }).click(),
    ]);
    await page.getByText(`Saved as ${download.suggestedFilename()}`).waitFor();
  });

  test("the map shows the site that was chosen, also outside of the part that it shows", async () => {
    const { page } = await openForTest(kind);
    await goTo(page, "/data/sites");
    await page.getByText("Around your site").click();
    const chosen = page.getByRole("button", { name: "Mindelo" });
    await page.getByRole("row", { name: /Mindelo/ }).click();
    await expect.poll(() => chosen.getAttribute("aria-pressed")).toBe("true");
    const [dot, map] = await Promise.all([
      chosen.boundingBox(),
      page.getByRole("group", { name: "Map of the sites" }).boundingBox(),
    ]);
    if (dot === null || map === null) throw new Error("nothing is drawn");
    expect(dot.x).toBeGreaterThan(map.x);
    expect(dot.x + dot.width).toBeLessThan(map.x + map.width);
    expect(dot.y).toBeGreaterThan(map.y);
  });
});
