import { createHash } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "playwright-core";
import type { MockPortal } from "#mock-portal/portal.ts";
import type { PagePlaceOptions } from "#test/pages/page-place.ts";
import { type CliPlace, ceilometer, dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { waits } from "./shot-steps.ts";

/** A station as a task of the guide finds it, and the steps to the page that it shows. */
export interface TaskStation {
  readonly slug: string;
  readonly options: PagePlaceOptions;
  /** Behind `#`. */
  readonly address: string;
  readonly act: (page: Page, place: CliPlace) => Promise<void>;
}

const today = dayFromToday(0);
const month = 30;
const dayOfMonth = Number(today.slice(8));
const daysOfLastMonth = Number(dayFromToday(-dayOfMonth).slice(8));
/** Its days in their order. */
const lastMonth = Array.from({ length: daysOfLastMonth }, (_, day) =>
  dayFromToday(day + 1 - dayOfMonth - daysOfLastMonth),
);

const radarInstrument = {
  name: "Cloud radar",
  site: "hyytiala",
  instrument: "rpg-fmcw-94",
  pid: "https://hdl.handle.net/21.12132/3.191564170f8a4686",
  pattern: "%y%m%d_*.LV1",
  finish: { policy: "settle", seconds: 1 },
} as const;

const radarOf = (place: CliPlace) => join(place.root, "radar");
const radarFile = (place: CliPlace, date: string) =>
  join(radarOf(place), `${date.slice(2).replaceAll("-", "")}_000000.LV1`);

/** Content of some hundred kilobytes, which differs by file. */
const contentOf = (name: string, date: string) => `${name} of ${date}\n`.repeat(12_000);

/** Files of both instruments on a day. */
async function measure(place: CliPlace, date: string): Promise<readonly string[]> {
  const contents = [contentOf("ceilometer", date), contentOf("radar", date).repeat(2)] as const;
  await place.write(liveName(date, "000000"), contents[0]);
  await place.write(radarFile(place, date), contents[1]);
  return contents;
}

/** The portal has used these contents. */
function processed(portal: MockPortal, contents: readonly string[]): void {
  for (const content of contents)
    portal.tampering.alter(createHash("md5").update(content).digest("hex"), { status: "processed" });
}

const withRadar = (place: CliPlace) =>
  place.configure({
    ...place.settings,
    instruments: [...place.settings.instruments, { ...radarInstrument, folder: radarOf(place) }],
  });

export const taskStations: readonly TaskStation[] = [
  {
    slug: "first-station",
    options: {
      password: null,
      async before(place) {
        await rm(place.settingsFile);
        for (let day = 0; day < 4 * month; day += 1)
          await place.write(
            liveName(dayFromToday(-day), "000000"),
            contentOf("ceilometer", dayFromToday(-day)),
          );
      },
    },
    address: "/setup",
    async act(page, place) {
      const next = () => page.getByRole("button", { name: "Next" }).click(waits);
      await page.getByLabel("Portal address").fill(place.settings.portal.url);
      await page.getByText(/A data portal with/).waitFor(waits);
      await next();
      await page.getByLabel("User name").fill("station");
      await page.getByLabel("Password", { exact: true }).fill("station");
      await page.getByRole("button", { name: "Sign in" }).click(waits);
      await page.getByLabel("Folder", { exact: true }).fill(place.folder);
      const site = page.getByRole("combobox", { name: "Site" });
      await site.click(waits);
      await site.fill("hyyti");
      await page.getByRole("option", { name: /hyytiala/ }).waitFor(waits);
      await site.press("Enter");
      await page.getByText(`PID ${ceilometer.pid}`).waitFor(waits);
      await next();
      await page.getByText(/^All .* files match/).waitFor(waits);
      await next();
      const slider = page.getByRole("slider", { name: "First day that is sent" });
      await slider.waitFor(waits);
      for (let day = 0; day < month; day += 1) await slider.press("ArrowRight");
      await page.waitForTimeout(4_000);
    },
  },
  {
    slug: "official-client",
    options: {
      password: null,
      async before(place) {
        await rm(place.settingsFile);
        for (let day = 0; day < 5; day += 1) await measure(place, dayFromToday(-day));
      },
    },
    address: "/setup",
    async act(page, place) {
      const instruments = [
        { ...ceilometer, path: join(place.folder, "live_%Y%m%d_*.nc") },
        { ...radarInstrument, path: join(radarOf(place), radarInstrument.pattern) },
      ].map(
        ({ site, instrument, pid, path }) =>
          `[[instrument]]\nsite = "${site}"\ninstrument = "${instrument}"\ninstrument_pid = "${pid}"\npath_fmt = "${path}"\n`,
      );
      const text = `[user_account]\nusername = "station"\npassword = "station"\n${instruments.join("")}`;
      await page.getByRole("heading", { name: "Which data portal?" }).waitFor(waits);
      await page.evaluate(
        `(() => {
          const data = new DataTransfer();
          data.items.add(new File([${JSON.stringify(text)}], "config.toml"));
          document.querySelector("main h1").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        })()`,
      );
      await page.getByRole("heading", { name: "2 instruments found" }).waitFor(waits);
      await page.getByLabel("Portal address").fill(place.settings.portal.url);
      await page.getByText("All 5 files match.").nth(1).waitFor(waits);
      await page.waitForTimeout(2_000);
    },
  },
  {
    slug: "old-data",
    options: {
      async before(place) {
        const [one] = place.settings.instruments;
        await place.configure({ ...place.settings, instruments: [{ ...one, since: today }] });
        for (let day = 0; day < 4 * month; day += 1)
          await place.write(
            liveName(dayFromToday(-day), "000000"),
            contentOf("ceilometer", dayFromToday(-day)),
          );
      },
    },
    address: "/settings/instruments/0?field=instruments.since",
    async act(page) {
      const start = page.getByLabel("Start date", { exact: true });
      await start.fill(dayFromToday(-4 * month));
      await page.getByRole("region", { name: "What will be sent if you save" }).waitFor(waits);
      await page.waitForTimeout(4_000);
      await start.evaluate((one) => one.scrollIntoView({ block: "start" }));
      await page.locator("main").evaluate((main) => main.scrollBy(0, -120));
    },
  },
  {
    slug: "disk-full",
    options: {
      async before(place, portal) {
        await withRadar(place);
        const contents: string[] = [];
        for (let day = 0; day < 5 * month; day += 1)
          contents.push(...(await measure(place, dayFromToday(-day))));
        await place.submit();
        processed(portal, contents);
        await place.run("cleanup");
        // A list that is ten minutes old: the second one may follow at once.
        const db = new DatabaseSync(join(place.dataFolder, "ledger.sqlite"));
        db.exec(
          "UPDATE portal_lists SET whole_at_ms = whole_at_ms - 660000, read_at_ms = read_at_ms - 660000",
        );
        db.close();
      },
    },
    address: "/cleanup",
    async act(page) {
      await page.getByRole("button", { name: "Check the files" }).click(waits);
      await page.getByRole("button", { name: "Save the script" }).waitFor({ timeout: 60_000 });
    },
  },
  {
    slug: "prove-a-month",
    options: {
      async before(place, portal) {
        await withRadar(place);
        const contents = await Promise.all(lastMonth.map((date) => measure(place, date)));
        await place.submit();
        processed(portal, contents.flat());
        await place.run("report", ["--month", lastMonth[0]?.slice(0, 7) ?? ""]);
      },
    },
    address: `/report?month=${lastMonth[0]?.slice(0, 7)}`,
    async act(page) {
      await page.getByRole("row", { name: /^Cloud radar/ }).waitFor(waits);
      await page.waitForTimeout(8_000);
    },
  },
  {
    slug: "new-pc",
    options: {
      async before(place) {
        await withRadar(place);
        for (let day = 0; day < month; day += 1) await measure(place, dayFromToday(-day));
        await place.submit();
        await place.run("backup", [join(place.root, "station.tar.gz")]);
        await rm(place.dataFolder, { recursive: true });
        await mkdir(place.dataFolder);
        await rename(place.folder, join(place.root, "old-ceilometer"));
      },
    },
    address: "/setup",
    async act(page, place) {
      await page.getByText(/^Open a station's backup/).click(waits);
      await page.locator("input[type=file]").setInputFiles(join(place.root, "station.tar.gz"));
      await page.getByText("does not exist").waitFor(waits);
      await page.waitForTimeout(1_500);
    },
  },
  {
    slug: "new-pid",
    options: {
      async before(place) {
        const [one] = place.settings.instruments;
        const pid = "https://hdl.handle.net/21.12132/3.0000000000000000";
        await place.configure({ ...place.settings, instruments: [{ ...one, pid, instrument: "parsivel" }] });
        for (const what of ["a", "b"]) await place.write(liveName(today, what), `of ${what}`);
      },
    },
    address: "/",
    async act(page) {
      await page.getByRole("button", { name: "Choose the right PID" }).click(waits);
      const dialog = page.getByRole("dialog", { name: "Choose the right PID" });
      await dialog.getByRole("combobox", { name: "Instrument", exact: true }).fill("cl61");
      await page.getByRole("option").first().click(waits);
      await page.waitForTimeout(800);
    },
  },
  {
    slug: "many-stations",
    options: {
      async before(place) {
        const { portal, ...rest } = place.settings;
        const document = {
          portal: { ...portal, concurrency: 2 },
          locked: ["portal.url", "portal.rates", "portal.quietHours"],
          lockedBecause: "The network sets it: ask ops@centre.example.",
        };
        await writeFile(join(place.root, "settings.d", "10-network.json"), JSON.stringify(document));
        await place.configure(rest);
      },
    },
    address: "/settings/portal",
    act: (page) => page.getByRole("main").getByRole("note").waitFor(waits),
  },
];
