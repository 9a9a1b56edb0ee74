import { fileURLToPath } from "node:url";
import type { Page, Route } from "playwright-core";
import type { Bridge } from "#contract/bridge.ts";
import type { TransportEvent } from "#contract/events.ts";
import { exposeBridge } from "#preload/bridge.ts";
import type { FakeWebContents } from "#test/support/fake-electron/fake-window.ts";
import { type DesktopOptions, type DesktopUnderTest, startDesktopUnderTest } from "./desktop-under-test.ts";

export interface StandIn extends DesktopUnderTest {
  /**
   * Makes a browser's page the page of the window: it is served by the real protocol, speaks through the real preload
   * script, and goes where main sends it. Resolves when it has loaded.
   */
  open(page: Page): Promise<void>;
}

/** A browser cannot open `app://skyferry`; it sees the same pages under this origin. */
const standInOrigin = "http://skyferry.localhost";
const appOrigin = "app://skyferry";

/** The desktop in a browser: the real main, preload and pages; only Electron itself is stood in for. */
export async function startStandIn(options: DesktopOptions): Promise<StandIn> {
  const host = await startDesktopUnderTest(options);
  const carried = new WeakSet<Page>();

  return {
    ...host,
    async open(page) {
      const { webContents } = host.window();
      if (!webContents.page.exposed.has("skyferry")) exposeBridge(webContents.page);
      const bridge = webContents.page.exposed.get("skyferry") as Bridge;
      const start = `${standInOrigin}/#/`;
      if (carried.has(page)) {
        // Another route of the same page alone would not load it again.
        await page.goto("about:blank");
      } else {
        carried.add(page);
        await page.route("**/*", (route) => answer(route, host, webContents));
        const endAll = await carryBridge(page, bridge);
        followPage(page, webContents, endAll);
      }
      webContents.onGo = (url, isReload) => {
        const gone = isReload ? page.reload() : page.goto(toBrowser(url));
        // A page that goes elsewhere meanwhile is no fault of this host.
        void gone.catch(() => undefined);
      };
      await page.goto(start, { waitUntil: "load" });
    },
  };
}

/** Serves the pages; whatever leads elsewhere is put before main, as Electron does, and goes nowhere. */
async function answer(route: Route, host: DesktopUnderTest, contents: FakeWebContents): Promise<void> {
  const request = route.request();
  if (!request.url().startsWith(`${standInOrigin}/`)) {
    if (!request.isNavigationRequest()) return await route.abort();
    contents.navigate(request.url(), request.frame().parentFrame() === null);
    // "No content" keeps a browser where it is.
    return await route.fulfill({ status: 204 });
  }
  const served = await host.fake.protocol.fetch(toApp(request.url()), request.method());
  const headers = Object.fromEntries(served.headers);
  await route.fulfill({ status: served.status, headers, body: Buffer.from(await served.arrayBuffer()) });
}

/** Tells main where the page is and when it breaks; `endAll` ends what a page followed that is loaded again. */
function followPage(page: Page, contents: FakeWebContents, endAll: () => void): void {
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) endAll();
  });
  page.on("framenavigated", (frame) => {
    const isPage = frame === page.mainFrame() && frame.url().startsWith(standInOrigin);
    if (isPage) contents.page.frame.url = toApp(frame.url());
  });
  page.on("popup", (popup) => {
    contents.openWindow(popup.url());
    void popup.close().catch(() => undefined);
  });
  page.on("crash", () => contents.lose("crashed"));
}

/** Script that stands for the context bridge in the browser's page. */
const pageSide = fileURLToPath(new URL("./stand-in-page.js", import.meta.url));

/**
 * Puts what the preload script exposed on the window of the browser's page, as the context bridge does. Gives a
 * function that ends what the page follows.
 */
async function carryBridge(page: Page, bridge: Bridge): Promise<() => void> {
  const following = new Map<number, () => void>();
  let waiting: (readonly [number, TransportEvent])[] = [];
  let isTelling = false;

  const tell = async (): Promise<void> => {
    if (isTelling) return;
    isTelling = true;
    while (waiting.length > 0) {
      const events = waiting;
      waiting = [];
      await page.evaluate(`skyferryHear(${JSON.stringify(events)})`).catch(() => undefined);
    }
    isTelling = false;
  };

  await page.exposeFunction("skyferryCall", (method: string, input: unknown) => bridge.call(method, input));
  await page.exposeFunction("skyferrySubscribe", (id: number, sinceSeq: number | null) => {
    const end = bridge.subscribe(sinceSeq, (event) => {
      waiting.push([id, event]);
      void tell();
    });
    following.set(id, end);
  });
  await page.exposeFunction("skyferryUnsubscribe", (id: number) => {
    following.get(id)?.();
    following.delete(id);
  });
  await page.addInitScript({ path: pageSide });
  return () => {
    for (const end of following.values()) end();
    following.clear();
  };
}

function toApp(url: string): string {
  return url.replace(standInOrigin, appOrigin);
}

function toBrowser(url: string): string {
  return url.replace(appOrigin, standInOrigin);
}
