import type { Worker } from "node:worker_threads";
import { lateModules } from "#adapters/late-modules.ts";
import type { WalkAnswer, WalkCall, WalkStart, WalkThreadData } from "./walk-worker.ts";

/** Event of a walk: an answer of the thread, or that the thread itself is lost. */
export type WalkEvent = WalkAnswer | { readonly kind: "lost"; readonly isCulprit: boolean };

/** Batches that may be under way at once: one is being used, one is being read. */
const batchesAhead = 2;

/** Names are short-lived; a small nursery costs no time and saves 50 MB at 100,000 files. */
const resourceLimits = { maxYoungGenerationSizeMb: 4 };

/** A worker thread that walks; several walks share it. It keeps the process alive only while it walks. */
export class WalkThread {
  readonly #worker: Worker;
  readonly #progress = new Int32Array(new SharedArrayBuffer(8));
  readonly #listeners = new Map<number, (event: WalkEvent) => void>();
  readonly #hasEnded: Promise<void>;
  #lastId = 0;
  #isLost = false;
  #seen = { steps: 0, sinceMs: performance.now() };

  constructor(platform: NodeJS.Platform, script: URL = new URL("./walk-worker.ts", import.meta.url)) {
    const workerData: WalkThreadData = { platform, progress: this.#progress };
    const { Worker } = lateModules.threads();
    this.#worker = new Worker(script, { workerData, resourceLimits });
    this.#worker.on("message", (answer: WalkAnswer) => this.#listeners.get(answer.id)?.(answer));
    this.#worker.on("error", () => this.#lose(0));
    this.#hasEnded = new Promise((resolve) => {
      this.#worker.on("exit", () => {
        this.#lose(0);
        resolve();
      });
    });
    this.#worker.unref();
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** It is in a system call now, for a walk that may have been forgotten. */
  get isInStep(): boolean {
    return !this.#isLost && Atomics.load(this.#progress, 0) !== 0;
  }

  /** Starts a walk; `listener` hears of it until `forget`. */
  walk(start: WalkStart, listener: (event: WalkEvent) => void): number {
    const id = ++this.#lastId;
    this.#listeners.set(id, listener);
    if (this.#listeners.size === 1) this.#worker.ref();
    this.#call({ kind: "walk", id, ...start });
    for (let i = 0; i < batchesAhead; i++) this.more(id);
    return id;
  }

  /** Asks for one batch beyond those asked for. */
  more(id: number): void {
    this.#call({ kind: "more", id });
  }

  forget(id: number): void {
    this.#call({ kind: "cancel", id });
    this.#listeners.delete(id);
    if (this.#listeners.size === 0) this.#worker.unref();
  }

  /** Gives the thread up when it has been in one and the same step for `longestMs`: its drive does not answer. */
  check(longestMs: number): void {
    const steps = Atomics.load(this.#progress, 1);
    const culprit = Atomics.load(this.#progress, 0);
    if (culprit === 0 || steps !== this.#seen.steps) this.#seen = { steps, sinceMs: performance.now() };
    else if (performance.now() - this.#seen.sinceMs >= longestMs) this.#lose(culprit);
  }

  /** Resolves when the thread has ended; one that hangs in a system call ends only when that returns. */
  async end(): Promise<void> {
    void this.#worker.terminate();
    await this.#hasEnded;
  }

  #call(call: WalkCall): void {
    if (!this.#isLost) this.#worker.postMessage(call);
  }

  #lose(culprit: number): void {
    if (this.#isLost) return;
    this.#isLost = true;
    for (const [id, listener] of [...this.#listeners]) listener({ kind: "lost", isCulprit: id === culprit });
  }
}
