import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { _electron, type Page } from "playwright-core";
import { timers } from "#base/async.ts";
import { electronRuntime } from "#cli/electron-runtime.ts";
import { watchFaults } from "#test/support/hosts/browser.ts";
import { startInProcess } from "#test/support/hosts/cli-in-process.ts";
import { chooseHosts, noSandbox } from "#test/support/hosts/host-choice.ts";
import { startStandIn } from "#test/support/hosts/stand-in-host.ts";
import type { PageHost, PageHostKind } from "./page-host.ts";
import { openSharedPage } from "./shared-browser.ts";

/** The checkout; Electron begins with its bundle, `out/main/start.js`. */
const top = fileURLToPath(new URL("../..", import.meta.url));

/** The desktop in the real Electron, in its own window. */
const electronHost: PageHostKind = {
  key: "electron",
  name: "desktop (Electron)",
  isOnRequest: true,
  isDesktop: true,
  hasViews: false,
  async start({ dataFolder, password }) {
    const executablePath = electronRuntime();
    if (executablePath === null) throw new Error("There is no Electron runtime here.");
    const app = await _electron.launch({
      executablePath,
      args: [...noSandbox(), top, "--data", dataFolder],
      env: environment(password),
      colorScheme: "light",
      timezoneId: "Europe/Helsinki",
    });
    return {
      async show() {
        const page = await app.firstWindow();
        const faults = watchFaults(page);
        await page.waitForSelector("main");
        return { page, faults };
      },
      async stop() {
        const program = app.process();
        if (program.exitCode !== null) return;
        const ended = once(program, "exit");
        // As the system's end of session does; asked to quit, it would ask back where files wait.
        program.kill("SIGTERM");
        await ended;
      },
    };
  },
};

function environment(password: string | null): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) if (value !== undefined) env[name] = value;
  delete env.SKYFERRY_PASSWORD;
  return password === null ? env : { ...env, SKYFERRY_PASSWORD: password };
}

/** The daemon, in this process: pages over loopback HTTP, in any browser. */
const daemon: PageHostKind = {
  key: "daemon",
  name: "daemon",
  isOnRequest: false,
  isDesktop: false,
  hasViews: true,
  async start({ dataFolder, password }) {
    const cli = startInProcess(["daemon", "--data", dataFolder], { password });
    const { ui = "" } = await cli.ready;
    const go = async (page: Page) => void (await page.goto(ui));
    return inBrowser(go, async () => void (await cli.stop()));
  },
};

/** The real main and preload of the desktop, with stand-ins for Electron alone. */
const standIn: PageHostKind = {
  key: "stand-in",
  name: "desktop (stand-in)",
  isOnRequest: false,
  isDesktop: true,
  hasViews: true,
  async start({ dataFolder, password }) {
    const pages = fileURLToPath(new URL("../../out/renderer", import.meta.url));
    const env = { SKYFERRY_PASSWORD: password ?? undefined };
    // The engine's process is started again after a wait.
    const host = await startStandIn({ dataFolder, pages, env, sleep: timers.sleep });
    return inBrowser(host.open, host.close);
  },
};

/** Shows a host's pages in the browser of the test file; they end before their host does. */
function inBrowser(go: (page: Page) => Promise<void>, stop: () => Promise<void>): PageHost {
  const ends = new AsyncDisposableStack();
  ends.defer(stop);
  return {
    async show(view) {
      const { page, faults, close } = await openSharedPage(view);
      ends.defer(close);
      await go(page);
      await page.waitForSelector("main");
      return { page, faults };
    },
    stop: () => ends.disposeAsync(),
  };
}

/** The hosts that the one suite runs on: the two that run everywhere, or those that SKYFERRY_HOSTS names. */
export const pageHosts: readonly PageHostKind[] = chooseHosts(
  [daemon, standIn, electronHost],
  process.env.SKYFERRY_HOSTS,
);

/** For what does not depend on the host, and takes long: the first of them. */
export const oneHost: readonly PageHostKind[] = pageHosts.slice(0, 1);

/** For what holds up, changes or speaks the HTTP between page and host: with a bridge there is none. */
export const httpHosts: readonly PageHostKind[] = pageHosts.filter(({ isDesktop }) => !isDesktop);

/** For what only a window can do: its pages speak through the bridge. */
export const bridgeHosts: readonly PageHostKind[] = pageHosts.filter(({ isDesktop }) => isDesktop);
