import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Browser, Page } from "playwright-core";
import { failingStation } from "#test/pages/failing-station.ts";
import { type Situation, situations } from "#test/pages/today-situations.ts";
import { launchBrowser, openPage, type View } from "#test/support/hosts/browser.ts";
import { makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { startCli } from "#test/support/hosts/cli-run.ts";
import { runProgram } from "#test/support/hosts/program.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";
import { scenesOf } from "./shot-scenes.ts";
import { type Scene, waits } from "./shot-steps.ts";

const help = `Pictures of every page in both themes and both sizes, of three stations: the demo after a while (full), one in
problem (failing), one that was never set up (empty); and of the page Today in each of its situations.

Usage: npm run shots -- [--out DIR] [--only NAME] [--quick]

  --out DIR     where the pictures go; default: out/shots
  --only NAME   only pictures with NAME in their name, such as files
  --quick       in light and wide only

Ends with 0 when all were taken; with 2 for bad usage.
`;

type Flags = Exclude<ReturnType<typeof read>, string>;

const shownStations: readonly Scene["station"][] = [
  "full",
  "failing",
  "empty",
  ...situations.map(({ slug }) => `situation-${slug}` as const),
];
const views: readonly View[] = (["light", "dark"] as const).flatMap((theme) =>
  (["wide", "narrow"] as const).map((size) => ({ theme, size })),
);

/** A picture in the docs shows no folder of the machine on which it was taken. A long path stands in two texts. */
const nameScratchFolders = String.raw`{
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let isCut = false;
  while (texts.nextNode()) {
    const { data } = texts.currentNode;
    const rest = isCut ? data.replace(/^[^/]*/, "") : data;
    isCut = /\/skyferry-[^/\s]*$/.test(rest);
    const named = rest.replaceAll(/\/\S*\/skyferry-[^/\s]*/g, "/home/station");
    if (named !== data) texts.currentNode.data = named;
  }
}`;

process.exit(await runProgram({ name: "shots", help, read, run }));

/** The flags, or what is wrong with them. */
function read(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: "boolean", short: "h" },
      out: { type: "string", default: "out/shots" },
      only: { type: "string" },
      quick: { type: "boolean" },
    },
  });
  const { only } = values;
  const names = new Set(shownStations.flatMap((station) => scenesOf(station).map(({ name }) => name)));
  if (only !== undefined && ![...names].some((name) => name.includes(only)))
    return `--only: there is no picture ${only}; there are ${[...names].join(", ")}.`;
  return values;
}

