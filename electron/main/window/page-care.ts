import type { BrowserWindow, RenderProcessGoneDetails } from "electron";
import type { ElectronParts } from "#main/electron-parts.ts";
import { shown } from "#main/shell-language.ts";
import { shellText } from "#main/text.ts";
import { pageAddress } from "./app-protocol.ts";

export interface PageCareParts {
  readonly electron: Pick<ElectronParts, "dialog">;
  readonly monotonicMs: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly log: (message: string, facts: Readonly<Record<string, unknown>>) => void;
}

/** So many losses within this time, and the page is not loaded again by itself. */
const mostLosses = 3;
const lossesWithinMs = 60_000;
/** A page that does not answer for so long does not come back. */
const silentForMs = 30_000;

export function loadPage(window: BrowserWindow, route?: string): void {
  // A page that cannot be loaded is told by "did-fail-load"; the promise says nothing more.
  void window.loadURL(pageAddress(route)).catch(() => undefined);
}

/**
 * Calls `reload` when the page's process is lost, or hangs; uploads go on meanwhile, for they are in another process. A page
 * that is lost too often is loaded again when a person asks for it.
 */
export function careForPage(window: BrowserWindow, parts: PageCareParts, reload: () => void): void {
  const { monotonicMs, sleep, log } = parts;
  const { webContents: contents } = window;
  contents.on("did-fail-load", (_, code, description, address, isMainFrame) => {
    if (isMainFrame) log("the window's page could not be loaded", { code, description, address });
  });

  let losses: number[] = [];
  contents.on("render-process-gone", (_, details: RenderProcessGoneDetails) => {
    silence = null;
    if (details.reason === "clean-exit" || contents.isDestroyed()) return;
    const { reason } = details;
    log("the window's page crashed; uploads continue", { reason });
    const now = monotonicMs();
    losses = [...losses.filter((at) => now - at < lossesWithinMs), now];
    if (losses.length > mostLosses) {
      losses = [];
      log("the window's page keeps crashing and is not reloaded automatically", { reason });
      void offerReload(window, parts);
    } else {
      reload();
    }
  });

  let silence: object | null = null;
  window.on("unresponsive", () => {
    const mine = {};
    silence = mine;
    log("the window's page does not answer; uploads continue", {});
    void sleep(silentForMs).then(() => {
      // Its end is heard above, and it is loaded again.
      if (silence === mine && !contents.isDestroyed()) contents.forcefullyCrashRenderer();
    });
  });
  window.on("responsive", () => {
    silence = null;
  });
}

async function offerReload(window: BrowserWindow, { electron }: PageCareParts): Promise<void> {
  await electron.dialog.showMessageBox({
    type: "warning",
    message: shown(shellText.windowCrashed),
    detail: shown(shellText.windowCrashedHelp),
    buttons: [shown(shellText.reload)],
    noLink: true,
  });
  if (!window.isDestroyed()) loadPage(window);
}
