import { monitorEventLoopDelay } from "node:perf_hooks";
import { describe, expect, test } from "vitest";
import type { MockPortal } from "#mock-portal/portal.ts";
import { dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { pageHosts } from "./page-hosts.ts";
import { headlineOf, openForTest } from "./page-place.ts";

/**
 * The most announcements that came within two seconds of each other. A portal that does not answer for five seconds is sent a
 * second one, and a hold is tried after fifteen: a slow machine may get that far.
 */
function sentTogether(portal: MockPortal): number {
  const posts = portal.requests().filter(({ method }) => method === "POST");
  const times = posts.map(({ at }) => Date.parse(at));
  return Math.max(...times.map((from) => times.filter((time) => time >= from && time - from < 2_000).length));
}

describe.each(pageHosts)("the password on the $name", (kind) => {
  test("a wrong one holds everything after one request; the right one, typed in the settings, sends it all", async () => {
    const standstill = monitorEventLoopDelay();
    standstill.enable();
    const { page, portal, faults } = await openForTest(kind, {
      password: null,
      async before(place) {
        for (const what of ["a", "b", "c"])
          await place.write(liveName(dayFromToday(0), what), `waits ${what}`);
      },
    });
    await page.getByRole("link", { name: "Enter the password" }).click();
    const field = page.getByLabel("Portal password");
    await field.fill("not-the-word");
    await page.getByRole("button", { name: "Save password" }).click();
    await expect.poll(() => headlineOf(page)).toMatch(/refuses the user name or password.*does not accept/);
    // The portal runs in this process: where that stands still for so long, it sees the first one and the second at one moment.
    expect(sentTogether(portal)).toBeLessThanOrEqual(standstill.max < 4e9 ? 1 : 2);
    standstill.disable();
    await expect.poll(() => field.inputValue()).toBe("");

    await field.fill("station");
    await page.getByRole("button", { name: "Save password" }).click();
    await expect.poll(() => portal.acceptances().length).toBe(3);
    await expect.poll(() => headlineOf(page)).toContain("3 of today's 3 files are on the portal");
    expect(await page.content()).not.toContain("not-the-word");
    expect(faults).toEqual([]);
  });

  test("what is typed is told apart by the test of the connection, without a record on the portal", async () => {
    const { page, portal } = await openForTest(kind, { password: null });
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("link", { name: "Portal and sending" }).click();
    const result = page.getByLabel("Test result");
    const test = page.getByRole("button", { name: "Test connection" });
    await page.getByLabel("Portal password").fill("station");
    await test.click();
    await expect.poll(() => result.textContent()).toMatch(/may send|permission/);
    await expect.poll(() => result.getByRole("img", { name: "failed" }).count()).toBe(0);
    await page.getByLabel("Portal password").fill("wrong");
    await test.click();
    await expect.poll(() => result.getByRole("img", { name: "failed" }).count()).toBe(1);
    await page.getByLabel("Portal address", { exact: true }).fill("http://127.0.0.1:9");
    await test.click();
    await expect.poll(() => result.textContent()).toMatch(/127\.0\.0\.1:9/);
    expect(portal.acceptances()).toEqual([]);
  });
});
