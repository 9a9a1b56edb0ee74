import { lstat, readdir } from "node:fs";
import type { FileError, WalkBatch, WalkRequest } from "#engine/ports/host.ts";
import { noAnswer } from "./file-errors.ts";
import { isEmptyBatch, unpackBatch } from "./walk-batch.ts";
import { type Stats, type SystemCall, walkSteps } from "./walk-tree.ts";

export interface PoolWalkOptions {
  readonly platform: NodeJS.Platform;
  /** How long one system call may last before its folder counts as not answering. */
  readonly longestSilenceMs: number;
  /** True where so many more entries may be looked at here; asked for each folder. */
  readonly allows: (entries: number) => boolean;
  /** Hears of a call that has not returned when the walk ends. */
  readonly onLeft: (returned: Promise<void>) => void;
}

/**
 * Walks by the threads that the process has for its files anyway: for a thousand files that is cheaper than to start a
 * thread of its own, and takes none of its 20 MB. Gives the folders that are left for such a thread.
 */
export async function* walkInPool(
  request: WalkRequest,
  signal: AbortSignal,
  { platform, longestSilenceMs, allows, onLeft }: PoolWalkOptions,
): AsyncGenerator<WalkBatch | FileError, readonly string[]> {
  const folders = [""];
  const steps = walkSteps(request, platform, folders);
  using calls = new PoolCalls(longestSilenceMs, signal, onLeft);
  let step = steps.next();
  while (step.done !== true) {
    const { value } = step;
    if (!("call" in value)) {
      if ("error" in value) yield value;
      else if (!isEmptyBatch(value)) yield unpackBatch(value);
      step = steps.next();
      continue;
    }
    const answer = await calls.ask(value);
    if (answer.kind === "silent") {
      if (!signal.aborted) yield noAnswer(request.folder);
      return [];
    }
    if (answer.kind === "failed") step = steps.throw(answer.error);
    else {
      const isTooMuch = value.call !== "stats" && !allows((answer.value as unknown[]).length);
      step = steps.next(isTooMuch ? null : answer.value);
    }
  }
  return folders;
}

type Answer =
  | { readonly kind: "answered"; readonly value: unknown }
  | { readonly kind: "failed"; readonly error: Error }
  /** None came in time, or none is wanted any more. */
  | { readonly kind: "silent" };

const silence: Answer = { kind: "silent" };

/** Calls of one walk, one after the other. */
class PoolCalls implements Disposable {
  readonly #timer: NodeJS.Timeout;
  readonly #signal: AbortSignal;
  readonly #onLeft: PoolWalkOptions["onLeft"];
  #answer: ((answer: Answer) => void) | null = null;
  #returned = (): void => {};

  constructor(longestSilenceMs: number, signal: AbortSignal, onLeft: PoolWalkOptions["onLeft"]) {
    this.#signal = signal;
    this.#onLeft = onLeft;
    // A single timer for all calls; the call itself keeps the process alive.
    this.#timer = setTimeout(this.#giveUp, longestSilenceMs).unref();
    signal.addEventListener("abort", this.#giveUp);
  }

  ask(wanted: SystemCall): Promise<Answer> {
    if (this.#signal.aborted) return Promise.resolve(silence);
    this.#timer.refresh();
    return new Promise((resolve) => {
      this.#answer = resolve;
      const done = (error: Error | null, value?: unknown): void => {
        this.#answer = null;
        resolve(error === null ? { kind: "answered", value } : { kind: "failed", error });
        this.#returned();
      };
      if (wanted.call === "stats") statsOf(wanted.paths, (stats) => done(null, stats));
      else if (wanted.call === "names") readdir(wanted.path, { encoding: "buffer" }, done);
      else readdir(wanted.path, { withFileTypes: true }, done);
    });
  }

  readonly #giveUp = (): void => {
    if (this.#answer === null) return;
    const returned = new Promise<void>((resolve) => {
      this.#returned = resolve;
    });
    this.#onLeft(returned);
    this.#answer(silence);
  };

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#signal.removeEventListener("abort", this.#giveUp);
  }
}

function statsOf(paths: readonly string[], done: (all: readonly Stats[]) => void): void {
  const all: Stats[] = [];
  let left = paths.length;
  for (const [n, path] of paths.entries())
    lstat(path, { bigint: true }, (error, stats) => {
      all[n] = error === null ? stats : { error };
      left -= 1;
      if (left === 0) done(all);
    });
}
