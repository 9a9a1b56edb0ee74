import type { Worker } from "node:worker_threads";
import { late } from "#adapters/late-modules.ts";
import type { Watch, WatchListener } from "#engine/ports/host.ts";
import type { HintPace } from "./hint-coalescer.ts";
import { ErrorDigest, watchErrorMessage } from "./watch-errors.ts";
import type { RenewMessage, WatchMessage, WatchThreadData } from "./watch-worker.ts";

export interface ChokidarWatchOptions {
  readonly platform: NodeJS.Platform;
  /** How often a folder is looked for that went away or was exchanged for another. */
  readonly rearmMs: number;
  readonly hintPace: HintPace;
  /** One folder gives at most one message of an error in this time. */
  readonly errorWindowMs: number;
}

const defaults: ChokidarWatchOptions = {
  platform: process.platform,
  rearmMs: 10_000,
  hintPace: { windowMs: 200, stillMs: 40 },
  errorWindowMs: 60_000,
};

/** Listing 100,000 entries leaves much garbage behind; a small nursery keeps it from piling up. */
const resourceLimits = { maxYoungGenerationSizeMb: 2 };

/**
 * Hints from the system (chokidar on Windows and macOS), in a thread of its own; network folders are left to the rescan. `start` resolves when every
 * folder that is there is watched; hints may come before. A folder that is not there, or goes, is an error and is
 * watched when it is back. A thread that breaks is an error too and is started again after `rearmMs`.
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
  readonly #data: WatchThreadData;
  readonly #listener: WatchListener;
  readonly #digest: ErrorDigest;
  #worker: Worker;
  #restart: NodeJS.Timeout | undefined;
  #hasEnded = false;
  #sayReady: () => void = () => {};

  constructor(folders: readonly string[], options: ChokidarWatchOptions, listener: WatchListener) {
    const { platform, rearmMs, hintPace, errorWindowMs } = options;
    this.#data = { folders, platform, rearmMs, hintPace };
    this.#listener = listener;
    const onError = (folder: string, message: string) => listener.onError({ folder, message });
    this.#digest = new ErrorDigest(errorWindowMs, onError);
    this.isReady = new Promise((resolve) => {
      this.#sayReady = resolve;
    });
    this.#worker = this.#startThread();
  }

  renew(folder: string): void {
    this.#worker.postMessage({ folder } satisfies RenewMessage);
  }

  async end(): Promise<void> {
    this.#hasEnded = true;
    this.#sayReady();
    clearTimeout(this.#restart);
    this.#digest.stop();
    await this.#worker.terminate();
  }

  #startThread(): Worker {
    const script = new URL("./watch-worker.ts", import.meta.url);
    const { Worker } = late.threads();
    const worker = new Worker(script, { workerData: this.#data, resourceLimits });
    worker.unref();
    worker.on("message", (message: WatchMessage) => this.#hear(message));
    worker.on("error", (error) => this.#break(error));
    return worker;
  }

  #hear(message: WatchMessage): void {
    if (this.#hasEnded) return;
    switch (message.kind) {
      case "ready":
        this.#sayReady();
        break;
      case "hints":
        for (const relPath of message.relPaths) this.#listener.onHint({ folder: message.folder, relPath });
        break;
      case "back":
        this.#listener.onBack(message.folder);
        break;
      case "error":
        this.#digest.add(message.folder, watchErrorMessage(message.code, message.path));
    }
  }

  #break(error: unknown): void {
    if (this.#hasEnded) return;
    const code = error instanceof Error && "code" in error ? String(error.code) : "ERR_WORKER";
    for (const folder of this.#data.folders) this.#digest.add(folder, watchErrorMessage(code, folder));
    this.#sayReady();
    this.#restart = setTimeout(() => {
      this.#worker = this.#startThread();
    }, this.#data.rearmMs).unref();
  }
}
