import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { dateText } from "#base/text.ts";
import { type CliPlace, dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { oneHost, pageHosts } from "./page-hosts.ts";
import { goTo, headlineOf, openForTest, type PagePlace, savedIn } from "./page-place.ts";

const today = dayFromToday(0);
const lastWeek = dayFromToday(-6);

/** An empty data folder, and a ceilometer's folder with a file of last week and two of today. */
async function emptyStation(place: CliPlace): Promise<void> {
  await rm(place.settingsFile);
  await place.write(liveName(lastWeek, "old"), "content of last week");
  for (const what of ["a", "b"]) await place.write(liveName(today, what), `content ${what}`);
}

/** Nothing is on disk or at the portal; the tests of the connection announce what must be refused. */
function expectUntouched({ portal, place }: PagePlace): void {
  const files = ["settings.json", "credentials.json", "secret-place.json"];
  expect(files.filter((name) => existsSync(join(place.dataFolder, name)))).toEqual([]);
  const written = portal.requests().filter(({ method }) => method !== "GET" && method !== "HEAD");
  expect(written.filter(({ status }) => status !== 422 && status !== 401)).toEqual([]);
  expect(portal.acceptances()).toEqual([]);
}

const next = (page: Page) => page.getByRole("button", { name: "Next" });

describe.each(pageHosts)("first start on the $name", (kind) => {
  test("leads in seven clicks to the first delivered file, and does nothing before the last one", async () => {
    const at = await openForTest(kind, { password: null, before: emptyStation });
    const { page, portal, place, faults } = at;
    let clicks = 0;
    const click = async (what: Locator) => {
      await what.click();
      clicks += 1;
    };
    await page.getByRole("heading", { name: "Which data portal?" }).waitFor();
    expect(await page.getByRole("navigation", { name: "Pages" }).count()).toBe(0);
    await page.getByLabel("Portal address").fill(portal.url);
    await page.getByText("A data portal with 33 sites.").waitFor();
    await click(next(page));
    await page.getByLabel("User name").fill("station");
    // A lack from before the typing is not said of the field.
    expect(await page.getByText(/but is missing/).count()).toBe(0);
    await page.getByLabel("Password", { exact: true }).fill("station");
    await click(page.getByRole("button", { name: "Sign in" }));
    await page.getByLabel("Folder", { exact: true }).fill(place.folder);
    await page.getByText(/named like files of Vaisala CL61/).waitFor();
    const site = page.getByRole("combobox", { name: "Site" });
    await click(site);
    await site.fill("hyyti");
    await page.getByRole("option", { name: /hyytiala/ }).waitFor();
    await site.press("Enter");
    // There is one instrument of this kind only.
    await page.getByText("PID 21.12132/3.241bda142975460b").waitFor();
    await click(next(page));
    await page.getByText(`Measured on ${dateText(today, Date.now())} (UTC).`).waitFor();
    await page.getByText("All 3 files match.").waitFor();
    expectUntouched(at);
    await click(next(page));
    await page.getByRole("button", { name: "Start sending 3 files" }).waitFor();
    const plan = page.locator("[data-plan]");
    await plan.getByText(/^3 files · \d+ B.* on a 10 Mbit\/s connection$/).waitFor();
    await expect.poll(() => plan.getByText("Checking what the portal already has").count()).toBe(0);
    const slider = page.getByRole("slider", { name: "First day that is sent" });
    await slider.press("ArrowRight");
    await page.getByText("1 older file will not be sent.", { exact: false }).waitFor();
    expectUntouched(at);
    await click(page.getByRole("button", { name: "Start sending 2 files" }));
    await page.getByRole("heading", { name: "Your first file is on the portal" }).waitFor();
    await page.getByText("The portal has the same bytes").waitFor();
    // With its record there, and the way to it.
    const record = page.getByRole("link", { name: "See it on the portal" });
    await record.waitFor();
    const uuid = new URL(`http://x${(await record.getAttribute("href"))?.slice(1)}`).searchParams.get("open");
    expect(uuid).toMatch(/^[0-9a-f]{8}-/);
    await page.getByText(uuid ?? "", { exact: true }).waitFor();
    expect(clicks).toBeLessThanOrEqual(7);
    await expect.poll(() => portal.acceptances().length).toBe(2);
    const [instrument] = (await savedIn(place)).instruments;
    expect(instrument).toMatchObject({ site: "hyytiala", instrument: "cl61d", since: dayFromToday(-5) });
    await page.getByRole("link", { name: "Go to Today" }).click();
    await expect.poll(() => headlineOf(page)).toMatch(/2 of today's 2 files are on the portal/);
    expect(faults).toEqual([]);
  });
});

test.each(oneHost)(
  "on the $name what is wrong is said at its field, and what was typed stays",
  async (kind) => {
    const at = await openForTest(kind, { password: null, before: emptyStation });
    const { page, portal, place } = at;
    const said = (words: RegExp) => page.getByText(words).first().waitFor();
    const address = page.getByLabel("Portal address");
    await address.fill("hello world");
    await said(/“hello world” is not an address/);
    // To these more may come, until they are confirmed.
    await address.fill("https://");
    await next(page).click();
    await said(/“https:\/\/” is not an address/);
    // A name without a dot may be one of the own network: it is asked.
    await address.fill("no-such-portal");
    await next(page).click();
    await said(/The name no-such-portal (?:is not known|has no address)|no-such-portal did not answer/);
    await address.fill("localhost:1");
    await said(/localhost:1 .*(?:refuse|no program|nothing)|Nothing .*localhost/i);
    await page.getByRole("heading", { name: "Which data portal?" }).waitFor();
    await address.fill(portal.url.replace("http://127.0.0.1", "http://portal.invalid"));
    await said(/without https, others could read/);
    // Only where it is needed: an address without encryption, of another computer.
    const allow = page.getByLabel(/Allow an unencrypted address/);
    await allow.waitFor();
    await address.fill("portal.invalid");
    await said(/The name portal\.invalid is not known/);
    expect(await allow.count()).toBe(0);
    await address.fill(portal.url.replace("http:", "https:"));
    await said(/does not speak TLS/);
    await address.fill(`${portal.url}/nowhere`);
    await said(/check the portal's address/);
    await address.fill(portal.url);
    await said(/A data portal with 33 sites/);
    await next(page).click();
    await page.getByLabel("User name").fill("station");
    await page.getByLabel("Password", { exact: true }).fill("wrong");
    // There is none in a test's session.
    await said(/This PC has no keychain. After the last page/);
    await page.getByRole("button", { name: "Sign in" }).click();
    await said(/does not accept this user name and password/);
    await page.getByRole("button", { name: "Continue without testing" }).click();
    const folder = page.getByLabel("Folder", { exact: true });
    await folder.fill(join(place.root, "nowhere"));
    await said(/does not exist/);
    await mkdir(join(place.root, "empty"));
    await folder.fill(join(place.root, "empty"));
    await said(/This folder has no files/);
    expect(await next(page).isDisabled()).toBe(true);
    await folder.fill(place.folder);
    await said(/named like files of/);
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByRole("button", { name: "Back" }).click();
    await expect.poll(() => address.inputValue()).toBe(portal.url);
    await goTo(page, "/setup/credentials");
    await expect.poll(() => page.getByLabel("User name").inputValue()).toBe("station");
    expectUntouched(at);
  },
);

test.each(oneHost)("on the $name the whole setup can be done by keyboard alone", async (kind) => {
  const { page, portal, place } = await openForTest(kind, { password: null, before: emptyStation });
  const { keyboard } = page;
  const isAt = (name: string) => page.getByRole("heading", { name }).waitFor();
  const focused = () => page.evaluate("document.activeElement?.labels?.[0]?.textContent ?? ''");
  await isAt("Which data portal?");
  await keyboard.type(portal.url);
  // It goes on by itself when the address has proved good.
  await keyboard.press("Enter");
  await isAt("Sign in to the portal");
  await keyboard.type("station");
  await keyboard.press("Tab");
  await keyboard.type("station");
  await keyboard.press("Enter");
  await isAt("Where does the instrument write?");
  await expect.poll(focused).toBe("Folder");
  await keyboard.type(place.folder);
  await page.getByRole("combobox", { name: "Site" }).waitFor();
  for (const _ of ["Choose…", "Site"]) await keyboard.press("Tab");
  await keyboard.type("hyytiala");
  await page.getByRole("option", { name: /hyytiala/ }).waitFor();
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await page.getByText(/^PID 21/).waitFor();
  for (const _ of ["Instrument", "Show every instrument", "Display name"]) await keyboard.press("Tab");
  await expect.poll(focused).toBe("Display name");
  await keyboard.press("Enter");
  await isAt("Are these its files?");
  await page.getByText("All 3 files match.").waitFor();
  await expect.poll(focused).toMatch(/live_%Y%m%d/);
  await keyboard.press("Enter");
  await page.getByRole("button", { name: "Start sending 3 files" }).waitFor();
  await keyboard.press("Enter");
  await expect.poll(() => portal.acceptances().length).toBe(3);
});

test.each(oneHost)("on the $name dates far from the writes are asked, not taken", async (kind) => {
  const at = await openForTest(kind, {
    password: null,
    before: async (place) => {
      await rm(place.settingsFile);
      // 2021 or 2029: neither is when it was written.
      await place.write("RD-211229-000000.dat", "content");
    },
  });
  const { page, portal, place } = at;
  await page.getByLabel("Portal address").fill(portal.url);
  await page.getByText("A data portal with 33 sites.").waitFor();
  await next(page).click();
  await page.getByLabel("User name").fill("station");
  await page.getByLabel("Password", { exact: true }).fill("station");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Folder", { exact: true }).fill(place.folder);
  const site = page.getByRole("combobox", { name: "Site" });
  await site.fill("hyyti");
  await page.getByRole("option", { name: /hyytiala/ }).click();
  await page.getByRole("combobox", { name: "Instrument" }).click();
  await page.getByRole("option", { name: /CL61/ }).first().click();
  await next(page).click();
  await page.getByText("Is this date right?").waitFor();
  await page
    .getByText(/is read as 29 Dec\S* 2021/)
    .first()
    .waitFor();
  expect(await next(page).isDisabled()).toBe(true);
  await page.getByRole("radio", { name: /^RD-%y%m%d-\*\.dat/ }).check();
  await page.getByText("match", { exact: false }).first().waitFor();
  await expect.poll(() => next(page).isEnabled()).toBe(true);
});
