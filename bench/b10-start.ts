import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, Response } from "playwright-core";
import { launchBrowser, openPage } from "#test/support/hosts/browser.ts";
import { buildPagesTo } from "#test/support/hosts/build-pages.ts";
import { startPagesHost, writeStation } from "./support/pages-host.ts";
import { median, type Row } from "./support/report.ts";
import { scratchFolder } from "./support/trees.ts";

const rounds = 3;
const mostBytes = 225_000;
const instrumentCard = 'section[aria-label="Instruments"] li';

/** A start; times in milliseconds. */
interface Start {
  /** From the start of the host's process until it tells its address. */
  readonly readyMs: number;
  /** From there until an empty page of the same host has loaded. */
  readonly emptyMs: number;
  /** From there until the first instrument's card is in the page. */
  readonly usableMs: number;
  readonly requests: number;
  readonly gzippedBytes: number;
}

/** B10: from the start of the host to a page that can be used, for an empty and a full ledger; against an empty page. */
export async function firstView(scale: number): Promise<Row[]> {
  const scratch = scratchFolder("b10-start");
  const built = join(scratch.path, "pages");
  await buildPagesTo(built);
  const counts = [0, Math.round(100_000 * scale)];
  const stations: string[] = [];
  for (const count of counts) stations.push(await writeStation(scratch.path, `station-${count}`, count));
  const browser = await launchBrowser({ hasProcesses: true });
  const starts: Start[][] = stations.map(() => []);
  try {
    await emptyPage(browser, "about:blank");
    for (let round = 0; round < rounds; round++)
      for (const [index, data] of stations.entries())
        starts[index]?.push(await start(browser, data, built, round % 2 === 0));
  } finally {
    await browser.close();
    scratch.remove();
  }
  return [...counts.map((count, index) => timeRow(count, starts[index] ?? [])), sizeRow(starts.flat())];
}

async function start(browser: Browser, data: string, built: string, isEmptyFirst: boolean): Promise<Start> {
  const host = await startPagesHost(data, built);
  try {
    const ownEmpty = () => emptyPage(browser, new URL("/no-such-page", host.ui).href);
    const emptyBefore = isEmptyFirst ? await ownEmpty() : null;
    const shown = await usablePage(browser, host.ui);
    return { readyMs: host.readyMs, emptyMs: emptyBefore ?? (await ownEmpty()), ...shown };
  } finally {
    await host.stop();
  }
}

async function emptyPage(browser: Browser, url: string): Promise<number> {
  const { page, context } = await openPage(browser);
  const startedAt = performance.now();
  await page.goto(url);
  const tookMs = performance.now() - startedAt;
  await context.close();
  return tookMs;
}

async function usablePage(
  browser: Browser,
  ui: string,
): Promise<Pick<Start, "usableMs" | "requests" | "gzippedBytes">> {
  const { page, context } = await openPage(browser);
  await page.addInitScript(watchFirstCard, instrumentCard);
  const loads: Promise<readonly [string, number]>[] = [];
  const onAnswer = (answer: Response) => {
    // Answers to questions are not part of the pages, and the event stream never ends.
    if (answer.request().resourceType() === "fetch") return;
    loads.push(answer.body().then((body) => [answer.url(), gzipSync(body).length]));
  };
  page.on("response", onAnswer);
  const startedAt = performance.now();
  await page.goto(ui);
  await page.waitForSelector(instrumentCard);
  const usableMs = performance.now() - startedAt;
  await page.waitForTimeout(500);
  page.off("response", onAnswer);
  const later = new Set(await page.evaluate(loadedAfterCard));
  const sizes = (await Promise.all(loads)).filter(([url]) => !later.has(url)).map(([, size]) => size);
  await context.close();
  return { usableMs, requests: sizes.length, gzippedBytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** In the page: notes the moment of the first card, milliseconds of the page's own clock. */
function watchFirstCard(card: string): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector(card) === null) return;
    performance.mark("first card");
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** In the page: addresses of files that came after the first card, such as parts of a dialog. */
function loadedAfterCard(): readonly string[] {
  const shownAt = performance.getEntriesByName("first card")[0]?.startTime ?? Number.POSITIVE_INFINITY;
  const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  return files.filter(({ responseEnd }) => responseEnd > shownAt).map(({ name }) => name);
}

function timeRow(count: number, starts: readonly Start[]): Row {
  const middle = (of: (one: Start) => number) => median(starts.map(of));
  const ratio = middle(({ readyMs, usableMs, emptyMs }) => (readyMs + usableMs) / (readyMs + emptyMs));
  const times = [
    `host ready ${middle(({ readyMs }) => readyMs).toFixed(0)}`,
    `then an empty page ${middle(({ emptyMs }) => emptyMs).toFixed(0)}`,
    `or the first card ${middle(({ usableMs }) => usableMs).toFixed(0)}`,
  ].join(", ");
  const toEmpty = middle(({ usableMs, emptyMs }) => usableMs / emptyMs).toFixed(1);
  return {
    id: "B10",
    what: `start to usable page, ${count} rows`,
    figures: `ms: ${times} (${toEmpty} × the empty page)`,
    ratio,
    target: "≤ 2",
    holds: ratio <= 2,
    raw: starts,
  };
}

function sizeRow(starts: readonly Start[]): Row {
  const bytes = Math.max(...starts.map(({ gzippedBytes }) => gzippedBytes));
  const requests = Math.max(...starts.map((one) => one.requests));
  return {
    id: "B10",
    what: "first view",
    figures: `${requests} files, ${Math.round(bytes / 1000)} kB gzipped`,
    ratio: bytes / mostBytes,
    target: "≤ 1 (225 kB)",
    holds: bytes <= mostBytes,
    raw: starts,
  };
}
