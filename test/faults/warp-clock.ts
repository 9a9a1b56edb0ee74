import type { Clock } from "#engine/ports/host.ts";
import { type Random, seededRandom } from "#test/support/builders/seeded-random.ts";

interface Sleeper {
  /** On the clock that never jumps. */
  readonly dueAt: number;
  readonly wake: () => void;
  readonly arm: () => void;
}

/**
 * A clock for an engine that talks to a real portal and a real disk: time flows by itself, `pace` times as fast as
 * outside, and `skip` leaps over waits that nobody wants to sit through. File times stay those of the real clock.
 */
export class WarpClock implements Clock {
  readonly #pace: number;
  readonly #random: Random;
  readonly #startedAt = performance.now();
  readonly #startedWallMs = Date.now();
  readonly #sleepers = new Set<Sleeper>();
  readonly #begun = new Map<number, number>();
  #skippedMs = 0;
  /** How far the wall clock is ahead of the true time: somebody set it so. */
  aheadMs = 0;

  constructor(options: { readonly pace?: number; readonly random?: Random; readonly aheadMs?: number } = {}) {
    this.aheadMs = options.aheadMs ?? 0;
    this.#pace = options.pace ?? 1;
    this.#random = options.random ?? seededRandom(1);
  }

  nowMs(): number {
    return this.trueMs() + this.aheadMs;
  }

  /** The time by all other clocks. */
  trueMs(): number {
    return Math.floor(this.#startedWallMs + this.monotonicMs());
  }

  monotonicMs(): number {
    return (performance.now() - this.#startedAt) * this.#pace + this.#skippedMs;
  }

  random(): number {
    return this.#random.next();
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    this.#begun.set(ms, this.sleepsOf(ms) + 1);
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const dueAt = this.monotonicMs() + ms;
      const wake = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", wake);
        this.#sleepers.delete(sleeper);
        resolve();
      };
      const arm = () => {
        clearTimeout(timer);
        const leftMs = (dueAt - this.monotonicMs()) / this.#pace;
        timer = leftMs > 2_000_000_000 ? undefined : setTimeout(wake, Math.max(0, Math.ceil(leftMs)));
      };
      const sleeper: Sleeper = { dueAt, wake, arm };
      signal?.addEventListener("abort", wake, { once: true });
      this.#sleepers.add(sleeper);
      arm();
    });
  }

  /** How many sleeps of this length have begun. */
  sleepsOf(ms: number): number {
    return this.#begun.get(ms) ?? 0;
  }

  /** Both clocks leap ahead; who was to wake in between wakes now. */
  skip(ms: number): void {
    this.#skippedMs += ms;
    for (const sleeper of [...this.#sleepers]) sleeper.arm();
  }
}
