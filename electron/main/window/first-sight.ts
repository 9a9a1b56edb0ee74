import type { BrowserWindow } from "electron";

/** A page that was loaded is painted soon after. */
const paintsWithinMs = 200;
/** A page that cannot be loaded is shown as it is. */
const longestMs = 3_000;

/**
 * Calls `show` once, when the page can be seen without a flash. `ready-to-show` alone may never come, so that a page that
 * was loaded, and time, have to do as well.
 */
export function onFirstSight(
  window: Pick<BrowserWindow, "once" | "isDestroyed" | "webContents">,
  sleep: (ms: number) => Promise<void>,
  show: () => void,
): void {
  let isOver = false;
  const now = (): void => {
    if (isOver || window.isDestroyed()) return;
    isOver = true;
    show();
  };
  window.once("ready-to-show", now);
  window.webContents.once("did-finish-load", () => void sleep(paintsWithinMs).then(now));
  void sleep(longestMs).then(now);
}
