/** A clock that waits: that of the engine, or `timers`. */
export interface Sleeper {
  /** Resolves after `ms`, or at once when `signal` aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Timers take at most 2^31 - 1 ms; a longer one would fire at once. */
const longestTimerMs = 2_147_483_647;

/** The timers of this process, for adapters and pages. The engine waits by its clock alone. */
export const timers: Sleeper = {
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const endsAtMs = performance.now() + ms;
      let timer: ReturnType<typeof setTimeout>;
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
      signal?.addEventListener("abort", end);
      arm();
    }),
};

interface Timeout {
  /** Milliseconds. */
  readonly ms: number;
  readonly clock: Sleeper;
  /** Ends the wait early. */
  readonly signal?: AbortSignal;
}

/** Shared, as making one costs more than most of what is raced. */
const isOver = new DOMException("This was decided before.", "AbortError");

/**
 * Gives the result of `work`, or `late` when that takes longer than `ms` or `signal` aborts first. Then `stop` aborts,
 * which the work may follow, and a later result is dropped. Rejects as `work` does.
 */
export async function raceTimeout<T, Late>(
  work: (stop: AbortSignal) => Promise<T>,
  { ms, clock, signal }: Timeout,
  late: Late,
): Promise<T | Late> {
  const over = new AbortController();
  const stop = signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]);
  try {
    return await Promise.race([work(stop), clock.sleep(ms, stop).then(() => late)]);
  } finally {
    over.abort(isOver);
  }
}

/** Runs work one after another, in the order of the calls. A call rejects as its own work does; the next is not kept. */
export function createInTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
