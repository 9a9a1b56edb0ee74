import { AxeBuilder } from "@axe-core/playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sizes, type View } from "../harness/browser.ts";
import { pageHosts } from "../harness/page-hosts.ts";
import { goTo, openPagePlace, type PagePlace } from "../harness/page-place.ts";
import { troubleStation } from "../harness/troubled-station.ts";

/** Every page of a station in trouble, in each theme and size: nothing that axe calls serious, nothing wider than the window. */
let at: PagePlace;
beforeAll(async () => {
  const [daemon] = pageHosts;
  if (daemon === undefined) throw new Error("no host");
  at = await openPagePlace(daemon, { portal: { seed: "demo" }, before: troubleStation });
  await at.page.locator("[data-truth]", { hasText: /safe here/ }).waitFor();
});
afterAll(() => at.close());

const addresses = [
  "/",
  "/queue",
  "/journal",
  "/portal/files",
  "/portal/model-files",
  "/portal/raw-files",
  "/portal/plots",
  "/portal/sites",
  "/portal/catalogue",
  "/settings/instruments",
  "/settings/instruments/1",
  "/settings/portal",
  "/settings/notifications",
  "/settings/program",
  "/settings/backup",
  "/setup",
  "/setup/credentials",
  "/setup/instrument",
  "/setup/files",
];
const views: readonly View[] = (["light", "dark"] as const).flatMap((theme) =>
  (Object.keys(sizes) as View["size"][]).map((size) => ({ theme, size })),
);

describe.each(views)("$theme, $size", (view) => {
  test("axe finds nothing serious, nothing hangs over, and no page complains", async () => {
    const { page, faults } = await at.another(view);
    const found: string[] = [];
    for (const address of addresses) {
      await goTo(page, address);
      await page.locator("main h1").waitFor();
      await page.waitForTimeout(800);
      const { violations } = await new AxeBuilder({ page }).analyze();
      for (const { id, impact, nodes } of violations)
        if (impact === "serious" || impact === "critical")
          found.push(
            `${address} ${id}: ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.failureSummary?.slice(0, 200)}`,
          );
      const overhang = await page.evaluate<number>(
        "Math.max(document.documentElement.scrollWidth - innerWidth, document.querySelector('main').scrollWidth - document.querySelector('main').clientWidth)",
      );
      if (overhang > 1) found.push(`${address} is ${overhang} px too wide`);
    }
    expect(found).toEqual([]);
    expect(faults).toEqual([]);
  });
});

test("names with markup are shown as text", async () => {
  const { page } = await at.another({ theme: "light", size: "wide" });
  await page.exposeFunction("alert", () => expect.unreachable("markup of a file name was run"));
  for (const address of ["/", "/queue", "/journal", "/settings/instruments"]) {
    await goTo(page, address);
    await page.locator("main h1").waitFor();
  }
  await expect
    .poll(() => page.getByText("Disdrometer <b>roof</b>").count(), { timeout: 15_000 })
    .toBeGreaterThan(0);
  expect(await page.locator('img[src="x"]').count()).toBe(0);
});
