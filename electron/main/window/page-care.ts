import type { BrowserWindow, RenderProcessGoneDetails } from "electron";

export interface PageCareParts {
  readonly window: Pick<BrowserWindow, "on" | "webContents">;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly reload: () => void;
  readonly onLost: (reason: string) => void;
  /** The page broke too often to be loaded again by itself. */
  readonly onGivenUp: (reason: string) => void;
  readonly onSilent: () => void;
}

/** So many losses within this time, and the page is not loaded again by itself. */
const mostLosses = 3;
const lossesWithinMs = 60_000;
/** A page that does not answer for so long does not come back. */
const silentForMs = 30_000;

/** Loads the page again when its process is lost, or hangs; uploads go on meanwhile, for they are in another process. */
export function careForPage(parts: PageCareParts): void {
  const { window, nowMs, sleep, reload, onLost, onGivenUp, onSilent } = parts;
  const { webContents: contents } = window;
  let losses: number[] = [];
  contents.on("render-process-gone", (_, details: RenderProcessGoneDetails) => {
    silence = null;
    if (details.reason === "clean-exit" || contents.isDestroyed()) return;
    onLost(details.reason);
    const now = nowMs();
    losses = [...losses.filter((at) => now - at < lossesWithinMs), now];
    if (losses.length > mostLosses) {
      losses = [];
      onGivenUp(details.reason);
    } else {
      reload();
    }
  });

  let silence: object | null = null;
  window.on("unresponsive", () => {
    const mine = {};
    silence = mine;
    onSilent();
    void sleep(silentForMs).then(() => {
      // Its end is heard above, and it is loaded again.
      if (silence === mine && !contents.isDestroyed()) contents.forcefullyCrashRenderer();
    });
  });
  window.on("responsive", () => {
    silence = null;
  });
}