async function run(flags: Flags): Promise<number> {
  try {
    await mkdir(flags.out, { recursive: true });
  } catch (error) {
    process.stderr.write(`shots: --out: ${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
  const browser = await launchBrowser();
  let taken = 0;
  const take: Take = async (ui, station) => {
    taken += await takeAll(browser, ui, station, flags);
  };
  try {
    const isWanted = (station: Scene["station"]) => wantedScenes(station, flags).length > 0;
    if (isWanted("full")) await full(take);
    if (isWanted("failing")) await failing(take);
    if (isWanted("empty")) await empty(take);
    for (const one of situations) if (isWanted(`situation-${one.slug}`)) await situation(take, one);
  } finally {
    await browser.close();
  }
  console.log(`${taken} pictures in ${flags.out}`);
  return 0;
}

/** The pictures of a station that were asked for. */
function wantedScenes(station: Scene["station"], { only }: Flags): readonly Scene[] {
  return scenesOf(station).filter(({ name }) => only === undefined || name.includes(only));
}

type Take = (ui: string, station: Scene["station"]) => Promise<void>;

async function full(take: Take): Promise<void> {
  const cli = startCli(["demo", "--no-open", "--seconds", "3600", "--json"], { timeoutMs: 3_900_000 });
  try {
    const ui = await uiOf(cli);
    await new Promise((resolve) => setTimeout(resolve, 15_000));
    await take(ui, "full");
  } finally {
    await cli.stop();
  }
}

async function failing(take: Take): Promise<void> {
  const portal = await openPortal();
  const place = await makeCliPlace(portal.url);
  await failingStation(place);
  const cli = startCli(["daemon", "--data", place.dataFolder], { timeoutMs: 900_000 });
  try {
    const { ui = "" } = await cli.ready;
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    await portal.close();
    await place.write("live_20200101_late.nc", "comes while the portal is away");
    await new Promise((resolve) => setTimeout(resolve, 8_000));
    await take(ui, "failing");
  } finally {
    await cli.stop();
    await place.remove();
  }
}

async function empty(take: Take): Promise<void> {
  const portal = await openPortal();
  const place = await makeCliPlace(portal.url);
  await rm(place.settingsFile);
  const cli = startCli(["daemon", "--data", place.dataFolder], { timeoutMs: 900_000, password: null });
  try {
    const { ui = "" } = await cli.ready;
    await take(ui, "empty");
  } finally {
    await cli.stop();
    await place.remove();
    await portal.close();
  }
}

/** Takes the pictures of a situation in which the page Today has to answer at a glance. */
async function situation(take: Take, { slug, options, happens }: Situation): Promise<void> {
  const portal = await openPortal({ ...options.portal, seed: "empty" });
  const place = await makeCliPlace(portal.url);
  await options.before?.(place, portal);
  const { password = "station" } = options;
  const cli = startCli(["daemon", "--data", place.dataFolder], { timeoutMs: 900_000, password });
  try {
    const { ui = "" } = await cli.ready;
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    await happens?.(place, portal);
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    await take(ui, `situation-${slug}`);
  } finally {
    await cli.stop();
    await place.remove();
    await portal.close().catch(() => {});
  }
}

async function takeAll(from: Browser, ui: string, station: Scene["station"], flags: Flags): Promise<number> {
  let taken = 0;
  const scenes = wantedScenes(station, flags);
  for (const view of flags.quick === true ? views.slice(0, 1) : views) {
    const scratch = await mkdtemp(join(tmpdir(), "skyferry-shots-"));
    const { page, faults } = await openPage(from, { ...view, motion: "reduce" });
    await page.goto(ui);
    await page.waitForSelector("main");
    for (const scene of scenes) {
      await page.evaluate(`window.location.hash = ${JSON.stringify(scene.address)}`);
      await shown(page, scene.address).catch(() =>
        console.log(`${scene.name}: the page was not there in time`),
      );
      await page.waitForTimeout(1_800);
      await scene
        .act?.(page, scratch)
        .catch((error: unknown) => console.log(`${scene.name}: ${String(error).split("\n")[0]}`));
      await page.evaluate(nameScratchFolders);
      await page.screenshot({
        path: join(flags.out, `${station}-${scene.name}-${view.theme}-${view.size}.png`),
      });
      taken += 1;
      if (scene.act === undefined) continue;
      // Everything that was opened or typed goes with the page.
      await page.goto("about:blank");
      await page.goto(ui);
      await page.waitForSelector("main");
    }
    for (const fault of faults) console.log(`${station} ${view.theme} ${view.size}: ${fault.split("\n")[0]}`);
    await rm(scratch, { recursive: true });
  }
  return taken;
}

/** Waits until a page is there and nothing of it is on its way. */
async function shown(page: Page, address: string): Promise<void> {
  const main = page.locator(`main[data-page="${address.replace(/\?.*/, "")}"]`);
  await main.locator("h1").waitFor(waits);
  const loading = main.locator('[aria-label^="Loading"], [aria-busy="true"]');
  const lastMs = Date.now() + waits.timeout;
  while ((await loading.count()) > 0 && Date.now() < lastMs) await page.waitForTimeout(200);
}

/** The demo says its address on standard error when it prints JSON. */
async function uiOf(cli: ReturnType<typeof startCli>): Promise<string> {
  for (;;) {
    const found = /Skyferry: (http\S+)/.exec(cli.said().stderr)?.[1];
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
