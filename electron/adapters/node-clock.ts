import type { Clock } from "#engine/ports/host.ts";

/** Timers of Node take at most 2^31 - 1 ms; a longer one would fire at once. */
const longestTimerMs = 2_147_483_647;

/** The clocks of this PC. */
export function createNodeClock(): Clock {
  return {
    nowMs: () => Date.now(),
    monotonicMs: () => performance.now(),
    sleep,
    random: () => Math.random(),
  };
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const endsAtMs = performance.now() + ms;
    let timer: NodeJS.Timeout;
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const arm = () => {
      // Node warns of a timer in the past, and an end at once lies there by the time that this line took.
      const leftMs = Math.max(0, endsAtMs - performance.now());
      timer = leftMs > longestTimerMs ? setTimeout(arm, longestTimerMs) : setTimeout(end, leftMs);
    };
    signal?.addEventListener("abort", end, { once: true });
    arm();
  });
}
