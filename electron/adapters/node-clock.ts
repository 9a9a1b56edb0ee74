import { timers } from "#base/async.ts";
import type { Clock } from "#engine/ports/host.ts";

/** The clocks of this PC. */
export function createNodeClock(): Clock {
  return {
    nowMs: () => Date.now(),
    monotonicMs: () => performance.now(),
    sleep: timers.sleep,
    random: () => Math.random(),
  };
}
