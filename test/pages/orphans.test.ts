import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { askHost } from "#test/support/hosts/ask-host.ts";
import { dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { httpHosts, oneHost } from "./page-hosts.ts";
import { goTo, openForTest, savedIn } from "./page-place.ts";

const today = dayFromToday(0);
/** The row of Today that tells of them. */
function rowOf(page: Page): Locator {
  const needs = page.getByRole("region", { name: "Needs you" });
  return needs.getByRole("listitem").filter({ hasText: label });
}

const label = "2 files of an instrument that is not in the settings";

describe.each(oneHost)("files of an instrument that left the settings, on the $name", (kind) => {
  test("are told with both ways out, given up after a question, and retried once it is there again", async () => {
    const answer = { status: 503, body: "", when: "after-body" } as const;
    const { page, portal, place } = await openForTest(kind, {
      portal: { faults: [{ method: "POST", requests: "every", fault: { answer } }] },
      async before({ write }) {
        for (const what of ["a", "b"]) await write(liveName(today, what), `content ${what}`);
      },
    });
    const totals = async () => (await askHost(place.dataFolder, "status", {})).totals;
    await expect.poll(async () => (await totals()).queued + (await totals()).waiting).toBe(2);
    const [one] = place.settings.instruments;
    await place.configure({ ...place.settings, instruments: [] });
    const row = rowOf(page);
    await page.getByRole("heading", { name: "No instrument is watched" }).waitFor();

    await row.getByRole("button", { name: "Give up 2 files" }).click();
    const question = page.getByRole("dialog", { name: "Give up 2 files?" });
    await question.getByText("They will not be sent.").waitFor();
    await question.getByRole("button", { name: "Not now" }).click();
    await expect.poll(() => question.count()).toBe(0);
    expect(await totals()).toMatchObject({ blocked: 2, cancelled: 0 });
    await row.getByRole("button", { name: "Give up 2 files" }).click();
    await question.getByRole("button", { name: "Give up 2 files" }).click();
    await page.getByText("Given up: 2 files.").waitFor();
    await expect.poll(() => row.count()).toBe(0);
    expect(await totals()).toMatchObject({ blocked: 0, cancelled: 2, queued: 0, waiting: 0 });

    // Once it is there again, a retry takes them up.
    portal.setFaults([]);
    await place.configure(place.settings);
    await goTo(page, "/files");
    await expect
      .poll(async () => (await askHost(place.dataFolder, "status", {})).instruments.map(({ name }) => name))
      .toEqual([one?.name]);
    expect((await askHost(place.dataFolder, "retry", { filter: { states: ["cancelled"] } })).count).toBe(2);
    await askHost(place.dataFolder, "tryNow", {});
    await expect.poll(() => portal.acceptances().length).toBe(2);
  });
});

describe.each(httpHosts)("files of an instrument that left the settings, on the $name", (kind) => {
  test("are sent after *Add it again*, with an entry that is filled in as it was", async () => {
    const answer = { status: 503, body: "", when: "after-body" } as const;
    const { page, portal, place, faults } = await openForTest(kind, {
      portal: { faults: [{ method: "POST", requests: "every", fault: { answer } }] },
      async before({ write, configure, settings }) {
        const [one] = settings.instruments;
        const finish = { policy: "settle", seconds: 2 };
        await configure({ ...settings, instruments: [{ ...one, finish, check: "off" }] });
        for (const what of ["a", "b"]) await write(liveName(today, what), `content ${what}`);
      },
    });
    await expect.poll(async () => (await askHost(place.dataFolder, "status", {})).instruments.length).toBe(1);
    const [before] = (await savedIn(place)).instruments;
    const unsent = async () => {
      const { queued, waiting } = (await askHost(place.dataFolder, "status", {})).totals;
      return queued + waiting;
    };
    await expect.poll(unsent).toBe(2);
    const other = { ...before, name: "Other", folder: place.root, pattern: "other_%Y%m%d.nc" };
    // The page has read the settings, and still has those of before when the form is opened.
    await page.waitForFunction(() =>
      performance
        .getEntriesByType("resource")
        .some(
          (one) => /\/settings\.read$/.test(one.name) && (one as PerformanceResourceTiming).responseEnd > 0,
        ),
    );
    const reading = Promise.withResolvers<void>();
    await page.route("**/api/settings.read", async (route) => {
      await reading.promise;
      await route.fallback();
    });
    await place.configure({ ...place.settings, instruments: [other] });
    const addAgain = rowOf(page).getByRole("link", { name: "Add it again" });
    await addAgain.waitFor();
    const removed = page.waitForResponse("**/api/settings.removed");
    await addAgain.click();
    await removed;
    reading.resolve();
    await page.getByRole("heading", { name: "Ceilometer" }).waitFor();
    expect(await page.getByLabel("Folder", { exact: true }).inputValue()).toBe(place.folder);
    portal.setFaults([]);
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect.poll(async () => (await savedIn(place)).instruments).toEqual([other, before]);
    await expect.poll(async () => (await askHost(place.dataFolder, "status", {})).totals.blocked).toBe(0);
    await askHost(place.dataFolder, "tryNow", {});
    await expect.poll(() => portal.acceptances().length).toBe(2);
    expect(faults).toEqual([]);
  });
});
