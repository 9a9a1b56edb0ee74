type Signal = "SIGTERM" | "SIGINT" | "SIGHUP";

/** Source of the signals of the system. */
export interface SignalSource {
  on(signal: Signal, hear: () => void): unknown;
  removeAllListeners(signal: Signal): unknown;
}

/** Another Ctrl-C after so long is the operator's last word; libraries send the first one again in the same breath. */
const anotherAfterMs = 500;

/**
 * SIGTERM, SIGINT and SIGHUP quit without asking; another SIGINT ends the process at once. Called when Electron is ready:
 * it takes the signals itself then, and Node asks for them again only with the first listener.
 */
export function followSignals(
  source: SignalSource,
  parts: {
    readonly quit: () => Promise<void>;
    readonly end: () => void;
    /** Monotonic milliseconds. */
    readonly nowMs: () => number;
  },
): void {
  let askedAtMs: number | null = null;
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    source.removeAllListeners(signal);
    source.on(signal, () => {
      if (askedAtMs === null) {
        askedAtMs = parts.nowMs();
        void parts.quit();
      } else if (signal === "SIGINT" && parts.nowMs() - askedAtMs > anotherAfterMs) {
        parts.end();
      }
    });
  }
}
