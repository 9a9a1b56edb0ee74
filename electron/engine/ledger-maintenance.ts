import { createPeriodic, type Periodic } from "#base/periodic.ts";
import type { Clock } from "./ports/host.ts";
import { type Ledger, LedgerError } from "./ports/ledger.ts";

const firstAfterMs = 10 * 60_000;
const everyMs = 6 * 3_600_000;
/** Between two steps, so that an upload that wants to write never waits for more than one. */
const restMs = 100;

/**
 * Upkeep of the ledger, some time after the start and then several times a day: keeps the journal within its limit and
 * gives unused pages back to the disk, step by step beside the uploads. A step that fails because of the disk is done the
 * next time.
 */
export function createUpkeep({
  clock,
  ledger,
}: {
  readonly clock: Clock;
  readonly ledger: Pick<Ledger, "upkeep">;
}): Periodic {
  const tidy = async (signal: AbortSignal): Promise<void> => {
    try {
      while (!signal.aborted && (await ledger.upkeep())) await clock.sleep(restMs, signal);
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error;
    }
  };
  return createPeriodic(async (signal) => {
    for (let waitMs = firstAfterMs; ; waitMs = everyMs) {
      await clock.sleep(waitMs, signal);
      if (signal.aborted) return;
      await tidy(signal);
    }
  });
}
