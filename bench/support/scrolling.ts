import { fileURLToPath } from "node:url";
import type { Browser, CDPSession, Page } from "playwright-core";
import { openPage } from "#test/support/hosts/browser.ts";

const phaseMs = 3_500;
const watch = fileURLToPath(new URL("./frame-watch.js", import.meta.url));

/** The two ways to scroll: turns of the wheel, and the thumb of the scrollbar dragged from end to end. */
export const ways = ["wheel", "scrollbar"] as const;
export type Way = (typeof ways)[number];

/** Figures of one phase of scrolling; times in milliseconds. */
export interface Shown {
  /** Between two frames. */
  readonly gaps: readonly number[];
  /** Tasks of more than 50 ms by the clock. */
  readonly tasks: readonly number[];
  /** Longest task in time of the page's thread: what other programs took of the core does not count. */
  readonly longestMs: number;
  /** Time that the page's thread took for each frame. */
  readonly busyMs: number;
  /** Rows in the page. */
  readonly rows: number;
}

/** Opens a page that is watched from its first moment, lets `show` fill it, and scrolls its list both ways. */
export async function scrolled(
  browser: Browser,
  { turnAfter, show, follow }: Scrolling,
): Promise<Readonly<Record<Way, Shown>>> {
  const { page, context } = await openPage(browser);
  await page.addInitScript({ path: watch });
  await show(page);
  await page.waitForTimeout(1_000);
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.mouse.move(600, 500);
  const wheel = await watched(browser, page, session, async () => {
    const until = performance.now() + phaseMs;
    for (let turns = 0; performance.now() < until; turns++) {
      await page.mouse.wheel(0, turns % (2 * turnAfter) < turnAfter ? 120 : -120);
      if (turns % 20 === 0) follow?.(await page.evaluate<number>("frameWatch.top()"));
    }
  });
  const drag = () => page.evaluate<void>(`frameWatch.drag(${phaseMs}, 2000)`);
  const scrollbar = await watched(browser, page, session, drag);
  await context.close();
  return { wheel, scrollbar };
}

interface Scrolling {
  /** After so many turns of the wheel it turns the other way. */
  readonly turnAfter: number;
  readonly show: (page: Page) => Promise<void>;
  /** Told how far the list is scrolled by the wheel, CSS pixels. */
  readonly follow?: (top: number) => void;
}

async function watched(
  browser: Browser,
  page: Page,
  session: CDPSession,
  scroll: () => Promise<void>,
): Promise<Shown> {
  await browser.startTracing(page, { categories: ["toplevel"] });
  const before = await taskSeconds(session);
  await page.evaluate("frameWatch.start()");
  await scroll();
  const { gaps, tasks } = await page.evaluate<Pick<Shown, "gaps" | "tasks">>("frameWatch.stop()");
  const taken = (await taskSeconds(session)) - before;
  const rows = await page.evaluate<number>("frameWatch.rows()");
  const longestMs = longestTaskMs(await browser.stopTracing());
  return { gaps, tasks, longestMs, busyMs: (taken * 1000) / Math.max(1, gaps.length), rows };
}

async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
}

/** An event of Chromium's trace, as far as it is looked at here; `tdur` is time of the thread, microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

function longestTaskMs(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString("utf8")) as { traceEvents: readonly TraceEvent[] };
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name.endsWith("RunTask") && mains.has(`${pid} ${tid}`),
  );
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1000), 0);
}
