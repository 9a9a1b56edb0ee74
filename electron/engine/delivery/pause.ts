import type { PausePlace } from "#domain/station-event.ts";
import type { Clock } from "#engine/ports/host.ts";

/** A wait that no time ends, milliseconds. */
export const forEverMs = 2_000_000_000;

/** A pause in force. */
export interface PauseTold {
  readonly reason: string;
  /** Epoch milliseconds. */
  readonly sinceMs: number;
  /** Epoch milliseconds; null until resumed. */
  readonly endMs: number | null;
  readonly from: PausePlace | undefined;
}

interface Pause extends Omit<PauseTold, "endMs"> {
  /** Epoch milliseconds, as was asked for. */
  readonly untilMs: number | null;
  /** Monotonic. */
  readonly endsAt: number | null;
}

/** The pause of one engine: none yet. `onChanged` is called after each change that a reader of `told` can see. */
export function createPause(clock: Clock, onChanged: () => void) {
  let pause: Pause | null = null;

  const leftMs = (): number => {
    if (pause === null) return 0;
    if (pause.endsAt === null) return forEverMs;
    const left = pause.endsAt - clock.monotonicMs();
    if (left > 0) return left;
    pause = null;
    onChanged();
    return 0;
  };

  /** As was asked for, unless the wall clock was set or stood still meanwhile. */
  const endMs = (): number | null => {
    if (pause === null || pause.untilMs === null) return null;
    const atMs = Math.round((clock.nowMs() + leftMs()) / 1_000) * 1_000;
    return Math.abs(atMs - pause.untilMs) < 1_000 ? pause.untilMs : atMs;
  };

  return {
    /** Milliseconds; 0: nothing is paused. */
    leftMs,
    /** `untilMs` null: until it is ended. */
    begin(untilMs: number | null, reason: string, from?: PausePlace): void {
      const sinceMs = clock.nowMs();
      const endsAt = untilMs === null ? null : clock.monotonicMs() + Math.max(0, untilMs - sinceMs);
      pause = { untilMs, reason, sinceMs, endsAt, from };
      onChanged();
    },
    end(): void {
      if (pause === null) return;
      pause = null;
      onChanged();
    },
    /** A PC that slept may not have counted that time. */
    endIfOver(): void {
      if (pause?.untilMs != null && clock.nowMs() >= pause.untilMs) pause = null;
    },
    /** Null: nothing is paused. */
    current: (): PauseTold | null => (pause === null || leftMs() <= 0 ? null : { ...pause, endMs: endMs() }),
  };
}
