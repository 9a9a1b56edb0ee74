import type { Clock } from "#engine/ports/host.ts";

/**
 * What `work` gives; `late` when that takes longer than `ms` or `signal` aborts first, and `work` is told to stop.
 * Rejects as `work` does.
 */
export async function inTime<T>(
  limit: { readonly clock: Clock; readonly ms: number; readonly signal: AbortSignal },
  work: (stop: AbortSignal) => Promise<T>,
  late: T,
): Promise<T> {
  const over = new AbortController();
  const stop = AbortSignal.any([limit.signal, over.signal]);
  try {
    return await Promise.race([work(stop), limit.clock.sleep(limit.ms, stop).then(() => late)]);
  } finally {
    over.abort();
  }
}
