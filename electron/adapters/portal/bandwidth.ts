import type { Precedence } from "#domain/precedence.ts";
import type { Clock } from "#engine/ports/host.ts";

/** The bandwidth limit, shared by all uploads. */
export interface Bandwidth {
  /**
   * Null when the bytes may go at once; else resolves when they may, or at once when `signal` aborts. Who waits goes by
   * precedence, then in the order of asking; but while others wait, the first precedence takes nine tenths of the limit
   * at most, and the others go in the order of asking, so that no body that is under way stands still.
   */
  take(bytes: number, signal: AbortSignal, precedence?: Precedence): Promise<void> | null;
  /** Bytes to send in one piece, so that the flow is even. */
  readonly pieceBytes: number;
  /** Largest body that goes out in one piece: nobody waits longer for what is on the line. */
  readonly wholeBytes: number;
}

interface Taker {
  readonly bytes: number;
  readonly precedence: Precedence;
  go(): void;
}

const largestPiece = 256 * 1024;
/** Seconds of the limit that one piece may hold, and that may be sent ahead after a pause. */
const evenness = 0.05;
/** Who waits looks so often whether the limit is another by now. */
const lookEveryMs = 200;
/** Bytes of the first precedence for each byte of the others, where both wait. */
const firstForEach = 9;

/**
 * A token bucket over `limitKBps` (1000 bytes a second each; null is no limit), which may change at any time. All that goes lies on
 * one line of bytes, so neither late timers nor changes add up.
 */
export function createBandwidth(limitKBps: () => number | null, clock: Clock): Bandwidth {
  const waiting = new Set<Taker>();
  let atMs = clock.monotonicMs();
  let limit = limitKBps();
  /** Bytes that were allowed so far, and those that went. */
  let [allowed, gone] = [0, 0];
  /** Bytes of the first precedence that went while others waited. */
  let ahead = 0;
  let isServing = false;

  const waitingBytes = (): number => waiting.values().reduce((sum, { bytes }) => sum + bytes, 0);
  const advance = (): void => {
    const nowMs = clock.monotonicMs();
    allowed = limit === null ? Math.max(allowed, gone) : allowed + (nowMs - atMs) * limit;
    atMs = nowMs;
    const before = limit;
    limit = limitKBps();
    // Bytes on the line keep their time: a piece of a high limit would hold a low one for minutes.
    if (before !== null && limit !== null && gone > allowed)
      gone = allowed + ((gone - allowed) * limit) / before;
    // Without a limit, nobody waits for what went before.
    if (limit === null) allowed = Math.max(allowed, gone);
    // Only who waited may make up for a timer that came late.
    else gone = Math.max(gone, allowed - waitingBytes() - evenness * 1000 * limit);
  };

  const nextTaker = (): Taker | undefined => {
    const first = Math.min(...waiting.values().map(({ precedence }) => precedence));
    const next = waiting.values().find(({ precedence }) => precedence === first);
    const other = waiting.values().find(({ precedence }) => precedence !== first);
    if (next === undefined || other === undefined) {
      ahead = 0;
      return next;
    }
    if (ahead < firstForEach * other.bytes) {
      ahead += next.bytes;
      return next;
    }
    ahead -= firstForEach * other.bytes;
    return other;
  };

  const letGo = (): void => {
    while (limit === null || allowed >= gone) {
      const next = nextTaker();
      if (next === undefined) return;
      waiting.delete(next);
      gone += next.bytes;
      next.go();
    }
  };

  const serve = async (): Promise<void> => {
    isServing = true;
    while (waiting.size > 0) {
      const ms = limit === null ? 0 : Math.ceil((gone - allowed) / limit);
      await clock.sleep(Math.max(1, Math.min(lookEveryMs, ms)));
      advance();
      letGo();
    }
    isServing = false;
  };

  return {
    take(bytes, signal, precedence = 0) {
      advance();
      if (limit === null) letGo();
      if (limit === null || (waiting.size === 0 && allowed >= gone)) {
        gone += bytes;
        return null;
      }
      if (signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const taker: Taker = { bytes, precedence, go: () => end() };
        const end = (): void => {
          signal.removeEventListener("abort", end);
          waiting.delete(taker);
          resolve();
        };
        signal.addEventListener("abort", end);
        waiting.add(taker);
        if (!isServing) void serve();
      });
    },
    get pieceBytes() {
      const now = limitKBps();
      return now === null
        ? largestPiece
        : Math.round(Math.min(largestPiece, Math.max(1024, now * 1000 * evenness)));
    },
    get wholeBytes() {
      return limitKBps() === null
        ? largestPiece
        : Math.max(16 * 1024, Math.min(largestPiece, 4 * this.pieceBytes));
    },
  };
}
