/** Work in the background that a host starts once and ends. */
export interface Periodic {
  start(): void;
  /** Aborts the signal of the work; resolves when the work has ended, and rejects as it does. */
  stop(): Promise<void>;
}

/** Not started yet. `work` goes on until `signal` aborts, or ends before. */
export function createPeriodic(work: (signal: AbortSignal) => Promise<void>): Periodic {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  return {
    start() {
      running = work(stopping.signal);
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
