import { channel } from "node:diagnostics_channel";
import { EventEmitter } from "node:events";
import { MessageChannel, type MessagePort, Worker, type WorkerOptions } from "node:worker_threads";
import type { LedgerThreadData } from "#adapters/ledger/ledger-service.ts";

/** Order to a thread that is kept: the port takes the place of its `parentPort`. */
export interface KeptThreadOrder {
  readonly port: MessagePort;
  readonly data: LedgerThreadData;
}

/** Threads that serve nobody now. */
const free: Worker[] = [];

/**
 * `Worker` for the ledger of tests: a thread that an earlier ledger has left serves the next one. Thousands are opened, and the
 * start of a thread costs ten times as much as its ledger. It gives the events of a thread that starts and ends; one that breaks
 * is not kept.
 */
class KeptThread extends EventEmitter {
  readonly #port: MessagePort;

  constructor(_script: URL, { workerData, ...options }: WorkerOptions) {
    super();
    const kept = free.pop();
    const worker = kept ?? newThread(options);
    // As `Worker` does: a test counts its threads by it.
    if (kept !== undefined) channel("worker_threads").publish({ worker: kept });
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const onError = (error: Error) => void this.emit("error", error);
    const onExit = (code: number) => void this.emit("exit", code);
    worker.once("error", onError).once("exit", onExit);
    const isFree = new Promise((resolve) => worker.once("message", resolve));
    const isHeard = new Promise<void>((resolve) => port1.once("close", resolve));
    void Promise.all([isFree, isHeard]).then(() => {
      worker.off("error", onError).off("exit", onExit).unref();
      free.push(worker);
      this.emit("exit", 0);
    });
    port1.on("message", (message) => this.emit("message", message));
    worker.ref();
    worker.postMessage({ port: port2, data: workerData } satisfies KeptThreadOrder, [port2]);
  }

  postMessage(message: unknown): void {
    this.#port.postMessage(message);
  }
}

function newThread(options: WorkerOptions): Worker {
  const script = process.env.SKYFERRY_TESTED_LEDGER;
  if (script === undefined) throw new Error("The tests have no bundle.");
  const worker = new Worker(script, options);
  worker.once("exit", () => {
    const at = free.indexOf(worker);
    if (at >= 0) free.splice(at, 1);
  });
  return worker;
}

/** The tests' own where they have a bundle. */
export const LedgerThread = process.env.SKYFERRY_TESTED_LEDGER === undefined ? Worker : KeptThread;
