import type { FileError, WalkBatch, WalkRequest } from "#engine/ports/host.ts";
import { noAnswer, quoted } from "./file-errors.ts";
import { unpackBatch } from "./walk-batch.ts";
import { type WalkEvent, WalkThread } from "./walk-thread.ts";

export interface Walker {
  walk(request: WalkRequest, signal: AbortSignal): AsyncIterable<WalkBatch | FileError>;
  close(): Promise<void>;
}

export interface WalkerOptions {
  readonly startThread: () => WalkThread;
  /** How long one system call may last before its folder counts as not answering. */
  readonly longestSilenceMs: number;
  /** After the last walk, until the thread ends; milliseconds. */
  readonly restMs: number;
}

const defaultSilenceMs = 120_000;

/** Without a walk for so long the thread is let go: its memory is ten times what its start takes of a core. */
const defaultRestMs = 10_000;

/** Threads that may be lost under one walk before it ends with an error. */
const mostTries = 3;

/**
 * Walks off the main thread: one thread, started at a walk and let go a while after the last. Where a drive or share
 * stops answering in the middle of a system call, the thread is left to it, that folder gives an error until the call
 * returns, and all other walks begin again on a fresh thread (so a file may be given twice, never left out).
 */
export function createWalker(platform: NodeJS.Platform, options: Partial<WalkerOptions> = {}): Walker {
  const startThread = options.startThread ?? (() => new WalkThread(platform));
  const longestSilenceMs = options.longestSilenceMs ?? defaultSilenceMs;
  const restMs = options.restMs ?? defaultRestMs;
  const silent = new Map<string, WalkThread>();
  let thread: WalkThread | null = null;
  let openWalks = 0;
  let isClosed = false;
  let watchdog: NodeJS.Timeout | undefined;
  let rest: NodeJS.Timeout | undefined;

  function takeThread(): WalkThread {
    if (thread === null || thread.isLost) thread = startThread();
    return thread;
  }

  function leave(lost: WalkThread, folder: string): void {
    silent.set(folder, lost);
    void lost.end().then(() => silent.delete(folder));
  }

  function restAWhile(): void {
    rest = setTimeout(letGo, restMs).unref();
  }

  function letGo(): void {
    // One that hangs would not end, and each walk after it would leave one more.
    if (thread?.isInStep) {
      restAWhile();
      return;
    }
    void thread?.end();
    thread = null;
  }

  async function* walk(request: WalkRequest, signal: AbortSignal): AsyncIterable<WalkBatch | FileError> {
    openWalks++;
    clearTimeout(rest);
    watchdog ??= setInterval(() => thread?.check(longestSilenceMs), longestSilenceMs / 4).unref();
    try {
      for (let tries = 1; !signal.aborted && !isClosed; tries++) {
        if (silent.has(request.folder)) return yield noAnswer(request.folder);
        if (tries > mostTries) return yield interrupted(request.folder);
        const isMoved = yield* walkOn(takeThread(), request, signal);
        if (!isMoved) return;
      }
    } finally {
      if (--openWalks === 0) {
        clearInterval(watchdog);
        watchdog = undefined;
        restAWhile();
      }
    }
  }

  /** True when the thread was lost and the walk has to begin again. */
  async function* walkOn(
    on: WalkThread,
    request: WalkRequest,
    signal: AbortSignal,
  ): AsyncGenerator<WalkBatch | FileError, boolean> {
    const inbox = new Inbox<WalkEvent | { readonly kind: "stopped" }>();
    const stop = () => inbox.put({ kind: "stopped" });
    const id = on.walk(request, (event) => inbox.put(event));
    signal.addEventListener("abort", stop, { once: true });
    try {
      for (;;) {
        const event = await inbox.take();
        if (signal.aborted) return false;
        switch (event.kind) {
          case "batch":
            on.more(id);
            yield unpackBatch(event.batch);
            break;
          case "error":
            yield event.error;
            break;
          case "lost":
            if (event.isCulprit) leave(on, request.folder);
            return true;
          default:
            return false;
        }
      }
    } finally {
      signal.removeEventListener("abort", stop);
      on.forget(id);
    }
  }

  async function close(): Promise<void> {
    isClosed = true;
    clearTimeout(rest);
    await thread?.end();
  }

  return { walk, close };
}

function interrupted(folder: string): FileError {
  const message = `The scan of the folder ${quoted(folder)} failed ${mostTries} times: this PC may be short of memory. Skyferry retries automatically.`;
  return { error: "unreadable", message };
}

/** A queue that one reader waits on. */
class Inbox<T> {
  readonly #waiting: T[] = [];
  #wake: (() => void) | null = null;

  put(item: T): void {
    this.#waiting.push(item);
    this.#wake?.();
  }

  async take(): Promise<T> {
    for (;;) {
      const item = this.#waiting.shift();
      if (item !== undefined) return item;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
