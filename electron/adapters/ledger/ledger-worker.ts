import type { MessagePort } from "node:worker_threads";
import { parentPort, workerData } from "node:worker_threads";
import type { FromWorker, NumberedCall, ToWorker } from "./ledger-calls.ts";
import type { LedgerCore } from "./ledger-core.ts";
import { openCore } from "./ledger-core.ts";

/** Runs one transaction a turn of the event loop, so that what came in meanwhile joins the next one. */
function serve(core: LedgerCore, port: MessagePort): void {
  const say = (message: FromWorker) => port.postMessage(message);
  const queue: NumberedCall[] = [];
  let isClosing = false;
  let isScheduled = false;

  function schedule(): void {
    if (!isScheduled) setImmediate(turn);
    isScheduled = true;
  }

  function turn(): void {
    isScheduled = false;
    if (queue.length > 0) say({ kind: "drained", drained: core.drain(queue) });
    if (queue.length > 0) {
      schedule();
    } else if (isClosing) {
      core.close();
      say({ kind: "closed" });
      port.close();
    }
  }

  port.on("message", (message: ToWorker) => {
    if (message.kind === "calls") queue.push(...message.calls);
    else isClosing = true;
    schedule();
  });
  say({ kind: "opened", opening: core.opening });
}

/** The ledger's own thread: waiting for the disk stops this one only. */
function main(port: MessagePort): void {
  const { dataFolder, nowMs }: { dataFolder: string; nowMs: number } = workerData;
  const core = openCore({ dataFolder, nowMs, beforeStatement: null });
  if ("message" in core) {
    port.postMessage({ kind: "refused", message: core.message } satisfies FromWorker);
    port.close();
  } else {
    serve(core, port);
  }
}

if (parentPort !== null) main(parentPort);
