export interface BackOffLimits {
  /** Longest wait after the first failure. */
  readonly baseMs?: number;
  /** Longest wait after any number of failures. */
  readonly capMs?: number;
  /** Wait that the portal asked for (Retry-After); null when it asked for none. */
  readonly retryAfterMs?: number | null;
}

/** A portal that asks for more than this is asked again after it. */
const longestRetryAfterMs = 3_600_000;

/** Longest time over which those who were asked to wait come back. */
const longestSpreadMs = 120_000;

/** No wait of an upload is longer; milliseconds. */
export const longestWaitMs = longestRetryAfterMs + longestSpreadMs;

/**
 * How much later than asked to come back, `random` in [0, 1): up to half of the wait, two minutes at most. A portal
 * tells all stations the same moment, and they must not all come in the same second.
 */
export function spreadMs(askedMs: number, random: number): number {
  return Math.round(random * Math.min(longestSpreadMs, Math.max(0, askedMs) / 2));
}

/**
 * How long to wait after the `attempts`-th failure in a row (from 1): full jitter, `random` in [0, 1) of the doubled
 * base, capped; never under a tenth of the base, so that luck makes no busy loop. A Retry-After is the least wait, up
 * to an hour, and a part of it is added by `random`. There is no attempt after which it gives up.
 */
export function backOffMs(attempts: number, random: number, limits: BackOffLimits = {}): number {
  const { baseMs = 5_000, capMs = 900_000, retryAfterMs = null } = limits;
  const longest = Math.min(capMs, baseMs * 2 ** (Math.max(1, attempts) - 1));
  const jittered = Math.max(Math.min(baseMs / 10, capMs), random * longest);
  const asked = retryAfterMs !== null && retryAfterMs > 0 ? Math.min(retryAfterMs, longestRetryAfterMs) : 0;
  return Math.round(Math.max(jittered, asked + spreadMs(asked, random)));
}
