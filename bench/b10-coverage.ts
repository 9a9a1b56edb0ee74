import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { addDays, todayUtc } from "#base/dates.ts";
import type { CoverageDayShown } from "#contract/coverage.ts";
import { launchBrowser, openPage } from "#test/support/hosts/browser.ts";
import { buildPagesTo } from "#test/support/hosts/build-pages.ts";
import { startPagesHost, writeStation } from "./support/pages-host.ts";
import { percentileOf, type Row } from "./support/report.ts";
import { scratchFolder } from "./support/trees.ts";

const rounds = 3;
const watch = fileURLToPath(new URL("./support/frame-watch.js", import.meta.url));

/** The widest choice of days that stand side by side; a year is shown by month. */
const days = 90;
const instruments = 12;

/** B10: the grid of days is dragged through 90 days of 12 instruments; against a plain grid of as many cells. */
export async function coveragePage(): Promise<Row[]> {
  const scratch = scratchFolder("b10-coverage");
  const built = join(scratch.path, "pages");
  await buildPagesTo(built);
  const host = await startPagesHost(await writeStation(scratch.path, "station", 0), built);
  const browser = await launchBrowser({ hasProcesses: true });
  const grid: number[] = [];
  const plain: number[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      grid.push(
        ...(await slid(async (page) => {
          await page.route("**/api/coverage.days", (route) =>
            route.fulfill({ json: { ok: true, value: { asOf: null, days: daysOf(instruments, days) } } }),
          );
          await page.goto(host.ui);
          await page.waitForSelector("main");
          await page.evaluate(`window.location.hash = "/coverage?days=${days}"`);
          await page.waitForSelector('[role="grid"] [role="gridcell"]');
        })),
      );
      plain.push(
        ...(await slid(async (page) => {
          await page.goto("about:blank");
          await page.evaluate(`frameWatch.showPlainGrid(${instruments}, ${days})`);
        })),
      );
    }
  } finally {
    await browser.close();
    await host.stop();
    scratch.remove();
  }
  const p95 = percentileOf(grid, 0.95);
  const inWords = (gaps: readonly number[]) =>
    [0.5, 0.95, 0.99].map((part) => percentileOf(gaps, part).toFixed(1)).join(", ");
  return [
    {
      id: "B10",
      what: `coverage, ${days} days × ${instruments} instruments, dragged`,
      figures: `ms a frame (p50, p95, p99): plain ${inWords(plain)}, coverage ${inWords(grid)}`,
      ratio: p95 / percentileOf(plain, 0.95),
      target: "p95 ≤ 16.7 ms",
      holds: p95 < 1000 / 60 + 0.2,
      raw: { grid, plain },
    },
  ];

  /** Times between two frames while what `show` puts there is dragged, milliseconds. */
  async function slid(show: (page: Page) => Promise<void>): Promise<readonly number[]> {
    const { page, context } = await openPage(browser);
    await page.addInitScript({ path: watch });
    await show(page);
    await page.waitForTimeout(1_000);
    await page.evaluate("frameWatch.start()");
    await page.evaluate("frameWatch.slide(3500, 2000)");
    const { gaps } = await page.evaluate<{ gaps: number[] }>("frameWatch.stop()");
    await context.close();
    return gaps;
  }
}

function daysOf(instruments: number, days: number): readonly CoverageDayShown[] {
  const today = todayUtc(Date.now());
  return Array.from({ length: instruments * days }, (_, n) => {
    const age = n % days;
    const isGap = n % 17 === 0;
    return {
      instrument: `Instrument ${Math.floor(n / days)}`,
      date: addDays(today, -age),
      measured: 24,
      accepted: isGap ? 20 : 24,
      unlisted: 0,
      processed: isGap ? 19 : 24,
      invalid: 0,
      otherContent: 0,
      onlyOnPortal: 0,
      published: [
        { product: "radar", uuid: randomUUID(), volatile: false, errorLevel: "pass", reasons: null },
      ],
      state: isGap ? ("gap" as const) : ("complete" as const),
      dueAt: null,
      gaps: isGap ? ["accepted" as const] : [],
    };
  });
}
