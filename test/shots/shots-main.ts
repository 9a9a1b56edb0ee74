import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import { languageTags } from "#base/chosen-language.ts";
import { cutWords } from "#test/pages/cut-words.ts";
import { failingStation } from "#test/pages/failing-station.ts";
import { type Situation, situations } from "#test/pages/today-situations.ts";
import { launchBrowser, openPage, sizes, type View } from "#test/support/hosts/browser.ts";
import { type CliPlace, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { startCli } from "#test/support/hosts/cli-run.ts";
import { runProgram } from "#test/support/hosts/program.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";
import { docsPictures } from "./docs-pictures.ts";
import { scenesOf } from "./shot-scenes.ts";
import { type Scene, waits, withoutMachine } from "./shot-steps.ts";
import { sizedStations } from "./sized-stations.ts";
import { taskStations } from "./task-stations.ts";

const help = `Pictures of every page in both themes and both sizes, of three stations: the demo after a while (full), one in
problem (failing), one that was never set up (empty); of the page Today in each of its situations; of stations as the tasks of
the guide find them; and of stations with 1, 4, 12 and 40 instruments (sized).

Usage: npm run shots -- [--out DIR] [--only NAME] [--quick | --docs | --languages]

  --out DIR     where the pictures go; default: out/shots, with --docs docs
  --only NAME   only pictures with NAME in their name, such as files; several with commas
  --quick       in light and wide only
  --docs        the pictures of the documents, each in its size, packed by pngquant
  --languages   Today in each of its situations and the first page of the set-up, in every language, in the small window;
                prints a line for each word that is cut there

Ends with 0 when all were taken; with 1 when --languages has found a word that is cut; with 2 for bad usage.
`;

type Flags = Exclude<ReturnType<typeof read>, string>;

const shownStations: readonly Scene["station"][] = [
  "full",
  "failing",
  "empty",
  ...situations.map(({ slug }) => `situation-${slug}` as const),
  ...taskStations.map(({ slug }) => `task-${slug}` as const),
  ...sizedStations.map(({ slug }) => `sized-${slug}` as const),
];
const views: readonly View[] = (["light", "dark"] as const).flatMap((theme) =>
  (["wide", "narrow"] as const).map((size) => ({ theme, size })),
);

/** A script for a page: the documents show the program, not its demo. */
const withoutBanner = `document.querySelector("section[aria-label=Demo]")?.style.setProperty("display", "none")`;

interface Shot {
  readonly scene: Scene;
  readonly view: View;
  readonly file: string;
  /** The part that is kept, from the top, CSS pixels. */
  readonly height?: number | undefined;
}

process.exit(await runProgram({ name: "shots", help, read, run }));

/** The flags, or what is wrong with them. */
function read(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: "boolean", short: "h" },
      out: { type: "string" },
      only: { type: "string" },
      quick: { type: "boolean" },
      docs: { type: "boolean" },
      languages: { type: "boolean" },
    },
  });
  const { only, quick, docs, languages } = values;
  if ([quick, docs, languages].filter((one) => one === true).length > 1)
    return "--quick, --docs and --languages: choose one.";
  const names = new Set(shownStations.flatMap((station) => scenesOf(station).map(({ name }) => name)));
  const unknown = only?.split(",").find((part) => ![...names].some((name) => name.includes(part)));
  if (unknown !== undefined)
    return `--only: there is no picture ${unknown}; there are ${[...names].join(", ")}.`;
  return { ...values, out: values.out ?? (docs === true ? "docs" : "out/shots") };
}

