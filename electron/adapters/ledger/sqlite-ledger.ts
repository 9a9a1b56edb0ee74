import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { lateModules } from "#adapters/late-modules.ts";
import type { LedgerLink, OpenLedger } from "./ledger-client.ts";
import { ledgerClient } from "./ledger-client.ts";
import type { Drained, FromWorker, ToWorker } from "./protocol.ts";

/**
 * Opens the ledger of a data folder in a thread of its own; creates folder and ledger where none ever was.
 * Gives one sentence for the operator when it cannot be opened now: in use by another process, folder not
 * writable, written by a newer version, disk full. `nowMs` is the wall clock, for the journal.
 */
export async function openLedger(request: {
  readonly dataFolder: string;
  readonly nowMs?: number;
}): Promise<OpenLedger | { readonly message: string }> {
  const link = await linkToThread({ nowMs: Date.now(), ...request });
  return "message" in link ? link : ledgerClient(link);
}

/** The link of `openLedger`, to which nobody listens yet. */
export async function linkToThread(request: {
  readonly dataFolder: string;
  readonly nowMs: number;
}): Promise<LedgerLink | { readonly message: string }> {
  const { Worker } = lateModules.threads();
  const worker = new Worker(new URL("./ledger-worker.ts", import.meta.url), {
    // A search through a million rows makes much garbage; a small nursery keeps it from becoming memory.
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
    workerData: { dataFolder: request.dataFolder, nowMs: request.nowMs },
  });
  const exited = once(worker, "exit");
  const first = await firstWord(worker);
  if (first.kind === "opened") return workerLink(worker, first, exited);
  await exited;
  return { message: first.message };
}

type FirstWord = Extract<FromWorker, { kind: "opened" | "refused" }>;

function firstWord(worker: Worker): Promise<FirstWord> {
  return new Promise((resolve) => {
    const refuse = (message: string) => resolve({ kind: "refused", message });
    worker.once("message", resolve);
    worker.once("error", (error) =>
      refuse(`The thread of the record of uploads could not start: ${error.message}.`),
    );
    worker.once("exit", () => refuse("The thread of the record of uploads ended before it had opened it."));
  });
}

function workerLink(
  worker: Worker,
  { opening, calls }: Pick<LedgerLink, "opening" | "calls">,
  exited: Promise<unknown>,
): LedgerLink {
  const post = (message: ToWorker) => worker.postMessage(message);
  return {
    opening,
    calls,
    send: (sent) => post({ kind: "calls", calls: sent }),
    listen(onDrained: (drained: Drained) => void, onBroken: (message: string) => void) {
      worker.on("message", (message: FromWorker) => {
        if (message.kind === "drained") onDrained(message.drained);
        if (message.kind === "lost") onBroken(message.message);
      });
      worker.on("error", (error) =>
        onBroken(`The thread of the record of uploads ended: ${error.message}. Restart Skyferry.`),
      );
      worker.on("exit", () => onBroken("The record of uploads is closed."));
    },
    copyTo(file) {
      const copied = new Promise<string | null>((resolve) => {
        const hear = (message: FromWorker) => {
          if (message.kind !== "copied" || message.file !== file) return;
          worker.off("message", hear);
          resolve(message.message);
        };
        worker.on("message", hear);
      });
      post({ kind: "copy", file });
      return Promise.race([copied, exited.then(() => "The record of uploads is closed.")]);
    },
    async close() {
      post({ kind: "close" });
      await exited;
    },
  };
}
