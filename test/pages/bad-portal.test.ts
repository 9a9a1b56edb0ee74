import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { FaultRule } from "#mock-portal/faults/faults.ts";
import { atMost } from "#test/support/limits.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openForTest } from "./page-place.ts";

const answer = (route: string, body: string, contentType = "application/json"): FaultRule => ({
  route,
  requests: "every",
  fault: { answer: { status: 200, body, headers: { "content-type": contentType }, when: "early" } },
});

describe.each(oneHost)("a portal that answers nonsense, on the $name", (kind) => {
  const open = (...faults: FaultRule[]) => openForTest(kind, { portal: { seed: "demo", faults } });

  test("a list in the wrong shape is one clear message; the other tabs work, and asking again is enough", async () => {
    const { page, portal } = await open(answer("/api/files", '{"not":"a list"}'));
    await goTo(page, "/data/files");
    const main = page.getByRole("main");
    await expect.poll(() => main.textContent()).toMatch(/\/api\/files/);
    // It does answer.
    await main.getByRole("heading", { name: "The portal's data cannot be shown" }).waitFor();
    await goTo(page, "/data/raw-files");
    await expect.poll(() => main.getByRole("status").first().textContent()).toMatch(/files?$/);
    portal.setFaults([]);
    await goTo(page, "/data/files");
    await page
      .getByRole("button", { name: /Try again|Reload from the portal/ })
      .first()
      .click();
    await expect.poll(() => main.getByRole("status").first().textContent()).toMatch(/^\d+ files$/);
  });

  test("a plot that is no PNG is reported on its tile, and the others are shown", async () => {
    const { page } = await open({
      route: "/api/download/image/**/lidar-beta/**",
      requests: "every",
      fault: { answer: { status: 200, body: "<html>no picture</html>", when: "early" } },
    });
    await goTo(page, "/data/plots");
    const figures = page.getByRole("figure");
    await expect.poll(() => figures.getByRole("img").count()).toBeGreaterThan(0);
    await expect.poll(() => figures.filter({ hasText: /PNG|image cannot|plot cannot/i }).count()).toBe(1);
  });

  test("a NetCDF file that is none says so, and the page goes on", async () => {
    const { page, portal } = await open();
    await goTo(page, "/data/files");
    await page.getByRole("row").nth(1).click();
    portal.setFaults([answer("/api/download/product/**", "this is no NetCDF", "application/octet-stream")]);
    const details = page.getByRole("complementary", { name: "Details of the file" });
    await details.getByRole("button", { name: "Look inside" }).click();
    await expect
      .poll(() => page.getByRole("dialog").textContent())
      .toMatch(/incomplete|instead of|checksum|NetCDF/);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await page.getByRole("row").nth(2).click();
    await details.waitFor();
  });

  test("a list that fails below a file can be asked for again, and a slow one leaves the rest usable", async () => {
    const { page, portal } = await open({
      route: "/api/raw-files",
      requests: "every",
      fault: { answer: { status: 400, body: "no list today", when: "early" } },
    });
    await goTo(page, "/data/files?product=classification");
    await page.getByRole("row").nth(1).click();
    const way = page.getByRole("region", { name: "Where it came from" });
    const again = way.getByRole("button", { name: "Try again" });
    await again.waitFor();
    portal.setFaults([]);
    await again.click();
    await expect.poll(() => way.textContent()).toMatch(/raw files.*\(this file\)/);

    portal.setFaults([{ route: "/api/**", requests: "every", fault: { blackHole: "before" } }]);
    await goTo(page, "/data?date=2020-01-01");
    await page.getByRole("button", { name: "The day before" }).click();
    await page.getByRole("tab", { name: "Sites" }).click();
    await page.locator('main[data-page="/data/sites"] h1').waitFor();
  });

  test("markup in the names of products and sites is text on every part of Data", async () => {
    const { page, portal } = await open();
    const markup = "<img src=x onerror=alert(1)>";
    const marked = async (path: string) =>
      (await (await fetch(`${portal.url}${path}`)).text())
        .replaceAll(/"humanReadableName":"/g, `$&${markup}`)
        .replaceAll(/"Hyyti/g, `"${markup}Hyyti`);
    const [files, whole, plots, sites] = await Promise.all(
      [
        "/api/files?site=hyytiala&showLegacy",
        "/api/files?site=hyytiala&product=radar&limit=1",
        "/api/visualizations?site=hyytiala",
        "/api/sites",
      ].map(marked),
    );
    portal.setFaults([
      answer("/api/files", files ?? ""),
      answer("/api/files/*", JSON.stringify(JSON.parse(whole ?? "[]")[0])),
      answer("/api/visualizations", plots ?? ""),
      answer("/api/sites", sites ?? ""),
    ]);
    await page.exposeFunction("alert", () => expect.unreachable("markup of the portal was run"));
    // Today has asked for the sites already.
    await page.reload();
    const main = page.getByRole("main");
    for (const address of ["/data", "/data/plots?view=tiles", "/data/files", "/data/sites"]) {
      await goTo(page, address);
      await main.getByText(markup, { exact: false }).first().waitFor();
      expect(await page.locator('img[src="x"]').count(), address).toBe(0);
    }
    await goTo(page, "/data/files");
    await page.getByRole("row").nth(1).click();
    const details = page.getByRole("complementary", { name: "Details of the file" });
    await details.getByText(markup, { exact: false }).first().waitFor();
    expect(await page.locator('img[src="x"]').count()).toBe(0);
  });

  // On the desktop's stand-in each of the 20 MB passes through the process of the tests, which has other pages to serve.
  test("20,000 files in one listing can be scrolled, found and sorted", {
    timeout: atMost(300_000),
  }, async () => {
    const { page, portal, faults } = await open();
    const record = (await (await fetch(`${portal.url}/api/raw-files?site=hyytiala&limit=1`)).json())[0];
    const list = Array.from({ length: 20_000 }, (_, index) => ({
      ...record,
      uuid: `00000000-0000-4000-8000-${index.toString(16).padStart(12, "0")}`,
      filename: index === 12_345 ? "<img src=x onerror=alert(1)>.nc" : `raw_${index}.nc`,
    }));
    portal.setFaults([answer("/api/raw-files", JSON.stringify(list))]);
    await goTo(page, "/data/raw-files");
    const status = page.getByRole("main").getByRole("status").first();
    await expect.poll(() => status.textContent(), { timeout: atMost(240_000) }).toBe("20,000 files");
    expect(await page.getByRole("row").count()).toBeLessThan(120);
    await page.getByRole("grid").focus();
    await page.keyboard.press("End");
    await expect.poll(() => page.locator('[aria-rowindex="20001"]').count()).toBe(1);
    await page.getByLabel("Find in these files").fill("onerror");
    await expect.poll(() => status.textContent()).toBe("1 of 20,000 files");
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(faults).toEqual([]);
  });
});

/** Arrives whole, with the size and the checksum that the portal states, and is something else than its name says. */
const contents = [
  ["text", "These are 42 numbers, but they are in no NetCDF file.", /is not a NetCDF file/],
  ["the first letters of NetCDF alone", "CDF\u0001\u0000\u0000\u0000", /is damaged or incomplete/],
] as const;

test.each(oneHost.flatMap((kind) => contents.map((content) => [kind.name, ...content, kind] as const)))(
  "on the %s a NetCDF file that holds %s is told as such, and the page goes on",
  async (_host, _what, content, words, kind) => {
    const { page, portal, faults } = await openForTest(kind, { portal: { seed: "demo" } });
    const listed = (await (await fetch(`${portal.url}/api/files?limit=2`)).json()) as readonly object[];
    const [first, second] = listed;
    const wrong = {
      ...first,
      filename: "20261121_not_netcdf.nc",
      product: {
        id: "radar",
        humanReadableName: "No NetCDF at all",
        type: ["instrument"],
        experimental: false,
      },
      size: String(Buffer.byteLength(content)),
      checksum: createHash("sha256").update(content).digest("hex"),
    };
    portal.setFaults([
      answer("/api/files", JSON.stringify([wrong, second])),
      answer("/api/files/*", JSON.stringify(wrong)),
      answer("/api/download/product/**", content, "application/octet-stream"),
    ]);
    await goTo(page, "/data/files");
    await page.getByRole("row", { name: /No NetCDF at all/ }).click();
    const details = page.getByRole("complementary", { name: "Details of the file" });
    await details.getByRole("button", { name: "Look inside" }).click();
    const dialog = page.getByRole("dialog");
    await expect.poll(() => dialog.textContent()).toMatch(words);
    expect(await dialog.textContent()).not.toMatch(/checksum|undefined|Error|h5wasm/);
    expect(await dialog.getByRole("list", { name: "Variables" }).count()).toBe(0);

    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    portal.setFaults([]);
    await goTo(page, "/data/raw-files");
    await page.getByRole("row").nth(1).waitFor();
    expect(faults).toEqual([]);
  },
);
