import type { Browser } from "playwright-core";
import { afterAll } from "vitest";
import { launchBrowser, openPage, type ShownPage, type View } from "#test/support/hosts/browser.ts";

let launched: Promise<Browser> | null = null;

/**
 * A page in the one browser of a test file, with a storage of its own; `close` ends it. The browser starts with the
 * first page. As it runs as several processes, one page that breaks or is closed leaves the others alone.
 */
export async function openSharedPage(view?: View): Promise<ShownPage & { close(): Promise<void> }> {
  launched ??= launchBrowser({ hasProcesses: true, isPlain: true });
  const { page, context, faults } = await openPage(await launched, view);
  return { page, faults, close: () => context.close() };
}

/** A setup file of the tests of pages: ends the browser with the file. */
afterAll(async () => {
  const browser = await launched;
  launched = null;
  await browser?.close();
});
