const shortestSweepMs = 60_000;
export const longestSweepMs = 600_000;
const networkSweepMs = 45_000;
/**
 * A sweep may take this part of the time. Its three threads together need about one and a half times as much of a
 * core, so a station at rest stays below half a percent of one.
 */
const sweepShare = 1 / 400;

/** From the end of one sweep to the next, milliseconds; `lastedMs` is how long the last one took. */
export function sweepPauseMs(lastedMs: number, isOnNetwork: boolean): number {
  if (isOnNetwork) return Math.max(networkSweepMs, lastedMs * 10);
  return Math.min(longestSweepMs, Math.max(shortestSweepMs, lastedMs / sweepShare));
}
