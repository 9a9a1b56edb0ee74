const shortestRescanMs = 60_000;
export const longestRescanMs = 600_000;
const networkRescanMs = 45_000;
/**
 * A rescan may take this part of the time. Its three threads together need about one and a half times as much of a
 * core, so a station at rest stays below half a percent of one.
 */
const rescanShare = 1 / 400;

/** From the end of one rescan to the next, milliseconds; `lastedMs` is how long the last one took. */
export function rescanPauseMs(lastedMs: number, isOnNetwork: boolean): number {
  if (isOnNetwork) return Math.max(networkRescanMs, lastedMs * 10);
  return Math.min(longestRescanMs, Math.max(shortestRescanMs, lastedMs / rescanShare));
}
