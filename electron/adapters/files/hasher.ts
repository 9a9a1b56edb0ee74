import type { Worker } from "node:worker_threads";
import { lateModules } from "#adapters/late-modules.ts";
import type { HashAnswer, HashCall, HashMessage, HashRequest } from "./hash-worker.ts";

export interface Hasher {
  /**
   * MD5 of the first `size` bytes of an open file. Resolves only when
   * nothing reads from the descriptor any more, so it may be closed then, also after an abort. `onPiece` is called when
   * a piece was read, and while a large file waits for its turn.
   */
  hash(file: HashRequest, signal: AbortSignal | null, onPiece?: () => void): Promise<HashAnswer>;
  close(): Promise<void>;
}

interface Waiting {
  readonly on: Worker;
  answerWith(answer: HashAnswer): void;
  onPiece(): void;
}

/** Without a file for so long the thread is let go. */
const defaultRestMs = 30_000;

/**
 * Hashes in one thread, started at a file and let go `restMs` after the last; it keeps the process alive only while it
 * hashes.
 */
export function createHasher(restMs = defaultRestMs): Hasher {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let lastId = 0;
  let rest: NodeJS.Timeout | undefined;

  function letGo(): void {
    void worker?.terminate();
    worker = null;
  }

  function start(): Worker {
    const { Worker } = lateModules.threads();
    const started = new Worker(new URL("./hash-worker.ts", import.meta.url));
    started.on("message", (message: HashMessage) => {
      const asked = waiting.get(message.id);
      if (message.kind === "moved") asked?.onPiece();
      else asked?.answerWith(message);
    });
    started.on("error", () => {});
    started.on("exit", () => {
      if (worker === started) worker = null;
      for (const [id, { on, answerWith }] of [...waiting])
        if (on === started) answerWith({ kind: "failed", id, code: "ECANCELED" });
    });
    return started;
  }

  function hash(
    file: HashRequest,
    signal: AbortSignal | null,
    onPiece: () => void = () => {},
  ): Promise<HashAnswer> {
    const id = ++lastId;
    if (signal?.aborted) return Promise.resolve({ kind: "cancelled", id });
    clearTimeout(rest);
    worker ??= start();
    const on = worker;
    const call = (message: HashCall) => on.postMessage(message);
    const cancel = () => call({ kind: "cancel", id });
    signal?.addEventListener("abort", cancel, { once: true });
    return new Promise((resolve) => {
      const answerWith = (answer: HashAnswer): void => {
        signal?.removeEventListener("abort", cancel);
        waiting.delete(id);
        if (waiting.size === 0) {
          on.unref();
          clearTimeout(rest);
          rest = setTimeout(letGo, restMs).unref();
        }
        resolve(answer);
      };
      waiting.set(id, { on, answerWith, onPiece });
      on.ref();
      call({ kind: "hash", id, ...file });
    });
  }

  async function close(): Promise<void> {
    clearTimeout(rest);
    await worker?.terminate();
  }

  return { hash, close };
}
