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

/**
 * A token bucket over `limitKBps` (1000 bytes a second each; null is no limit). Every taker gets its place in the
 * order of asking; places lie on one schedule, so late timers do not add up.
 */
export function createBandwidth(limitKBps: number | null, clock: Clock): Bandwidth {
  if (limitKBps === null) return { take: () => null, pieceBytes: largestPiece };
  const bytesPerMs = limitKBps;
  const aheadMs = evenness * 1000;
  let freeAtMs = clock.monotonicMs();
  return {
    take(bytes, signal) {
      const nowMs = clock.monotonicMs();
      const startsAtMs = Math.max(freeAtMs, nowMs - aheadMs);
      freeAtMs = startsAtMs + bytes / bytesPerMs;
      const waitMs = startsAtMs - nowMs;
      return waitMs > 0 ? clock.sleep(waitMs, signal) : null;
    },
    pieceBytes: Math.round(Math.min(largestPiece, Math.max(1024, limitKBps * 1000 * evenness))),
  };
}
