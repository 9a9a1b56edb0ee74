import { describe, expect, test } from "vitest";
import { dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { seriousOf } from "./axe.ts";
import { lackAtDouble } from "./longer-words.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openForTest } from "./page-place.ts";

describe.each(oneHost)("the plan on the $name", (kind) => {
  const since = dayFromToday(-2);
  const open = async (before?: () => void) =>
    await openForTest(kind, {
      async before(place) {
        const [one] = place.settings.instruments;
        await place.configure({ ...place.settings, instruments: [{ ...one, since }] });
        for (const what of ["a", "b", "c"]) await place.write(liveName("2021-03-05", what), `old ${what}`);
        before?.();
      },
    });

  test("says what an earlier start date sends before it is saved, and nothing is sent", async () => {
    const { page, portal, faults } = await open();
    await goTo(page, "/settings/instruments/0?field=instruments.since");
    const start = page.getByLabel("Start date", { exact: true });
    const plan = page.getByRole("region", { name: "What will be sent if you save" });
    await start.fill(dayFromToday(-1));
    expect(await plan.count()).toBe(0);
    await start.fill("2021-03-01");
    await plan.getByText("3 files · 15 B").waitFor();
    await plan.getByText(/on a 10 Mbit\/s connection/).waitFor();
    await expect.poll(() => plan.getByText("Checking what the portal already has").count()).toBe(0);
    expect(await seriousOf(page)).toEqual([]);
    expect(await lackAtDouble(page)).toEqual([]);
    expect(portal.acceptances()).toEqual([]);
    await start.fill("");
    await plan.getByText("3 files · 15 B").waitFor();
    await start.fill(since);
    await expect.poll(() => plan.count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test("tells what is on the disk where the portal cannot be asked", async () => {
    const { page, portal } = await open();
    portal.setFaults([{ method: "GET", requests: "every", fault: { maintenance: true } }]);
    await goTo(page, "/settings/instruments/0?field=instruments.since");
    await page.getByLabel("Start date", { exact: true }).fill("2021-03-01");
    const plan = page.getByRole("region", { name: "What will be sent if you save" });
    await plan.getByText("3 files · 15 B").waitFor();
    await plan.getByText(/^Counted on this PC only: the portal could not be asked\./).waitFor();
  });
});
