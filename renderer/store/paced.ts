import { raceTimeout, timers } from "#base/async.ts";

/** Least time from one asking to the next. */
const leastMs = 500;
/**
 * The part of the time that asking may take: a search in a record of a million files takes the host a second, and must
 * not take one every second while files go on being delivered.
 */
const share = 0.25;
/** An answer that is not there after this long is waited for no longer: its connection may be dead. */
const longestMs = 30_000;
const longestRestMs = 10_000;

/**
 * Gives a function that says "what is shown may be old". It asks at once, and again after the answer as often as it was
 * called meanwhile, but never twice at a time: an answer that is asked for again before it is there would never be shown.
 */
export function paced(ask: () => Promise<void>, signal: AbortSignal): () => void {
  let isOld = false;
  let isAsking = false;

  const askWhileOld = async () => {
    isAsking = true;
    while (isOld && !signal.aborted) {
      isOld = false;
      const startedAt = performance.now();
      await raceTimeout(ask, { clock: timers, ms: longestMs, signal }, undefined);
      const tookMs = performance.now() - startedAt;
      const restMs = Math.max(leastMs, tookMs / share) - tookMs;
      await timers.sleep(Math.min(restMs, longestRestMs), signal);
    }
    isAsking = false;
  };

  return () => {
    isOld = true;
    if (!isAsking) void askWhileOld();
  };
}
