/** Files of at most this many bytes may use the connection that is kept free for them. */
export const quickFileBytes = 10_000_000;

/** How many large files may have a connection at the same time, out of `concurrency`. */
export function largeConnections(concurrency: number): number {
  return Math.max(1, concurrency - 1);
}

/** How many requests may be under way at the same time; the rest of the uploads is read, hashed and recorded meanwhile. */
export interface ConnectionLimit {
  /** Resolves with the function that frees the connection; null when `signal` aborts first. `size` in bytes. */
  take(size: number, signal: AbortSignal): Promise<(() => void) | null>;
  /** One connection from now on, until the portal has judged an announcement: a wrong password costs one request. */
  slowStart(): void;
  /** The portal took an announcement or knew it: link and credentials are good, and those who wait are let in. */
  endSlowStart(): void;
}

interface Waiting {
  readonly isLarge: boolean;
  start(): void;
}

/**
 * Connections in order of asking; `concurrency` may change while they are in use. One is kept from large files, so that a
 * small one need not wait until they are sent.
 */
export function createConnectionLimit(concurrency: () => number, startsSlow = false): ConnectionLimit {
  const waiting = new Set<Waiting>();
  let isSlow = startsSlow;
  let taken = 0;
  let takenByLarge = 0;

  const limit = () => (isSlow ? 1 : concurrency());
  const isFree = (isLarge: boolean): boolean =>
    taken < limit() && !(isLarge && takenByLarge >= largeConnections(limit()));
  const admit = (): void => {
    for (const next of waiting) {
      if (taken >= limit()) return;
      if (!isFree(next.isLarge)) continue;
      waiting.delete(next);
      next.start();
    }
  };
  const occupy = (isLarge: boolean): (() => void) => {
    taken += 1;
    if (isLarge) takenByLarge += 1;
    let isFreed = false;
    return () => {
      if (isFreed) return;
      isFreed = true;
      taken -= 1;
      if (isLarge) takenByLarge -= 1;
      admit();
    };
  };

  return {
    slowStart() {
      isSlow = true;
    },
    endSlowStart() {
      if (!isSlow) return;
      isSlow = false;
      admit();
    },
    take(size, signal) {
      const isLarge = size > quickFileBytes;
      if (signal.aborted) return Promise.resolve(null);
      if (isFree(isLarge)) return Promise.resolve(occupy(isLarge));
      return new Promise((resolve) => {
        const place: Waiting = {
          isLarge,
          start() {
            signal.removeEventListener("abort", onAbort);
            resolve(occupy(isLarge));
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
