import type { RenderProcessGoneDetails, WebContents } from "electron";

export interface RecoveryParts {
  readonly contents: Pick<WebContents, "on" | "isDestroyed">;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
  readonly reload: () => void;
  /** The page broke too often to be loaded again by itself. */
  readonly onGivenUp: (reason: string) => void;
  readonly onLost: (reason: string) => void;
}

/** So many losses within this time, and the page is not loaded again by itself. */
const mostLosses = 3;
const withinMs = 60_000;

/** Loads the page again when its process is lost; uploads go on meanwhile, for they are in another process. */
export function recoverPage({ contents, nowMs, reload, onGivenUp, onLost }: RecoveryParts): void {
  let losses: number[] = [];
  contents.on("render-process-gone", (_, details: RenderProcessGoneDetails) => {
    if (details.reason === "clean-exit" || contents.isDestroyed()) return;
    onLost(details.reason);
    const now = nowMs();
    losses = [...losses.filter((at) => now - at < withinMs), now];
    if (losses.length > mostLosses) {
      losses = [];
      onGivenUp(details.reason);
    } else {
      reload();
    }
  });
}