async function run(flags: Flags): Promise<number> {
  try {
    await mkdir(flags.out, { recursive: true });
  } catch (error) {
    process.stderr.write(`shots: --out: ${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
  const browser = await launchBrowser();
  const taken: string[] = [];
  let cut = 0;
  const take: Take = async (ui, station, place) => {
    const shots = wantedShots(station, flags);
    const onTaken = async ({ file }: Shot, page: Page) => {
      taken.push(file);
      if (flags.languages !== true) return;
      const found = await cutWords(page);
      for (const one of found) console.log(`${file}: ${one}`);
      cut += found.length;
    };
    await takeAll(browser, { ui, place, shots, isForDocs: flags.docs === true, onTaken });
  };
  try {
    const isWanted = (station: Scene["station"]) => wantedShots(station, flags).length > 0;
    if (isWanted("full")) await full(take);
    if (isWanted("failing")) await failing(take);
    if (isWanted("empty")) await empty(take);
    for (const one of situations)
      if (isWanted(`situation-${one.slug}`)) await situation(take, `situation-${one.slug}`, one);
    for (const one of taskStations)
      if (isWanted(`task-${one.slug}`)) await situation(take, `task-${one.slug}`, one);
    for (const one of sizedStations)
      if (isWanted(`sized-${one.slug}`)) await situation(take, `sized-${one.slug}`, one);
  } finally {
    await browser.close();
  }
  if (flags.docs === true) await pack(taken);
  console.log(`${taken.length} pictures in ${flags.out}`);
  return cut > 0 ? 1 : 0;
}

/** The pictures of a station that were asked for. */
function wantedShots(
  station: Scene["station"],
  { only, quick, docs, languages, out }: Flags,
): readonly Shot[] {
  const scenes = scenesOf(station).filter(
    ({ name }) => only?.split(",").some((part) => name.includes(part)) ?? true,
  );
  if (docs === true)
    return docsPictures
      .filter((one) => one.station === station)
      .flatMap(({ file, name, size, height }) =>
        scenes
          .filter((scene) => scene.name === name)
          .map((scene) => ({
            scene,
            view: { theme: "light", size } as const,
            file: join(out, file),
            height,
          })),
      );
  if (languages === true)
    return scenes
      .filter(({ name }) => station.startsWith("situation-") || (station === "empty" && name === "setup"))
      .flatMap((scene) =>
        languageTags.map((language) => ({
          scene,
          view: { theme: "light", size: "narrow", language } as const,
          file: join(out, `${station.replace("situation-", "")}-${language}.png`),
        })),
      );
  return (quick === true ? views.slice(0, 1) : views).flatMap((view) =>
    scenes.map((scene) => {
      return { scene, view, file: join(out, `${station}-${scene.name}-${view.theme}-${view.size}.png`) };
    }),
  );
}

/** Makes the pictures smaller, as the site of the documents has 3 MB at most. */
async function pack(files: readonly string[]): Promise<void> {
  try {
    await promisify(execFile)("pngquant", ["--quality", "60-92", "--force", "--ext", ".png", ...files]);
  } catch (error) {
    process.stderr.write(`shots: the pictures are not packed: ${String(error).split("\n")[0]}\n`);
  }
}

type Take = (ui: string, station: Scene["station"], place: CliPlace | null) => Promise<void>;

async function full(take: Take): Promise<void> {
  const cli = startCli(["demo", "--no-open", "--seconds", "3600", "--json"], { timeoutMs: 3_900_000 });
  try {
    const ui = await uiOf(cli);
    await new Promise((resolve) => setTimeout(resolve, 15_000));
    await take(ui, "full", null);
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
    await take(ui, "failing", place);
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
    await take(ui, "empty", place);
  } finally {
    await cli.stop();
    await place.remove();
    await portal.close();
  }
}

/** Takes the pictures of a station that is brought about. */
async function situation(
  take: Take,
  station: Scene["station"],
  { options, happens }: Pick<Situation, "options" | "happens">,
): Promise<void> {
  const portal = await openPortal(options.portal);
  const place = await makeCliPlace(portal.url);
  const adminFiles = join(place.root, "settings.d");
  await mkdir(adminFiles);
  await options.before?.(place, portal);
  const { password = "station" } = options;
  const env = { SKYFERRY_SETTINGS_D: adminFiles };
  const cli = startCli(["daemon", "--data", place.dataFolder], { timeoutMs: 900_000, password, env });
  try {
    const { ui = "" } = await cli.ready;
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    await happens?.(place, portal);
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    await take(ui, station, place);
  } finally {
    await cli.stop();
    await place.remove();
    await portal.close().catch(() => {});
  }
}

interface Taking {
  readonly ui: string;
  /** Null at the demo. */
  readonly place: CliPlace | null;
  readonly shots: readonly Shot[];
  readonly isForDocs: boolean;
  readonly onTaken: (shot: Shot, page: Page) => Promise<void>;
}

/** Takes pictures of a station. */
async function takeAll(from: Browser, { ui, place, shots, isForDocs, onTaken }: Taking): Promise<void> {
  const byView = Map.groupBy(shots, ({ view }) => `${view.theme} ${view.size} ${view.language ?? ""}`.trim());
  for (const [name, ofView] of byView) {
    const [first] = ofView;
    if (first === undefined) continue;
    const { view } = first;
    const scratch = await mkdtemp(join(tmpdir(), "skyferry-shots-"));
    const { page, faults } = await openPage(from, { ...view, motion: "reduce" });
    await page.goto(ui);
    await page.waitForSelector("main");
    for (const shot of ofView) {
      const { scene, file, height } = shot;
      await page.evaluate(`window.location.hash = ${JSON.stringify(scene.address)}`);
      await shown(page, scene.address).catch(() =>
        console.log(`${scene.name}: the page was not there in time`),
      );
      await page.waitForTimeout(1_800);
      await scene
        .act?.(page, scratch, place)
        .catch((error: unknown) => console.log(`${scene.name}: ${String(error).split("\n")[0]}`));
      if (isForDocs) await page.evaluate(withoutBanner);
      await page.evaluate(withoutMachine(hostname()));
      const all = { x: 0, y: 0, ...sizes[view.size] };
      await page.screenshot({ path: file, clip: { ...all, height: height ?? all.height } });
      await onTaken(shot, page);
      if (scene.act === undefined) continue;
      // Everything that was opened or typed goes with the page.
      await page.goto("about:blank");
      await page.goto(ui);
      await page.waitForSelector("main");
    }
    for (const fault of faults) console.log(`${first.scene.station} ${name}: ${fault.split("\n")[0]}`);
    await rm(scratch, { recursive: true });
    // A host answers six connections of a browser at once, and each page keeps one.
    await page.close();
  }
}

/** Waits until a page is there and nothing of it is on its way. */
async function shown(page: Page, address: string): Promise<void> {
  const main = page.locator(`main[data-page="${address.replace(/\?.*/, "")}"]`);
  await main.locator("h1").waitFor(waits);
  const loading = main.locator(
    '[aria-label^="Loading"], [aria-busy="true"], [role="status"]:has(.ghost, [data-waiting])',
  );
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
