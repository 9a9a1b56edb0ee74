import type { Precedence } from "#domain/precedence.ts";
import type { Clock } from "#engine/ports/host.ts";

/** Files of at most this many bytes may use the connection that is kept free for them. */
export const quickFileBytes = 10_000_000;

/** `size` in bytes. */
export function isLargeFile({ size }: { readonly size: number }): boolean {
  return size > quickFileBytes;
}

/** Files of earlier days of at most this many bytes leave no connection free: they end soon, also over a slow link. */
const quickOldBytes = 256 * 1024;

/** How many large files may have a connection at the same time, out of `concurrency`. */
export function largeConnections(concurrency: number): number {
  return Math.max(1, concurrency - 1);
}

/** How many requests may be under way at the same time; the rest of the uploads is read, hashed and recorded meanwhile. */
export interface ConnectionLimit {
  /**
   * Resolves with the function that frees the connection; null when `signal` aborts first. `size` in bytes. A probe waits
   * for no slow start and leaves none free: it comes alone.
   */
  take(
    size: number,
    signal: AbortSignal,
    isProbe?: boolean,
    precedence?: Precedence,
  ): Promise<(() => void) | null>;
  /**
   * Allows one connection from now on, until the portal has judged an announcement: a wrong password costs one request. If
   * no answer comes, others try after 5, 10 and 20 s.
   */
  slowStart(): void;
  /** The portal took an announcement or knew it: link and credentials are good, and those who wait are let in. */
  endSlowStart(): void;
}

/** From one more connection to the next, without an answer: after 5, 10 and 20 s. */
const rampMs = [5_000, 5_000, 10_000];

interface Waiting {
  readonly isQuick: boolean;
  readonly precedence: Precedence;
  start(): void;
}

/**
 * Connections by precedence, then in order of asking; `concurrency` may change while they are in use. Files that are not quick leave one
 * of several free, so that a small one need not wait until they are sent. Under a limit, which needs few connections, the backlog leaves
 * two: the other is for large files of today, and quick are old files that take a second of the limit at most.
 */
export function createConnectionLimit(
  concurrency: () => number,
  /** Left out: no slow start. */
  clock: Pick<Clock, "sleep"> | null = null,
  /** Kilobytes a second over all uploads now; null: no limit. */
  limitKBps: () => number | null = () => null,
): ConnectionLimit {
  const waiting = new Set<Waiting>();
  let isSlow = clock !== null;
  /** Connections more, as those that are slow to answer may be held by their files. */
  let more = 0;
  let ramp: AbortController | null = null;
  let taken = 0;
  let takenBySlow = 0;

  const limit = (isProbe = false) =>
    isSlow && !isProbe ? Math.min(1 + more, Math.max(1, concurrency())) : concurrency();
  const isQuickFile = (size: number, precedence: Precedence): boolean =>
    precedence === 0
      ? !isLargeFile({ size })
      : size <= Math.min(quickOldBytes, 1000 * (limitKBps() ?? Number.POSITIVE_INFINITY));
  const slowConnections = (connections: number, precedence: Precedence): number =>
    precedence === 2 && limitKBps() !== null
      ? largeConnections(largeConnections(connections))
      : largeConnections(connections);
  const isFree = ({ isQuick, precedence }: Omit<Waiting, "start">, isProbe = false): boolean =>
    taken < limit(isProbe) && (isProbe || isQuick || takenBySlow < slowConnections(limit(), precedence));
  const admit = (): void => {
    for (const precedence of [0, 1, 2])
      for (const next of waiting) {
        if (taken >= limit()) return;
        if (next.precedence !== precedence || !isFree(next)) continue;
        waiting.delete(next);
        next.start();
      }
  };
  const endRamp = (): void => {
    ramp?.abort();
    ramp = null;
    more = 0;
  };
  const beginRamp = async (): Promise<void> => {
    const own = new AbortController();
    ramp = own;
    for (const ms of rampMs) {
      await clock?.sleep(ms, own.signal);
      if (own.signal.aborted) return;
      more += 1;
      admit();
    }
  };
  const occupy = (isQuick: boolean): (() => void) => {
    taken += 1;
    if (isSlow && ramp === null) void beginRamp();
    if (!isQuick) takenBySlow += 1;
    let isFreed = false;
    return () => {
      if (isFreed) return;
      isFreed = true;
      taken -= 1;
      if (!isQuick) takenBySlow -= 1;
      if (taken === 0) endRamp();
      admit();
    };
  };

  return {
    slowStart() {
      isSlow = true;
      endRamp();
    },
    endSlowStart() {
      if (!isSlow) return;
      isSlow = false;
      endRamp();
      admit();
    },
    take(size, signal, isProbe = false, precedence = 0) {
      const asked = { isQuick: isQuickFile(size, precedence), precedence };
      if (signal.aborted) return Promise.resolve(null);
      if (isFree(asked, isProbe)) return Promise.resolve(occupy(asked.isQuick));
      return new Promise((resolve) => {
        const place: Waiting = {
          ...asked,
          start() {
            signal.removeEventListener("abort", onAbort);
            resolve(occupy(asked.isQuick));
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
