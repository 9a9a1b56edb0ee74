import type { Clock } from "./ports/host.ts";
import { type Ledger, LedgerError } from "./ports/ledger.ts";

/** Upkeep of the ledger while a host runs. */
export interface Upkeep {
  /** Some time after the start, then several times a day. */
  start(): void;
  stop(): Promise<void>;
}

const firstAfterMs = 10 * 60_000;
const everyMs = 6 * 3_600_000;
/** Between two steps, so that an upload that wants to write never waits for more than one. */
const restMs = 100;

/**
 * Keeps the journal within its limit and gives unused pages back to the disk, step by step beside the uploads. A step
 * that fails because of the disk is done the next time.
 */
export function createUpkeep({
  clock,
  ledger,
}: {
  readonly clock: Clock;
  readonly ledger: Pick<Ledger, "upkeep">;
}): Upkeep {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  const tidy = async (): Promise<void> => {
    try {
      while (!stopping.signal.aborted && (await ledger.upkeep())) await clock.sleep(restMs, stopping.signal);
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error;
    }
  };
  const run = async (): Promise<void> => {
    for (let waitMs = firstAfterMs; ; waitMs = everyMs) {
      await clock.sleep(waitMs, stopping.signal);
      if (stopping.signal.aborted) return;
      await tidy();
    }
  };
  return {
    start() {
      running = run();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
