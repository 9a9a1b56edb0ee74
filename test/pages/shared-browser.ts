import type { Browser } from "playwright-core";
import { launchBrowser, openPage, type ShownPage, type View } from "#test/support/hosts/browser.ts";

let launched: Promise<Browser> | null = null;

/**
 * A page in the one browser of a worker, with a storage of its own; `close` ends it. The browser starts with the
 * worker's first page and ends with the worker. As it runs as several processes, one page that breaks or is closed
 * leaves the others alone.
 */
export async function openSharedPage(view?: View): Promise<ShownPage & { close(): Promise<void> }> {
  launched ??= launchBrowser({ hasProcesses: true, isPlain: true });
  const { page, context, faults } = await openPage(await launched, view);
  const close = async () => {
    // A request of the page may be on its way through a test's handler, which fails when its page ends.
    if (!page.isClosed()) await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.close();
  };
  return { page, faults, close };
}
