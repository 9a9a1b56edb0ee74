import type { Clock } from "#engine/ports/host.ts";

interface Sleeper {
  readonly dueMs: number;
  readonly wake: () => void;
}

/** A clock that stands still until it is moved. Sleepers wake in the order of their time. */
export class FakeClock implements Clock {
  #wallMs: number;
  #monotonicMs = 0;
  #seed: number;
  readonly #sleepers = new Set<Sleeper>();
  #onSleep: (() => void)[] = [];

  constructor(startMs = Date.UTC(2024, 5, 1, 12), seed = 1) {
    this.#wallMs = startMs;
    this.#seed = seed;
  }

  nowMs(): number {
    return this.#wallMs;
  }

  monotonicMs(): number {
    return this.#monotonicMs;
  }

  /** A fixed sequence for a seed (mulberry32). */
  random(): number {
    this.#seed = (this.#seed + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#seed ^ (this.#seed >>> 15), 1 | this.#seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const sleeper: Sleeper = {
        dueMs: this.#monotonicMs + ms,
        wake: () => {
          signal?.removeEventListener("abort", sleeper.wake);
          this.#sleepers.delete(sleeper);
          resolve();
        },
      };
      signal?.addEventListener("abort", sleeper.wake, { once: true });
      this.#sleepers.add(sleeper);
      for (const tell of this.#onSleep.splice(0)) tell();
    });
  }

  /** Sleepers now asleep. */
  get asleep(): number {
    return this.#sleepers.size;
  }

  /** Milliseconds to the next sleeper's time, null when nobody sleeps. */
  get nextInMs(): number | null {
    const next = this.#earliest();
    return next === undefined ? null : Math.max(0, next.dueMs - this.#monotonicMs);
  }

  /** Resolves when at least `count` are asleep. */
  async whenAsleep(count = 1): Promise<void> {
    while (this.#sleepers.size < count)
      await new Promise<void>((resolve) => {
        this.#onSleep.push(resolve);
      });
  }

  /** Moves both clocks on, step by step, and lets everything that follows from each wake-up run first. */
  async advance(ms: number): Promise<void> {
    const endMs = this.#monotonicMs + ms;
    for (;;) {
      await flush();
      const next = this.#earliest();
      if (next === undefined || next.dueMs > endMs) break;
      this.#moveTo(Math.max(next.dueMs, this.#monotonicMs));
      next.wake();
    }
    this.#moveTo(endMs);
    await flush();
  }

  /** The wall clock is set; the other one and all sleepers feel nothing. */
  setWall(wallMs: number): void {
    this.#wallMs = wallMs;
  }

  #moveTo(monotonicMs: number): void {
    this.#wallMs += monotonicMs - this.#monotonicMs;
    this.#monotonicMs = monotonicMs;
  }

  #earliest(): Sleeper | undefined {
    let earliest: Sleeper | undefined;
    for (const sleeper of this.#sleepers)
      if (earliest === undefined || sleeper.dueMs < earliest.dueMs) earliest = sleeper;
    return earliest;
  }
}

/** Lets promises and immediates that are due run. */
async function flush(): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
}
