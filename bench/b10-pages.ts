import { join } from "node:path";
import { connectToHost } from "#api/loopback/client.ts";
import { launchBrowser } from "#test/support/hosts/browser.ts";
import { buildPagesTo } from "#test/support/hosts/build-pages.ts";
import { startPagesHost, writeStation } from "./support/pages-host.ts";
import { startChanges } from "./support/queue-changes.ts";
import { median, type Row } from "./support/report.ts";
import { type Shown, scrolled, type Way, ways } from "./support/scrolling.ts";
import { scratchFolder } from "./support/trees.ts";

const rounds = 3;
const frameMs = 1000 / 60;
const longMs = 50;
const rowHeight = 34;
const columns = 8;

type Round = Readonly<Record<Way, Shown>>;

/** B10: the queue page scrolls through 100,000 uploads while 200 of them change a second; against a plain list. */
export async function pages(scale: number): Promise<Row[]> {
  const count = Math.round(100_000 * scale);
  const scratch = scratchFolder("b10");
  const built = join(scratch.path, "pages");
  await buildPagesTo(built);
  const data = await writeStation(scratch.path, "station", count);
  const host = await startPagesHost(data, built);
  const found = await connectToHost(data);
  if (found.kind !== "connected") throw new Error(`the host cannot be asked: ${found.kind}`);
  const browser = await launchBrowser({ hasProcesses: true });
  const inView = { row: 0 };
  // The changes go on while the plain list is measured, so that both have the same machine.
  const changing = startChanges(found.transport, count, inView);
  const queue: Round[] = [];
  const plain: Round[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      const mine = await scrolled(browser, {
        turnAfter: Number.POSITIVE_INFINITY,
        follow: (top) => {
          inView.row = Math.round(top / rowHeight);
        },
        async show(page) {
          await page.goto(host.ui);
          await page.waitForSelector("main");
          await page.evaluate('window.location.hash = "/files"');
          await page.waitForSelector('[role="grid"] [role="row"][aria-rowindex="20"]');
        },
      });
      queue.push(mine);
      const theirs = await scrolled(browser, {
        turnAfter: 6,
        async show(page) {
          await page.goto("about:blank");
          await page.evaluate(`frameWatch.showPlain(${mine.wheel.rows}, ${columns})`);
        },
      });
      plain.push(theirs);
    }
  } finally {
    await changing.stop();
    await browser.close();
    await found.close();
    await host.stop();
    scratch.remove();
  }
  return ways.map((way) => {
    const what = `${count} rows, ${changing.rate()} changes/s, ${way}`;
    return rowOf(
      what,
      queue.map((round) => round[way]),
      plain.map((round) => round[way]),
    );
  });
}

function rowOf(what: string, queue: readonly Shown[], plain: readonly Shown[]): Row {
  const p95 = percentile(queue, 0.95);
  const longestMs = Math.max(...queue.map((one) => one.longestMs));
  return {
    id: "B10",
    what,
    figures: `${inWords("plain", plain)}; ${inWords("queue", queue)}, ${queue.at(-1)?.rows ?? 0} rows in the page`,
    ratio: p95 / percentile(plain, 0.95),
    target: "p95 ≤ 16.7 ms, no task > 50 ms",
    holds: p95 < frameMs + 0.2 && longestMs <= longMs,
    raw: { queue, plain },
  };
}

function inWords(name: string, shown: readonly Shown[]): string {
  const frames = [0.5, 0.95, 0.99].map((part) => percentile(shown, part).toFixed(1)).join(", ");
  const busy = median(shown.map(({ busyMs }) => busyMs)).toFixed(1);
  const longest = Math.max(...shown.map(({ longestMs }) => longestMs)).toFixed(0);
  const long = shown.flatMap(({ tasks }) => tasks).length;
  return `${name}: ms a frame ${frames} (p50, p95, p99), ${busy} of the thread; longest task ${longest} ms of the thread, ${long} over 50 ms by the clock`;
}

function percentile(shown: readonly Shown[], part: number): number {
  const sorted = shown.flatMap(({ gaps }) => gaps).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
