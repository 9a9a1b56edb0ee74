import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { startCli } from "./cli-run.ts";
import { startStandIn } from "./stand-in-host.ts";

/** A host whose pages a browser shows. */
export interface PageHost {
  /** Shows the pages; again after a reload of the browser's own. */
  open(page: Page): Promise<void>;
  stop(): Promise<void>;
}

export interface PageHostKind {
  readonly name: string;
  /** `password` null: none in the environment, so that it has to be entered. */
  start(options: { readonly dataFolder: string; readonly password: string | null }): Promise<PageHost>;
}

/** The daemon: pages over loopback HTTP, in any browser. */
const daemon: PageHostKind = {
  name: "daemon",
  async start({ dataFolder, password }) {
    const cli = startCli(["daemon", "--data", dataFolder], { password, timeoutMs: 600_000 });
    const { ui = "" } = await cli.ready;
    return {
      async open(page) {
        await page.goto(ui);
        await page.waitForSelector("main");
      },
      async stop() {
        await cli.stop();
      },
    };
  },
};

/** The real main and preload of the desktop, with stand-ins for Electron alone. */
const standIn: PageHostKind = {
  name: "desktop (stand-in)",
  async start({ dataFolder, password }) {
    const pages = fileURLToPath(new URL("../../out/renderer", import.meta.url));
    const host = await startStandIn({ dataFolder, pages, env: { SKYFERRY_PASSWORD: password ?? undefined } });
    return {
      async open(page) {
        await host.open(page);
        await page.waitForSelector("main");
      },
      stop: () => host.close(),
    };
  },
};

/** The hosts that one suite runs on. Real Electron comes in by `npm run e2e:electron`, where there is a runtime. */
export const pageHosts: readonly PageHostKind[] = [daemon, standIn];
