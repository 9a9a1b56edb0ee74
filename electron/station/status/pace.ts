import type { Clock } from "#engine/ports/host.ts";
import type { Late } from "#engine/ports/ledger.ts";

/**
 * How the sending comes along, as it is said. "prompt": nothing has been unsent for long. "sending", "retrying": files
 * have, for the first time or after a failure.
 */
export type Pace = "prompt" | "sending" | "retrying";

/** A finished file may be unsent for so long before it is said; most are on the portal by then. */
export const lateAfterMs = 10_000;

/** Words about files that are late stay so long: a busy station says no two things in turn. */
export const keptForMs = 20_000;

/** Fewer files than this wait for their turn on every day; more are said at once. */
export const backlogFrom = 20;

/** Follows what is late. It is said at once, and what replaces it after a while. */
export function createPace(clock: Pick<Clock, "monotonicMs">): (late: Late) => Pace {
  let pace: Pace = "prompt";
  let sinceMs = 0;
  return ({ isSending, isRetrying }) => {
    const found = isSending ? "sending" : isRetrying ? "retrying" : "prompt";
    const nowMs = clock.monotonicMs();
    if (found === pace || (pace !== "prompt" && nowMs - sinceMs < keptForMs)) return pace;
    pace = found;
    sinceMs = nowMs;
    return pace;
  };
}
