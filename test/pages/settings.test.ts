import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { freePort } from "#test/support/hosts/free-port.ts";
import { atMost } from "#test/support/limits.ts";
import { tabTo } from "./keyboard.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openForTest, savedIn } from "./page-place.ts";

const today = dayFromToday(0);

describe.each(oneHost)("settings on the $name", (kind) => {
  test("a change while files are sent is taken up, and no file is lost or sent twice", async () => {
    const { page, place, portal, faults } = await openForTest(kind, {
      portal: { faults: [{ method: "PUT", requests: "every", fault: { uploadBytesPerSecond: 10_000 } }] },
    });
    await goTo(page, "/settings/portal");
    for (const content of "abcdefghijklmnopqrstuvwxyz")
      await place.write(liveName(today, content), content.repeat(40_000));
    await expect.poll(() => portal.requests().some(({ method }) => method === "PUT")).toBe(true);
    await page.getByLabel("Parallel uploads").fill("2");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect.poll(async () => (await savedIn(place)).portal.concurrency).toBe(2);
    expect(portal.acceptances().length).toBeLessThan(26);
    portal.setFaults([]);
    await expect.poll(() => portal.acceptances().length).toBe(26);
    expect(new Set(portal.acceptances().map(({ filename }) => filename)).size).toBe(26);
    expect(faults).toEqual([]);
  });

  test("settings changed by hand meanwhile are not overwritten", async () => {
    const { page, place } = await openForTest(kind);
    await goTo(page, "/settings/notifications");
    await page.getByLabel("This PC: Needs you").click();
    await place.configure({ ...place.settings, instruments: [] });
    const told = page.getByText(/The settings file has been changed elsewhere/);
    await expect.poll(() => told.count()).toBe(1);
    const save = page.getByRole("button", { name: "Save changes" });
    expect(await save.isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Discard" }).click();
    await expect.poll(() => told.count()).toBe(0);
    await page.getByLabel("This PC: Needs you").click();
    await save.click();
    await expect.poll(async () => (await savedIn(place)).notifications?.needsYou).toBe(false);
    expect((await savedIn(place)).instruments).toEqual([]);
    expect(await told.count()).toBe(0);
  });

  test("exported settings hold no secret and can be imported again", async () => {
    const { page, place } = await openForTest(kind);
    await goTo(page, "/settings/backup");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export settings" }).click(),
    ]);
    const file = join(place.root, "exported.json");
    await download.saveAs(file);
    const exported = JSON.parse(await readFile(file, "utf8"));
    expect(exported.instruments).toEqual((await savedIn(place)).instruments);
    expect(JSON.stringify(exported)).not.toContain('"station":');
    const changed = { ...exported, instruments: [{ ...exported.instruments[0], name: "Renamed" }] };
    await page.locator('input[type="file"][accept*="json"]').setInputFiles({
      name: "settings.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify(changed)),
    });
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect.poll(async () => (await savedIn(place)).instruments[0].name).toBe("Renamed");
  });
});

