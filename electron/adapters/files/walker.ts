import type { FileError, WalkBatch, WalkRequest } from "#engine/ports/host.ts";
import { noAnswer, quoted } from "./file-errors.ts";
import { hasLargePool } from "./pool-size.ts";
import { walkInPool } from "./pool-walk.ts";
import { unpackBatch } from "./walk-batch.ts";
import { type WalkEvent, WalkThread } from "./walk-thread.ts";
import type { WalkStart } from "./walk-worker.ts";

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
  /** Entries of folders that are looked at without the thread; 0: none. */
  readonly mostInPool: number;
}

const defaultSilenceMs = 120_000;

/** Without a walk for so long the thread is let go: its memory is ten times what its start takes of a core. */
const defaultRestMs = 10_000;

/** For more the start of a thread is cheaper. A hanging drive must not keep the last threads of a small pool. */
const mostInLargePool = 2_000;

/** Threads that may be lost under one walk before it ends with an error. */
const mostTries = 3;

/**
 * Walks off the main thread. Few files are looked at in the pool of the process; as soon as there are more, the rest is
 * left to one thread, started for it and let go a while after the last walk, and so are all walks from then on. If a
 * drive or share stops answering in the middle of a system call, the thread is left to it, and that folder gives an error
 * until the call returns. All other walks begin again on a fresh thread (so a file may be given twice, never left out).
 */
export function createWalker(platform: NodeJS.Platform, options: Partial<WalkerOptions> = {}): Walker {
  const startThread = options.startThread ?? (() => new WalkThread(platform));
  const longestSilenceMs = options.longestSilenceMs ?? defaultSilenceMs;
  const restMs = options.restMs ?? defaultRestMs;
  const silent = new Set<string>();
  /** Folders with a call in the pool that nobody waits for. */
  const busy = new Set<string>();
  let leftInPool = options.mostInPool ?? (hasLargePool() ? mostInLargePool : 0);
  let thread: WalkThread | null = null;
  let openWalks = 0;
  const closing = new AbortController();
  let watchdog: NodeJS.Timeout | undefined;
  let rest: NodeJS.Timeout | undefined;

  function takeThread(): WalkThread {
    if (thread === null || thread.isLost) thread = startThread();
    return thread;
  }

  function leave(lost: WalkThread, folder: string): void {
    silent.add(folder);
    void lost.end().then(() => silent.delete(folder));
  }

  /** A file more than the pool is good for, and it is used no more. */
  function allows(entries: number): boolean {
    leftInPool = entries < leftInPool ? leftInPool - entries : 0;
    return leftInPool > 0;
  }

  function restAWhile(): void {
    rest = setTimeout(letGo, restMs).unref();
  }

  function letGo(): void {
    // A thread that hangs would not end, and each walk after it would leave one more.
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
      const from = yield* walkInPoolFirst(request, signal);
      if (from.length === 0) return;
      for (let tries = 1; !signal.aborted && !closing.signal.aborted; tries++) {
        if (silent.has(request.folder)) return yield noAnswer(request.folder);
        if (tries > mostTries) return yield interrupted(request.folder);
        const on = takeThread();
        const isMoved = yield* walkOn(on, { request, from }, signal, () => leave(on, request.folder));
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

  /** Walks what it can without the thread; gives the folders that the thread has to walk. */
  async function* walkInPoolFirst(
    request: WalkRequest,
    signal: AbortSignal,
  ): AsyncGenerator<WalkBatch | FileError, readonly string[]> {
    const { folder } = request;
    if (leftInPool === 0 || silent.has(folder) || busy.has(folder)) return [""];
    const either = AbortSignal.any([signal, closing.signal]);
    const onLeft = (returned: Promise<void>): void => {
      const left = either.aborted ? busy : silent;
      left.add(folder);
      void returned.then(() => left.delete(folder));
    };
    return yield* walkInPool(request, either, { platform, longestSilenceMs, allows, onLeft });
  }

  async function close(): Promise<void> {
    closing.abort();
    clearTimeout(rest);
    await thread?.end();
  }

  return { walk, close };
}

/** True when the thread was lost and the walk has to begin again; `leave` is called where this walk is to blame. */
async function* walkOn(
  on: WalkThread,
  start: WalkStart,
  signal: AbortSignal,
  leave: () => void,
): AsyncGenerator<WalkBatch | FileError, boolean> {
  const inbox = new Inbox<WalkEvent | { readonly kind: "stopped" }>();
  const stop = () => inbox.put({ kind: "stopped" });
  const id = on.walk(start, (event) => inbox.put(event));
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
          if (event.isCulprit) leave();
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
