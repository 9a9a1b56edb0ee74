import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { addDays, todayUtc } from "#base/dates.ts";
import { startMockPortal } from "#mock-portal/portal.ts";
import { launchBrowser, openPage } from "#test/support/hosts/browser.ts";
import { buildPagesTo } from "#test/support/hosts/build-pages.ts";
import { startPagesHost } from "./support/pages-host.ts";
import { median, type Row } from "./support/report.ts";
import { scratchFolder, writeSettings } from "./support/trees.ts";

const rounds = 5;
const leastPlots = 40;
const mostMs = 1_000;

/** An opening of the wall; milliseconds from the change of the address. */
interface Opening {
  readonly plots: number;
  /** Until all lines are there. */
  readonly linesMs: number;
  /** Until every picture in the window is drawn. */
  readonly picturesMs: number;
}

/** B10: the plots of one day of the bundled portal, from the change of the address to all pictures in view. */
export async function dayWall(): Promise<Row[]> {
  const scratch = scratchFolder("b10-day-wall");
  const built = join(scratch.path, "pages");
  await buildPagesTo(built);
  const portal = await startMockPortal({ dataFolder: join(scratch.path, "portal"), seed: "demo" });
  const data = join(scratch.path, "station");
  mkdirSync(join(data, "files"), { recursive: true });
  writeSettings(join(data, "settings.json"), portal.url, join(data, "files"));
  const host = await startPagesHost(data, built);
  const browser = await launchBrowser({ hasProcesses: true });
  const openings: Opening[] = [];
  try {
    for (let round = 0; round < rounds; round++)
      openings.push(await opened(browser, host.ui, addDays(todayUtc(Date.now()), -2 - round)));
  } finally {
    await browser.close();
    await host.stop();
    await portal.close();
    scratch.remove();
  }
  const [lines, pictures] = [
    median(openings.map((one) => one.linesMs)),
    median(openings.map((one) => one.picturesMs)),
  ];
  const plots = Math.min(...openings.map((one) => one.plots));
  return [
    {
      id: "B10",
      what: `day wall, ${plots} plots of the bundled portal`,
      figures: `ms: all lines ${lines.toFixed(0)}, all pictures in the window ${pictures.toFixed(0)}`,
      ratio: pictures / mostMs,
      target: `≤ 1 (1 s), ≥ ${leastPlots} plots`,
      holds: pictures <= mostMs && plots >= leastPlots,
      raw: { openings },
    },
  ];
}

async function opened(browser: Browser, ui: string, date: string): Promise<Opening> {
  const { page, context } = await openPage(browser);
  await page.goto(ui);
  await page.waitForSelector("main");
  await page.evaluate('window.location.hash = "/data/files"');
  await page.waitForSelector('[role="grid"] [role="row"]');
  const opening = await page.evaluate<Opening>(`(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const startedAt = performance.now();
    window.location.hash = "/data/plots?date=${date}";
    const figures = () => [...document.querySelectorAll("main figure")];
    while (figures().length < ${leastPlots}) await frame();
    const linesMs = performance.now() - startedAt;
    const inWindow = (one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    };
    const isDrawn = (one) => one.querySelector("img")?.complete === true;
    while (!figures().filter(inWindow).every(isDrawn)) await frame();
    return { plots: figures().length, linesMs, picturesMs: performance.now() - startedAt };
  })()`);
  await context.close();
  return opening;
}
