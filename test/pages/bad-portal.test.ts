import { afterEach, describe, expect, test } from "vitest";
import type { FaultRule } from "#mock-portal/faults/faults.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openPagePlace, type PagePlace } from "./page-place.ts";

let at: PagePlace;
afterEach(() => at.close());

const waitLonger = { timeout: 30_000 };
const answer = (route: string, body: string, contentType = "application/json"): FaultRule => ({
  route,
  requests: "every",
  fault: { answer: { status: 200, body, headers: { "content-type": contentType }, when: "early" } },
});

describe.each(oneHost)("a portal that answers nonsense, on the $name", (kind) => {
  const open = async (...faults: FaultRule[]) => {
    at = await openPagePlace(kind, { portal: { seed: "demo", faults } });
    return at.page;
  };

  test("a list in the wrong shape is one clear message; the other tabs work, and asking again is enough", async () => {
    const page = await open(answer("/api/files", '{"not":"a list"}'));
    await goTo(page, "/portal/files");
    const main = page.getByRole("main");
    await expect.poll(() => main.textContent(), waitLonger).toMatch(/\/api\/files/);
    await goTo(page, "/portal/raw-files");
    await expect.poll(() => main.getByRole("status").first().textContent(), waitLonger).toMatch(/files?$/);
    at.portal.setFaults([]);
    await goTo(page, "/portal/files");
    await page
      .getByRole("button", { name: /Try again|Reload from the portal/ })
      .first()
      .click();
    await expect
      .poll(() => main.getByRole("status").first().textContent(), waitLonger)
      .toMatch(/^\d+ files$/);
  });

  test("a plot that is no PNG is reported on its tile, and the others are shown", async () => {
    const page = await open({
      route: "/api/download/image/**",
      requests: 1,
      fault: { answer: { status: 200, body: "<html>no picture</html>", when: "early" } },
    });
    await goTo(page, "/portal/plots");
    const figures = page.getByRole("figure");
    await expect.poll(() => figures.getByRole("img").count(), waitLonger).toBeGreaterThan(0);
    await expect
      .poll(() => figures.filter({ hasText: /PNG|image cannot|plot cannot/i }).count(), waitLonger)
      .toBe(1);
  });

  test("a NetCDF file that is none says so, and the page goes on", async () => {
    const page = await open();
    await goTo(page, "/portal/files");
    await page.getByRole("row", { name: /\.nc/ }).first().click();
    at.portal.setFaults([
      answer("/api/download/product/**", "this is no NetCDF", "application/octet-stream"),
    ]);
    const details = page.getByRole("complementary", { name: "Details of the file" });
    await details.getByRole("button", { name: "Look inside" }).click();
    await expect
      .poll(() => page.getByRole("dialog").textContent(), waitLonger)
      .toMatch(/incomplete|instead of|checksum|NetCDF/);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await page.getByRole("row", { name: /\.nc/ }).nth(1).click();
    await details.waitFor();
  });

  test("20,000 files in one listing can be scrolled, found and sorted", async () => {
    const page = await open();
    const record = (await (await fetch(`${at.portal.url}/api/raw-files?site=hyytiala&limit=1`)).json())[0];
    const list = Array.from({ length: 20_000 }, (_, index) => ({
      ...record,
      uuid: `00000000-0000-4000-8000-${index.toString(16).padStart(12, "0")}`,
      filename: index === 12_345 ? "<img src=x onerror=alert(1)>.nc" : `raw_${index}.nc`,
    }));
    at.portal.setFaults([answer("/api/raw-files", JSON.stringify(list))]);
    await goTo(page, "/portal/raw-files");
    const status = page.getByRole("main").getByRole("status").first();
    await expect.poll(() => status.textContent(), waitLonger).toBe("20,000 files");
    expect(await page.getByRole("row").count()).toBeLessThan(120);
    await page.getByRole("grid").focus();
    await page.keyboard.press("End");
    await expect.poll(() => page.locator('[aria-rowindex="20001"]').count(), waitLonger).toBe(1);
    await page.getByLabel("Find in these files").fill("onerror");
    await expect.poll(() => status.textContent(), waitLonger).toBe("1 of 20,000 files");
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(at.faults).toEqual([]);
  });
});
