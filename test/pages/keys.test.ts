import { AxeBuilder } from "@axe-core/playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fillLedger } from "#bench/support/filled-ledger.ts";
import { ceilometer } from "#test/support/hosts/cli-place.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openPagePlace, type PagePlace } from "./page-place.ts";

describe.each(oneHost)("the keys of the pages on the $name", (kind) => {
  let at: PagePlace;
  beforeAll(async () => {
    at = await openPagePlace(kind, {
      before: ({ dataFolder }) =>
        fillLedger(
          dataFolder,
          ceilometer.name,
          "delivered",
          ["a", "b"].map((what, n) => ({
            relPath: `live_20240301_${what}.nc`,
            size: 1_000,
            mtimeUs: 1_709_300_000_000_000 + n,
          })),
        ),
    });
  });
  afterAll(() => at.close());

  const shows = (address: string) => at.page.locator(`main[data-page="${address}"] h1`).waitFor();
  const press = async (...keys: string[]) => {
    for (const key of keys) await at.page.keyboard.press(key);
  };
  const seriousOnes = async () => {
    const { violations } = await new AxeBuilder({ page: at.page }).analyze();
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id }) => id);
  };

  test("g and a letter lead to each page, and letters that are typed do not", async () => {
    for (const [key, address] of [
      ["c", "/coverage"],
      ["d", "/data"],
      ["s", "/settings/instruments"],
      ["l", "/log"],
      ["t", "/"],
      ["f", "/files"],
    ] as const) {
      await press("g", key);
      if (address === "/data") await at.page.locator('main[data-page^="/data"] h1').waitFor();
      else await shows(address);
    }
    await at.page.getByRole("grid", { name: "Files" }).waitFor();
    await press("/");
    await at.page.keyboard.type("g t?");
    expect(await at.page.getByLabel("Search file names", { exact: true }).inputValue()).toBe("g t?");
    expect(await at.page.getByRole("dialog").count()).toBe(0);
    await at.page.getByLabel("Search file names", { exact: true }).fill("");
    await shows("/files");
  });

  test("j and k go through the list, e explains the open file, Escape closes it", async () => {
    await goTo(at.page, "/files");
    await at.page.getByRole("row", { name: /live_20240301_a/ }).waitFor();
    await at.page.locator("body").press("Escape");
    await at.page.evaluate("document.activeElement.blur()");
    await press("j");
    const panel = at.page.getByRole("complementary", { name: "Upload" });
    await panel.getByRole("heading", { name: "live_20240301_b.nc" }).waitFor();
    await press("j");
    await panel.getByRole("heading", { name: "live_20240301_a.nc" }).waitFor();
    await press("k");
    await panel.getByRole("heading", { name: "live_20240301_b.nc" }).waitFor();
    await press("e");
    await panel.getByRole("region", { name: "Explanation" }).waitFor();
    await press("Escape");
    await expect.poll(() => panel.count()).toBe(0);
  });

  test("? shows every key, in a dialog that gives the focus back", async () => {
    await press("?");
    const dialog = at.page.getByRole("dialog", { name: "Keys" });
    await dialog.getByText("Explain the open file").waitFor();
    expect(await seriousOnes()).toEqual([]);
    await press("g", "t", "Escape");
    await expect.poll(() => dialog.count()).toBe(0);
    await shows("/files");
  });

  test("Ctrl-K answers: a file, why, a day, sending again, a report, a setting, and what is on the page", async () => {
    const { page } = at;
    const field = page.getByRole("combobox", { name: /Go to a page/ });
    const ask = async (typed: string, option: RegExp, address: RegExp) => {
      await press("Control+k");
      await field.fill(typed);
      await page.getByRole("option", { name: option }).click();
      await expect.poll(() => decodeURIComponent(new URL(page.url()).hash)).toMatch(address);
      await expect.poll(() => field.count()).toBe(0);
    };
    const panel = page.getByRole("complementary", { name: "Upload" });
    await ask("0301_b", /^live_20240301_b\.nc/, /files\?upload=/);
    await panel.getByRole("heading", { name: "live_20240301_b.nc" }).waitFor();
    await ask("why live_20240301_a", /^Why\?/, /explain=1/);
    await panel.getByRole("region", { name: "Explanation" }).waitFor();
    await ask("ceilo 2 march 2024", /^Plots of Ceilometer/, /data\/plots\?date=2024-03-02&site=/);
    await ask("ceilo 2 march 2024", /^Coverage of Ceilometer/, /month=2024-03/);
    await ask("report march 2024", /^Report of March 2024/, /\/report\?month=2024-03/);
    await ask("quiet hours", /^Quiet hours of notifications/, /settings\/notifications\?field=/);
    // The place is open with the day filled in: nothing is sent.
    const requests = at.portal.requests().length;
    await ask("send 1 Mar 2024 again", /^Send files again: Ceilometer/, /coverage\?.*again=/);
    await page.getByRole("heading", { name: /Ceilometer, .*1 March 2024/ }).waitFor();
    await ask("verify", /^Verify now/, /coverage\?/);
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Verify now");
    expect(
      at.portal
        .requests()
        .slice(requests)
        .filter(({ method }) => method !== "GET"),
    ).toEqual([]);
    expect(at.faults).toEqual([]);
    await goTo(page, "/files");
  });

  test("Ctrl-K finds pages, instruments and actions by a part of their names", async () => {
    const { page } = at;
    const field = page.getByRole("combobox", { name: /Go to a page/ });
    await press("Control+k");
    await field.waitFor();
    await field.fill("cov");
    expect(await seriousOnes()).toEqual([]);
    await press("Enter");
    await shows("/coverage");
    await press("Control+k");
    await field.fill(ceilometer.name.slice(0, 5).toLowerCase());
    await page.getByRole("option", { name: new RegExp(`^${ceilometer.name}`) }).waitFor();
    await press("Enter");
    await shows("/instruments");
    await page.getByRole("heading", { name: ceilometer.name, level: 1 }).waitFor();
    await press("Control+k");
    await field.fill("files of");
    await press("Enter");
    await shows("/files");
    expect(new URL(page.url()).hash).toContain("instrument=");
    await press("Control+k");
    await field.fill("pause");
    await press("ArrowDown", "ArrowUp", "Enter");
    await page.getByRole("button", { name: "Resume sending" }).first().waitFor();
    await press("Control+k");
    await field.fill("nothing of this name");
    await page.getByText(/^Nothing found\./).waitFor();
    await press("Enter", "Escape");
    await expect.poll(() => field.count()).toBe(0);
    expect(at.faults).toEqual([]);
  });
});
