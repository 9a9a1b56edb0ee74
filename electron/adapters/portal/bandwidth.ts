import type { Clock } from "#engine/ports/host.ts";

/** The bandwidth limit, shared by all uploads. */
export interface Bandwidth {
  /** Null when the bytes may go at once; else resolves when they may, or at once when `signal` aborts. */
  take(bytes: number, signal: AbortSignal): Promise<void> | null;
  /** Bytes to send in one piece, so that the flow is even. */
  readonly pieceBytes: number;
}

const largestPiece = 256 * 1024;
/** Seconds of the limit that one piece may hold, and that may be sent ahead after a pause. */
const evenness = 0.05;
/** Who waits looks so often whether the limit is another by now. */
const lookEveryMs = 200;

/**
 * A token bucket over `limitKBps` (1000 bytes a second each; null is no limit), which may change at any time. Every taker gets its
 * place in the order of asking; places lie on one line of bytes, so neither late timers nor changes add up.
 */
export function createBandwidth(limitKBps: () => number | null, clock: Clock): Bandwidth {
  let atMs = clock.monotonicMs();
  let limit = limitKBps();
  /** Bytes that were allowed so far, and those that have their place. */
  let [allowed, placed] = [0, 0];

  const advance = (): void => {
    const nowMs = clock.monotonicMs();
    allowed = limit === null ? Math.max(allowed, placed) : allowed + (nowMs - atMs) * limit;
    atMs = nowMs;
    limit = limitKBps();
    // Without a limit, nobody waits for the places of before.
    if (limit === null) allowed = Math.max(allowed, placed);
    else placed = Math.max(placed, allowed - evenness * 1000 * limit);
  };

  const waitFor = async (place: number, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted && allowed < place && limit !== null) {
      await clock.sleep(Math.min(lookEveryMs, (place - allowed) / limit), signal);
      advance();
    }
  };

  return {
    take(bytes, signal) {
      advance();
      if (limit === null) return null;
      const place = placed;
      placed += bytes;
      return allowed < place ? waitFor(place, signal) : null;
    },
    get pieceBytes() {
      const now = limitKBps();
      return now === null
        ? largestPiece
        : Math.round(Math.min(largestPiece, Math.max(1024, now * 1000 * evenness)));
    },
  };
}
