import type { Clock } from "#engine/ports/host.ts";
import type { Ledger } from "#engine/ports/ledger.ts";

/**
 * The time by which the ledger's waits are reckoned. It goes with the clock that never jumps, so a wait lasts as long
 * as it was meant to; when somebody sets the wall clock, `follow` moves what waits by as much.
 */
export interface DueClock {
  /** Epoch milliseconds by the wall clock as `follow` read it last. */
  nowMs(): number;
  /** Takes over a wall clock that was set, and moves the waits along. Rejects with LedgerError as the ledger does. */
  follow(ledger: Pick<Ledger, "moveDue">): Promise<void>;
}

/** Less is no setting: the two clocks do not run quite evenly, and a clock that is being corrected creeps. */
const leastStepMs = 1_000;

/** A due clock that agrees with the wall clock now. */
export function createDueClock(clock: Clock): DueClock {
  let aheadMs = clock.nowMs() - clock.monotonicMs();
  const nowMs = () => Math.round(clock.monotonicMs() + aheadMs);
  return {
    nowMs,
    async follow(ledger) {
      const stepMs = Math.round(clock.nowMs() - nowMs());
      if (Math.abs(stepMs) < leastStepMs) return;
      // First: what fails from now on is recorded behind this move and by the new time.
      aheadMs += stepMs;
      try {
        await ledger.moveDue(stepMs);
      } catch (error) {
        aheadMs -= stepMs;
        throw error;
      }
    },
  };
}
