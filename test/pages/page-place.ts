import { readFile, rm } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import type { MockPortal, MockPortalOptions } from "#mock-portal/portal.ts";
import type { ShownPage, View } from "#test/support/hosts/browser.ts";
import { type CliPlace, dayFromToday, liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { atMost } from "#test/support/limits.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";
import { openDemoPortal } from "#test/support/portals/demo-portal.ts";
import type { PageHostKind } from "./page-host.ts";

/** A portal, a station's folder, a host and a page that shows it. */
export interface PagePlace extends ShownPage {
  readonly portal: MockPortal;
  readonly place: CliPlace;
  /** Another page on the same host, with storage of its own; for hosts that `hasViews`. */
  another(view: View): Promise<ShownPage>;
  close(): Promise<void>;
}

export interface PagePlaceOptions {
  /** The seed is the empty one, or "demo". */
  readonly portal?: Partial<MockPortalOptions>;
  /** Null: none in the environment. Default: the right one. */
  readonly password?: string | null;
  /** Runs before the host starts; the settings with one ceilometer are written already. */
  readonly before?: (place: CliPlace, portal: MockPortal) => Promise<void>;
  readonly view?: View;
}

/** Opens all of it on a host of this kind, and shows the first page. */
export async function openPagePlace(kind: PageHostKind, options: PagePlaceOptions = {}): Promise<PagePlace> {
  const ends = new AsyncDisposableStack();
  try {
    const { seed, ...rest } = options.portal ?? {};
    const portal = await (seed === "demo" ? openDemoPortal(rest) : openPortal(rest));
    ends.defer(() => portal.close());
    const place = await makeCliPlace(portal.url);
    ends.defer(() => rm(place.root, { recursive: true, force: true, maxRetries: 3 }));
    await options.before?.(place, portal);
    const password = options.password === undefined ? "station" : options.password;
    const host = await kind.start({ dataFolder: place.dataFolder, password });
    ends.defer(() => host.stop());
    const shown = await host.show(options.view);
    return { portal, place, ...shown, another: host.show, close: () => ends.disposeAsync() };
  } catch (error) {
    await ends.disposeAsync();
    throw error;
  }
}

/** The same for the test that runs, which closes it when it is over. */
export async function openForTest(kind: PageHostKind, options?: PagePlaceOptions): Promise<PagePlace> {
  const at = await openPagePlace(kind, options);
  onTestFinished(() => at.close());
  return at;
}

/** The same with a portal that refuses every announcement, and with files of today that it has refused. */
export function openRefused(kind: PageHostKind, ...what: string[]): Promise<PagePlace> {
  const answer = { status: 422, body: "Unknown instrument PID", when: "after-body" } as const;
  return openForTest(kind, {
    portal: { faults: [{ method: "POST", requests: "every", fault: { answer } }] },
    async before(place) {
      for (const one of what) await place.write(liveName(dayFromToday(0), one), `refused ${one}`);
    },
  });
}

/** The settings file, as it is now. */
export async function savedIn({ settingsFile }: CliPlace) {
  return JSON.parse(await readFile(settingsFile, "utf8"));
}

/** Goes to a page of the program by its address behind `#`, and waits until it is there. */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate(`window.location.hash = ${JSON.stringify(address)}`);
  await page.locator(`main[data-page="${address.replace(/\?.*/, "")}"] h1`).waitFor();
}

/** Waits until nothing of the page is on its way any more. */
export async function settled(page: Page): Promise<void> {
  const waiting = page
    .locator("main")
    .locator('[aria-label="Loading"], [aria-busy="true"], [role="status"]:has(.ghost, [data-waiting])');
  await expect.poll(() => waiting.count(), { timeout: atMost(90_000) }).toBe(0);
}

/** The headline, as it is now. */
export async function headlineOf(page: Page): Promise<string> {
  return (await page.locator("[data-headline]").textContent()) ?? "";
}

/** By how many CSS pixels the page is wider than its window. */
export async function overhangOf(page: Page): Promise<number> {
  return await page.evaluate(`(() => {
    const main = document.querySelector("main");
    return Math.max(document.documentElement.scrollWidth - innerWidth, main.scrollWidth - main.clientWidth);
  })()`);
}
