/** Lets one holder at a time use each key; the others wait in order. */
export interface KeyedLock {
  /** Resolves with the function that ends the turn; null when `signal` aborts first. */
  take(key: string, signal: AbortSignal): Promise<(() => void) | null>;
}

/**
 * KeyedLock over record keys and checksums: two announcements of one checksum or one record in flight
 * can cost the portal's record (docs/portal/observed.md §1).
 */
export function createKeyedLock(): KeyedLock {
  const last = new Map<string, Promise<void>>();

  return {
    async take(key, signal) {
      const before = last.get(key);
      let end: () => void = () => {};
      const mine = new Promise<void>((resolve) => {
        end = resolve;
      });
      const tail = (before ?? Promise.resolve()).then(() => mine);
      last.set(key, tail);
      const release = () => {
        end();
        if (last.get(key) === tail) last.delete(key);
      };
      if (before !== undefined && !(await settledFirst(before, signal))) {
        // The place in the line is kept until those before are done, then passed on at once.
        void before.then(release);
        return null;
      }
      return release;
    },
  };
}

/** True when `done` settled before `signal` aborted. */
async function settledFirst(done: Promise<void>, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  return await new Promise<boolean>((resolve) => {
    const onAbort = () => resolve(false);
    signal.addEventListener("abort", onAbort);
    void done.then(() => {
      signal.removeEventListener("abort", onAbort);
      resolve(true);
    });
  });
}

/**
 * Takes several turns in the given order. Gives the function that ends them; null, and none of them taken, when `signal`
 * aborts first.
 */
export async function takeAll(
  keys: readonly string[],
  turns: KeyedLock,
  signal: AbortSignal,
): Promise<(() => void) | null> {
  const ends: (() => void)[] = [];
  const endAll = () => {
    for (const end of ends.splice(0)) end();
  };
  for (const key of keys) {
    const end = await turns.take(key, signal);
    if (end === null) {
      endAll();
      return null;
    }
    ends.push(end);
  }
  return endAll;
}
