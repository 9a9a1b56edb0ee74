/** How many uploads talk with the portal at the same time; the rest reads, hashes and records meanwhile. */
export interface LinkSlots {
  /** Resolves with the function that gives the slot back; null when `signal` aborts first. */
  take(signal: AbortSignal): Promise<(() => void) | null>;
  /** The limit may have grown: those who wait are let in. */
  admit(): void;
}

/** Slots in order of asking; `limit` may change while they are in use. */
export function createLinkSlots(limit: () => number): LinkSlots {
  const waiting = new Set<() => void>();
  let taken = 0;

  const admit = (): void => {
    for (const next of waiting) {
      if (taken >= limit()) return;
      waiting.delete(next);
      next();
    }
  };
  const once = (): (() => void) => {
    taken += 1;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      taken -= 1;
      admit();
    };
  };

  return {
    admit,
    take(signal) {
      if (signal.aborted) return Promise.resolve(null);
      if (taken < limit()) return Promise.resolve(once());
      return new Promise((resolve) => {
        const onTurn = () => {
          signal.removeEventListener("abort", onAbort);
          resolve(once());
        };
        const onAbort = () => {
          waiting.delete(onTurn);
          resolve(null);
        };
        waiting.add(onTurn);
        signal.addEventListener("abort", onAbort, { once: true });
      });
    },
  };
}
