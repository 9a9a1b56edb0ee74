import { describe, expect, test } from "vitest";
import { askHost } from "#test/support/hosts/ask-host.ts";
import { dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { seriousOf } from "./axe.ts";
import { tabTo } from "./keyboard.ts";
import { oneHost } from "./page-hosts.ts";
import { headlineOf, openForTest } from "./page-place.ts";

describe.each(oneHost)("the backlog on the $name", (kind) => {
  test("is not made of today's files", async () => {
    const slow = { method: "PUT", requests: "every", fault: { latencyMs: 3_000 } } as const;
    const { page, place } = await openForTest(kind, {
      portal: { faults: [slow] },
      async before(place) {
        for (let n = 0; n < 40; n += 1) await place.write(liveName(dayFromToday(0), `new${n}`), `new ${n}`);
      },
    });
    await expect.poll(() => headlineOf(page)).toMatch(/^Sending files.*40 files/);
    expect(await page.getByRole("region", { name: /^Backlog/ }).count()).toBe(0);
    await place.write(liveName("2021-03-05", "old"), "old");
    const { backlog } = await askHost(place.dataFolder, "status", {});
    expect(backlog.files).toBeLessThan(2);
  });

  test("is paused and resumed on Today, while today's files are sent", async () => {
    const slow = { method: "PUT", requests: "every", fault: { latencyMs: 1_500 } } as const;
    const { page, place, portal, faults } = await openForTest(kind, {
      portal: { faults: [slow] },
      async before(place) {
        for (let n = 0; n < 120; n += 1) await place.write(liveName("2021-03-05", `old${n}`), `old ${n}`);
      },
    });
    const card = page.getByRole("region", { name: /^Backlog/ });
    await card.getByText(/^\d+ files, \d+ B left/).waitFor();
    const status = () => askHost(place.dataFolder, "status", {});
    await tabTo(page, /^Pause the backlog/);
    await page.keyboard.press("Enter");
    await expect.poll(() => headlineOf(page)).toMatch(/^Old files wait until you resume them/);
    const name = liveName(dayFromToday(0), "new");
    await place.write(name, "of today");
    const sent = () => portal.acceptances().map(({ filename }) => filename);
    await expect.poll(() => sent().includes(name)).toBe(true);
    expect(sent().length).toBeLessThan(121);
    expect((await status()).backlog).toMatchObject({ isStopped: true });
    await card.getByText(/paused by you since/).waitFor();
    const way = page.getByRole("region", { name: "From instrument to portal" });
    await expect.poll(() => way.getByText("Ready").count()).toBe(1);
    expect((await status()).path.map(({ state }) => state)).not.toContain("busy");
    expect(await seriousOf(page)).toEqual([]);
    portal.setFaults([]);
    await card.getByRole("button", { name: "Resume the backlog" }).click();
    await expect.poll(() => sent().length).toBe(121);
    await expect.poll(() => card.count()).toBe(0);
    expect((await status()).backlog).toEqual({ files: 0, pausedSince: null, isStopped: false });
    expect(faults).toEqual([]);
  });
});
