import { rm } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import type { MockPortal, MockPortalOptions } from "../../electron/mock-portal/portal.ts";
import { launchBrowser, openPage, type View } from "./browser.ts";
import { type CliPlace, makeCliPlace } from "./cli-place.ts";
import { openPortal } from "./cli-portal.ts";
import type { PageHost, PageHostKind } from "./page-hosts.ts";

/** A portal, a station's folder, a host and a browser's page that shows it. */
export interface PagePlace {
  readonly portal: MockPortal;
  readonly place: CliPlace;
  readonly host: PageHost;
  readonly browser: Browser;
  readonly page: Page;
  /** What the page complained about: script errors, refused loads. */
  readonly faults: string[];
  /** Another page on the same host, with storage of its own. It goes with the browser: closing one context ends all. */
  another(view: View): Promise<{ readonly page: Page; readonly faults: string[] }>;
  close(): Promise<void>;
}

export interface PagePlaceOptions {
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
    const portal = await openPortal(options.portal);
    ends.defer(() => portal.close());
    const place = await makeCliPlace(portal.url);
    ends.defer(() => rm(place.root, { recursive: true, force: true, maxRetries: 3 }));
    await options.before?.(place, portal);
    const password = options.password === undefined ? "station" : options.password;
    const host = await kind.start({ dataFolder: place.dataFolder, password });
    ends.defer(() => host.stop());
    const browser = await launchBrowser();
    ends.defer(() => browser.close());
    const { page, faults } = await openPage(browser, options.view);
    await host.open(page);
    return {
      portal,
      place,
      host,
      browser,
      page,
      faults,
      async another(view) {
        const opened = await openPage(browser, view);
        await host.open(opened.page);
        return opened;
      },
      close: () => ends.disposeAsync(),
    };
  } catch (error) {
    await ends.disposeAsync();
    throw error;
  }
}

/** Goes to a page of the program by its address behind `#`. */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate(`window.location.hash = ${JSON.stringify(address)}`);
}

/** The line of truth, as it stands now. */
export async function truthOf(page: Page): Promise<string> {
  return (await page.locator("[data-truth]").textContent()) ?? "";
}