/** Forms and what the engine makes of them: no other on another host. */
describe.each(oneHost)("settings, field by field, on the $name", (kind) => {
  test("a wrong value is told beside its field and is not saved", async () => {
    const { page, place } = await openForTest(kind);
    const before = await savedIn(place);
    await goTo(page, "/settings/instruments/0");
    const pattern = page.getByLabel("Pattern");
    await pattern.fill("live_*.nc");
    await expect.poll(() => page.getByRole("button", { name: "Save changes" }).isDisabled()).toBe(true);
    await expect.poll(() => pattern.getAttribute("aria-invalid")).toBe("true");
    await page.getByRole("button", { name: "Discard" }).click();
    await expect.poll(() => pattern.inputValue()).toBe(before.instruments[0].pattern);
    expect(await savedIn(place)).toEqual(before);
  });

  test("another portal's address comes with a word on what was delivered before", async () => {
    const { page } = await openForTest(kind);
    await goTo(page, "/settings/portal");
    const address = page.getByLabel("Portal address", { exact: true });
    const word = page.getByText(/count as delivered and are not sent to this one/);
    expect(await word.count()).toBe(0);
    await address.fill("https://other.example");
    await expect.poll(() => word.count()).toBe(1);
    // Nothing is paused and nothing is wrong, so no shape of a state is beside it.
    expect(await word.locator("xpath=ancestor-or-self::p").locator("svg").count()).toBe(0);
    await page.getByRole("button", { name: "Discard" }).click();
    await expect.poll(() => word.count()).toBe(0);
  });

  test("a new instrument is red where a field was left empty or is wrong, and everywhere once its form was left", async () => {
    const { page, faults } = await openForTest(kind);
    await goTo(page, "/settings/instruments/new");
    const folder = page.getByLabel("Folder", { exact: true });
    const red = async () =>
      (
        await page
          .locator('main [aria-invalid="true"]')
          .evaluateAll((all) => all.map((one) => one.ariaLabel ?? one.getAttribute("name")))
      ).toSorted();
    await page.getByLabel("Display name").fill("R");
    await page.getByText(/^Correct “.* before you save/).waitFor();
    expect(await red()).toEqual([]);
    await page.getByLabel("Pattern").focus();
    await page.getByRole("button", { name: "Choose…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => dialog.count()).toBe(0);
    await expect.poll(red).toEqual(["pattern"]);
    await folder.fill("no such folder");
    await expect.poll(red).toEqual(["folder", "pattern"]);
    await page.getByRole("combobox", { name: "Search settings" }).focus();
    await expect.poll(async () => (await red()).length).toBeGreaterThan(2);
    expect(faults).toEqual([]);
  });

  test("a model is added, its files are sent, and it is removed again", async () => {
    const { page, place, portal, faults } = await openForTest(kind);
    const folder = join(place.root, "models");
    const name = `${today.replaceAll("-", "")}_hyytiala_ecmwf.nc`;
    await place.write(join(folder, name), "a forecast");
    await goTo(page, "/settings/instruments");
    await page.getByRole("link", { name: "Add a model" }).click();
    await page.getByRole("heading", { name: "New model" }).waitFor();
    expect(await page.getByLabel("Persistent identifier (PID)").count()).toBe(0);
    await page.getByRole("combobox", { name: "Site" }).fill("hyytiala");
    await page.getByRole("option", { name: /\(hyytiala\)/ }).click();
    await page.getByRole("combobox", { name: "Model" }).fill("ecmwf");
    await page.getByRole("option", { name: /\(ecmwf\)$/ }).click();
    await page.getByLabel("Display name").fill("Forecasts");
    await page.getByLabel("Folder", { exact: true }).fill(folder);
    await page.getByLabel("Pattern").fill("%Y%m%d_*.nc");
    const files = page.getByRole("region", { name: "Files in the folder" });
    await expect.poll(() => files.getByRole("img", { name: "matches", exact: true }).count()).toBe(1);
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect
      .poll(async () => (await savedIn(place)).models)
      .toMatchObject([
        { name: "Forecasts", site: "hyytiala", model: "ecmwf", folder, pattern: "%Y%m%d_*.nc" },
      ]);
    const onThePortal = async () => {
      const answer = await fetch(`${portal.url}/api/raw-model-files?site=hyytiala&date=${today}&model=ecmwf`);
      return ((await answer.json()) as { filename: string; status: string }[]).map(({ filename, status }) =>
        status === "created" ? null : filename,
      );
    };
    await expect.poll(onThePortal, { timeout: atMost(60_000) }).toEqual([name]);
    await goTo(page, "/settings/instruments");
    await page.getByRole("link", { name: /Forecasts .* at Hyytiälä/ }).click();
    await page.getByLabel("Pattern").fill("*.nc");
    await expect.poll(() => page.getByLabel("Pattern").getAttribute("aria-invalid")).toBe("true");
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    const said = page.getByRole("alert").filter({ hasText: "“Forecasts” was removed. Its files stay" });
    await said.waitFor();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect.poll(async () => (await savedIn(place)).models).toBe(undefined);
    expect(faults).toEqual([]);
  });

  test("an instrument that was removed comes back at its place by Undo, also after saving, from another page", async () => {
    const { page, place, faults } = await openForTest(kind, {
      before: (before) => {
        const [first] = before.settings.instruments;
        return before.configure({
          ...before.settings,
          instruments: [first, { ...first, name: "Radar", pattern: "radar_%Y%m%d_*.nc" }],
        });
      },
    });
    const before = await savedIn(place);
    const names = () =>
      page
        .getByRole("main")
        .getByRole("link", { name: /live_|radar_/ })
        .locator("strong")
        .allTextContents();
    await goTo(page, "/settings/instruments/0");
    await page.getByLabel("Start date", { exact: true }).waitFor({ state: "attached" });
    await tabTo(page, /^Remove$/);
    await page.keyboard.press("Enter");
    await expect.poll(names).toEqual(["Radar"]);
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.getByText("Not saved yet").waitFor();
    // The element that had the focus is gone.
    expect(await page.evaluate("document.activeElement.id")).toBe("main");
    await page.keyboard.press("Control+z");
    await expect.poll(names).toEqual(["Ceilometer", "Radar"]);
    await expect.poll(() => page.getByText("Not saved yet").count()).toBe(0);
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);

    await page.getByRole("link", { name: /Ceilometer/ }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    // It stays while it is pointed at.
    await page.getByRole("alert").hover();
    await page.getByRole("button", { name: "Save changes" }).press("Enter");
    await expect.poll(async () => (await savedIn(place)).instruments).toHaveLength(1);
    await expect.poll(() => page.getByText("Not saved yet").count()).toBe(0);
    await goTo(page, "/log?view=files");
    await page.getByRole("button", { name: "Undo" }).click();
    await goTo(page, "/settings/instruments");
    await expect.poll(names).toEqual(["Ceilometer", "Radar"]);
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect.poll(() => savedIn(place)).toEqual(before);
    expect(faults).toEqual([]);
  });

  test("the tester shows what a pattern takes of the real folder, while it is typed", async () => {
    const { page } = await openForTest(kind, {
      async before(place) {
        await place.write(liveName(today, "a"), "fits");
        await place.write("notes.txt", "another file");
      },
    });
    await goTo(page, "/settings/instruments/0");
    const files = page.getByRole("region", { name: "Files in the folder" });
    await expect.poll(() => files.getByRole("img", { name: "matches", exact: true }).count()).toBe(1);
    expect(await files.getByRole("img", { name: "does not match" }).count()).toBe(1);
    await page.getByLabel("Pattern").fill("other_%Y%m%d_*.nc");
    await expect.poll(() => files.getByRole("img", { name: "matches", exact: true }).count()).toBe(0);
  });

  test("the storage that is used is shown, and a new limit takes effect at once", async () => {
    const { page, portal, faults, place } = await openForTest(kind, {
      async before(place) {
        await place.write(liveName(today, "a"), "kept");
      },
    });
    await expect.poll(() => portal.acceptances().length).toBe(1);
    await goTo(page, "/settings/storage");
    await expect.poll(() => page.getByText(/^\d+ of 1,000,000 lines, since/).count()).toBe(1);
    expect(await page.getByLabel("Journal lines").getAttribute("placeholder")).toBe("1,000,000 (default)");
    const pages = page.getByRole("navigation", { name: "Settings pages" });
    expect(await pages.locator("small").allTextContents()).toEqual([
      "1 instrument",
      `${new URL(portal.url).host}, no limit`,
      "this PC",
      expect.stringMatching(/^[\d.]+ [kM]?B on this PC$/),
      expect.stringMatching(/^version \d/),
      "no copy of this station yet",
    ]);
    await page.getByLabel("Journal lines").fill("5");
    await expect.poll(() => page.getByLabel("Journal lines").getAttribute("aria-invalid")).toBe("true");
    await pages.getByText("1 to correct").waitFor();
    await page.getByLabel("Journal lines").fill("20000");
    await page.getByLabel("Log files").fill("12");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect.poll(async () => (await savedIn(place)).keep).toEqual({ journalLines: 20_000, logMB: 12 });
    await expect.poll(() => page.getByText(/ of 20,000 lines, since/).count()).toBe(1);
    expect(await page.getByText(/ of 12 MB$/).count()).toBe(1);
    expect(faults).toEqual([]);
  });

  test("a search leads to every setting, and the old addresses of two pages to the new ones", async () => {
    const { page, faults } = await openForTest(kind);
    await goTo(page, "/settings/storage");
    await page.keyboard.press("/");
    await page.keyboard.type("quiet night");
    await page.getByText("No setting found.").waitFor();
    const search = page.getByRole("combobox", { name: "Search settings" });
    await search.fill("bandw");
    await page.keyboard.press("Enter");
    await page.locator("[data-found]").getByText("Bandwidth limit").waitFor();
    const focused = "document.activeElement?.labels?.[0]?.textContent";
    await expect.poll(() => page.evaluate(focused)).toBe("Bandwidth limit");
    expect(page.url()).toMatch(/#\/settings\/portal\?field=portal\.bandwidthKBps$/);

    // A panel, a label without a field, a switch, a field of an instrument, one that is folded.
    for (const [address, label] of [
      ["notifications?field=notifications.poorProduct", "Who gets which notifications"],
      ["general?field=theme", "Colours"],
      ["portal?field=portal.allowInsecureHttp", "Allow an unencrypted address (http)"],
      ["instruments/0?field=instruments.pattern", "Pattern"],
      ["instruments/0?field=instruments.tags", "Tags"],
    ] as const) {
      await goTo(page, `/settings/${address}`);
      const found = page.locator("[data-found]");
      await found.getByText(label, { exact: true }).first().waitFor();
      await expect.poll(async () => (await found.boundingBox())?.y, { message: label }).toBeLessThan(900);
    }
    expect(faults).toEqual([]);
    await page.evaluate(`window.location.hash = "/settings/kept"`);
    await page.getByRole("heading", { name: "Storage", exact: true }).waitFor();
    expect(page.url()).toMatch(/#\/settings\/storage$/);
    await page.evaluate(`window.location.hash = "/settings/program"`);
    await page.getByRole("heading", { name: "General", exact: true }).waitFor();
    expect(page.url()).toMatch(/#\/settings\/general$/);
  });

  test.each(["reduce", "no-preference"] as const)(
    "a setting that is folded away is in view and has the cursor (motion: %s)",
    async (reducedMotion) => {
      const { page, faults } = await openForTest(kind);
      await page.emulateMedia({ reducedMotion });
      await goTo(page, "/settings/instruments/0?field=instruments.since");
      const found = page.locator("[data-found]").filter({ hasText: "Start date" });
      await expect.poll(() => found.locator("input:focus").count()).toBe(1);
      const fromMiddle = async () => {
        const box = await found.boundingBox();
        return box === null ? null : Math.abs(box.y + box.height / 2 - 900 / 2);
      };
      await expect.poll(fromMiddle).toBeLessThan(50);
      await page.mouse.move(600, 450);
      await page.mouse.wheel(0, -2_000);
      const scrolled = () => page.evaluate("document.querySelector('main').scrollTop");
      await expect.poll(scrolled).toBe(0);
      await page.evaluate(`new Promise((done) => {
        document.querySelector("[data-found]").parentElement.style.paddingBottom = "100px";
        requestAnimationFrame(() => requestAnimationFrame(done));
      })`);
      expect(await scrolled()).toBe(0);
      expect(faults).toEqual([]);
    },
  );

  test("metrics are served on a port of their own once that is switched on, and no more once it is off", async () => {
    const { page, place, faults } = await openForTest(kind);
    const port = await freePort();
    const figures = async () =>
      await fetch(`http://127.0.0.1:${port}/metrics`).then(
        async (answer) => (await answer.text()).includes("skyferry_build_info"),
        () => false,
      );
    await goTo(page, "/settings/general");
    const serve = page.getByLabel("Serve metrics at /metrics");
    await serve.click();
    await page.getByLabel("Port", { exact: true }).fill(String(port));
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect.poll(figures).toBe(true);
    expect((await savedIn(place)).metrics).toEqual({ port });
    const served = page.getByText(`Served at http://127.0.0.1:${port}/metrics`);
    await expect.poll(() => served.count()).toBe(1);
    await expect.poll(() => page.getByText("Not saved yet").count()).toBe(0);
    await serve.click();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect.poll(figures).toBe(false);
    expect(await savedIn(place)).toEqual(place.settings);
    expect(faults).toEqual([]);
  });

  test("a metrics port that another program has is told beside it", async () => {
    const { page, portal } = await openForTest(kind);
    const { port } = new URL(portal.url);
    await goTo(page, "/settings/general");
    await page.getByLabel("Serve metrics at /metrics").click();
    await page.getByLabel("Port", { exact: true }).fill(port);
    await page.getByRole("button", { name: "Save changes" }).click();
    const told = page.getByRole("alert").filter({ hasText: `Port ${port} of this PC is used` });
    await expect.poll(() => told.count()).toBe(1);
    expect(await page.getByText("Served at").count()).toBe(0);
  });
});
