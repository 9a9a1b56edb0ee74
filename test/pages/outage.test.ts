import { describe, expect, test } from "vitest";
import { startMockPortal } from "#mock-portal/portal.ts";
import { scratchOfTest } from "#test/support/builders/scratch-of-test.ts";
import { dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { pageHosts } from "./page-hosts.ts";
import { goTo, headlineOf, openForTest, settled } from "./page-place.ts";

const today = dayFromToday(0);

describe.each(pageHosts)("an outage on the $name", (kind) => {
  test("the portal goes away and comes back: what waits is said, and goes by itself", async () => {
    const { page, place, portal } = await openForTest(kind);
    const port = Number(new URL(portal.url).port);
    await portal.close();
    for (const what of ["a", "b"]) await place.write(liveName(today, what), `waits ${what}`);
    await expect.poll(() => headlineOf(page)).toMatch(/Waiting for the portal.*2 files safe here/);
    await expect.poll(() => page.getByRole("main").textContent()).toMatch(/Portal/);
    // Data says it once.
    await goTo(page, "/data");
    await page.getByText("The portal does not answer").waitFor();
    await settled(page);
    expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(1);
    const main = page.getByRole("main");
    for (const name of ["Coverage", "Files"]) expect(await main.getByRole("link", { name }).count()).toBe(1);
    // The page keeps its name where no figure is known.
    const heading = await page.getByRole("heading", { level: 1, name: "Data" }).boundingBox();
    expect(heading?.width).toBeGreaterThan(40);
    await goTo(page, "/");

    const dataFolder = await scratchOfTest("skyferry-portal-");
    const again = await startMockPortal({ dataFolder, seed: "empty", port });
    try {
      await page.getByRole("button", { name: "Try now" }).click();
      await expect.poll(() => again.acceptances().length).toBe(2);
      await expect.poll(() => headlineOf(page)).toMatch(/2 of today's 2 files are on the portal/);
    } finally {
      await again.close();
    }
  });

  test("paused, nothing is sent and it is said; resumed, everything goes", async () => {
    const { page, place, portal } = await openForTest(kind);
    await goTo(page, "/files");
    await page.getByRole("button", { name: "Pause sending" }).click();
    await page.getByRole("menuitem", { name: /1 hour/ }).click();
    await expect.poll(() => headlineOf(page)).toMatch(/paused.*until (tomorrow )?\d\d:\d\d UTC/);
    await place.write(liveName(today), "comes while it is paused");
    await expect.poll(() => headlineOf(page)).toMatch(/1 file safe here/);
    expect(portal.acceptances()).toEqual([]);
    await page.getByRole("button", { name: "Resume sending" }).first().click();
    await expect.poll(() => portal.acceptances().length).toBe(1);
  });

  test("a reload in the middle of sending loses nothing and shows the same", async () => {
    const { page, place, portal, faults } = await openForTest(kind, {
      portal: { faults: [{ method: "PUT", requests: "every", fault: { uploadBytesPerSecond: 6_000 } }] },
    });
    await goTo(page, "/files");
    // More than the slowest page that is loaded again lets pass: 25 seconds of them.
    for (let file = 0; file < 20; file += 1)
      await place.write(liveName(today, String(file)), `${file} `.repeat(10_000));
    await expect.poll(() => headlineOf(page)).toMatch(/Sending/);
    await page.reload();
    await page.waitForSelector("main");
    await expect.poll(() => headlineOf(page)).toMatch(/Sending/);
    expect(portal.acceptances().length).toBeLessThan(20);
    portal.setFaults([]);
    await expect.poll(() => portal.acceptances().length).toBe(20);
    await expect.poll(() => headlineOf(page)).toMatch(/20 of today's 20 files are on the portal/);
    expect(faults).toEqual([]);
  });
});
