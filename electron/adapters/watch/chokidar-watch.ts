import type { Worker } from "node:worker_threads";
import { lateModules } from "#adapters/late-modules.ts";
import type { Watch, WatchListener } from "#engine/ports/host.ts";
import type { HintPace } from "./hint-coalescer.ts";
import { isOnOwnDisks } from "./own-disks.ts";
import { ErrorDigest, watchErrorMessage } from "./watch-errors.ts";
import { type WatchedFolders, type WatchingHere, type WatchMessage, watchFolders } from "./watch-folders.ts";
import type { RenewMessage } from "./watch-worker.ts";

export interface ChokidarWatchOptions {
  readonly platform: NodeJS.Platform;
  /** Whether a folder may be watched by this thread, seen by its path alone. */
  readonly isQuick: (base: string) => boolean;
  /** How often a folder is looked for that went away or was exchanged for another. */
  readonly rearmMs: number;
  readonly hintPace: HintPace;
  /** Time in which a folder gives at most one message of an error. */
  readonly errorWindowMs: number;
}

const defaults: ChokidarWatchOptions = {
  platform: process.platform,
  isQuick: process.platform === "linux" ? (folder) => isOnOwnDisks(folder) : () => false,
  rearmMs: 10_000,
  hintPace: { windowMs: 200, stillMs: 40 },
  errorWindowMs: 60_000,
};

/** Listing 100,000 entries leaves much garbage behind; a small nursery keeps it from piling up. */
const resourceLimits = { maxYoungGenerationSizeMb: 2 };

/**
 * Hints from the system; network folders are left to the rescan. On Linux folders on disks of this PC are watched in this
 * thread, as a thread takes 10 MB; those on other drives, which may hang, and on Windows and macOS all (chokidar) in a
 * thread of their own. `start` resolves when every folder that is there is watched; hints may come before. A folder that
 * is not there, or goes, is an error and is watched when it is back. A thread that breaks is an error too and is started
 * again after `rearmMs`.
 */
export function createChokidarWatch(options: Partial<ChokidarWatchOptions> = {}): Watch {
  const settled = { ...defaults, ...options };
  let running: RunningWatch | null = null;

  async function stop(): Promise<void> {
    const ending = running;
    running = null;
    await ending?.end();
  }

  return {
    async start(folders, listener) {
      await stop();
      const local = folders.filter(({ network }) => !network).map(({ folder }) => folder);
      if (local.length === 0) return;
      running = new RunningWatch([...new Set(local)], settled, listener);
      await running.isReady;
    },
    renew: (folder) => running?.renew(folder),
    stop,
  };
}

class RunningWatch {
  readonly isReady: Promise<void>;
  readonly #data: Omit<WatchedFolders, "folders">;
  readonly #listener: WatchListener;
  readonly #digest: ErrorDigest;
  readonly #here: WatchingHere;
  readonly #inThread: Set<string>;
  readonly #readyHere = Promise.withResolvers<void>();
  readonly #readyInThread = Promise.withResolvers<void>();
  #worker: Worker | null = null;
  #restart: NodeJS.Timeout | undefined;
  #hasEnded = false;

  constructor(folders: readonly string[], options: ChokidarWatchOptions, listener: WatchListener) {
    const { platform, rearmMs, hintPace, errorWindowMs, isQuick } = options;
    this.#data = { platform, rearmMs, hintPace };
    this.#listener = listener;
    const onError = (folder: string, message: string) => listener.onError({ folder, message });
    this.#digest = new ErrorDigest(errorWindowMs, onError);
    const quick = folders.filter((folder) => isQuick(folder));
    this.#inThread = new Set(folders.filter((folder) => !quick.includes(folder)));
    if (this.#inThread.size > 0) this.#worker = this.#startThread();
    else this.#readyInThread.resolve();
    this.#here = watchFolders({ ...this.#data, folders: quick }, isQuick, (message) => {
      if (message.kind === "ready") this.#readyHere.resolve();
      else this.#hear(message);
    });
    const both = Promise.all([this.#readyHere.promise, this.#readyInThread.promise]);
    this.isReady = both.then(() => {});
  }

  renew(folder: string): void {
    if (this.#inThread.has(folder)) this.#worker?.postMessage({ folder } satisfies RenewMessage);
    else this.#here.renew(folder);
  }

  async end(): Promise<void> {
    this.#hasEnded = true;
    this.#readyHere.resolve();
    this.#readyInThread.resolve();
    clearTimeout(this.#restart);
    this.#digest.stop();
    await Promise.all([this.#here.end(), this.#worker?.terminate()]);
  }

  /** Its drive is another one than it seemed by its path, or has been since. */
  #leaveToThread(folder: string): void {
    this.#worker ??= this.#startThread();
    this.#inThread.add(folder);
    this.renew(folder);
  }

  #startThread(): Worker {
    const script = new URL("./watch-worker.ts", import.meta.url);
    const { Worker } = lateModules.threads();
    const workerData: WatchedFolders = { ...this.#data, folders: [...this.#inThread] };
    const worker = new Worker(script, { workerData, resourceLimits });
    worker.unref();
    worker.on("message", (message: WatchMessage) => this.#hear(message));
    worker.on("error", (error) => this.#break(error));
    return worker;
  }

  #hear(message: WatchMessage): void {
    if (this.#hasEnded) return;
    switch (message.kind) {
      case "ready":
        this.#readyInThread.resolve();
        break;
      case "hints":
        for (const relPath of message.relPaths) this.#listener.onHint({ folder: message.folder, relPath });
        break;
      case "back":
        this.#listener.onBack(message.folder);
        break;
      case "refused":
        this.#leaveToThread(message.folder);
        break;
      case "error":
        this.#digest.add(message.folder, watchErrorMessage(message.code, message.path));
    }
  }

  #break(error: unknown): void {
    if (this.#hasEnded) return;
    const code = error instanceof Error && "code" in error ? String(error.code) : "ERR_WORKER";
    for (const folder of this.#inThread) this.#digest.add(folder, watchErrorMessage(code, folder));
    this.#readyInThread.resolve();
    this.#restart = setTimeout(() => {
      this.#worker = this.#startThread();
    }, this.#data.rearmMs).unref();
  }
}
