/** Files of at most this many bytes may use the slot that is kept free for them. */
export const quickFileBytes = 10_000_000;

/** How many large files may talk with the portal at the same time, out of `concurrency` talks. */
export function largeTalks(concurrency: number): number {
  return Math.max(1, concurrency - 1);
}

/** How many uploads talk with the portal at the same time; the rest reads, hashes and records meanwhile. */
export interface ConnectionLimit {
  /** Resolves with the function that gives the slot back; null when `signal` aborts first. `size` in bytes. */
  take(size: number, signal: AbortSignal): Promise<(() => void) | null>;
  /** The limit may have grown: those who wait are let in. */
  admit(): void;
}

interface Waiting {
  readonly isLarge: boolean;
  start(): void;
}

/**
 * Slots in order of asking; `limit` may change while they are in use. One slot is kept from large files, so that a
 * small one need not wait until they are sent.
 */
export function createConnectionLimit(limit: () => number): ConnectionLimit {
  const waiting = new Set<Waiting>();
  let taken = 0;
  let takenByLarge = 0;

  const isFree = (isLarge: boolean): boolean =>
    taken < limit() && !(isLarge && takenByLarge >= largeTalks(limit()));
  const admit = (): void => {
    for (const next of waiting) {
      if (taken >= limit()) return;
      if (!isFree(next.isLarge)) continue;
      waiting.delete(next);
      next.start();
    }
  };
  const once = (isLarge: boolean): (() => void) => {
    taken += 1;
    if (isLarge) takenByLarge += 1;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      taken -= 1;
      if (isLarge) takenByLarge -= 1;
      admit();
    };
  };

  return {
    admit,
    take(size, signal) {
      const isLarge = size > quickFileBytes;
      if (signal.aborted) return Promise.resolve(null);
      if (isFree(isLarge)) return Promise.resolve(once(isLarge));
      return new Promise((resolve) => {
        const place: Waiting = {
          isLarge,
          start() {
            signal.removeEventListener("abort", onAbort);
            resolve(once(isLarge));
          },
        };
        const onAbort = () => {
          waiting.delete(place);
          resolve(null);
        };
        waiting.add(place);
        signal.addEventListener("abort", onAbort, { once: true });
      });
    },
  };
}
