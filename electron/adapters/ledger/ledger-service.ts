import type { MessagePort } from "node:worker_threads";
import { keepHeapSmall } from "#adapters/heap-at-rest.ts";
import type { FromWorker, NumberedCall, ToWorker } from "./protocol.ts";
import type { LedgerCore } from "./store.ts";
import { openCore } from "./store.ts";

export interface LedgerThreadData {
  readonly dataFolder: string;
  /** The wall clock, for the journal. */
  readonly nowMs: number;
}

/** How often the file is looked for while nothing is asked. */
const lookEveryMs = 5_000;

/** Runs one transaction a turn of the event loop, so that what came in meanwhile joins the next one. */
function serve(core: LedgerCore, port: MessagePort): void {
  const say = (message: FromWorker) => port.postMessage(message);
  const queue: NumberedCall[] = [];
  let isClosing = false;
  let isScheduled = false;
  const looking = setInterval(look, lookEveryMs);
  const heap = keepHeapSmall();
  core.listen((drained) => say({ kind: "drained", drained }));

  function schedule(): void {
    if (!isScheduled) setImmediate(turn);
    isScheduled = true;
  }

  function look(): void {
    const message = core.lost();
    if (message === null) return;
    clearInterval(looking);
    say({ kind: "lost", message });
  }

  function turn(): void {
    isScheduled = false;
    if (queue.length > 0) {
      const drained = core.drain(queue);
      say({ kind: "drained", drained });
      if (drained.committed.length > 0) heap.busy();
      if (drained.answers.some((answer) => "error" in answer)) look();
    }
    if (queue.length > 0) {
      schedule();
    } else if (isClosing) {
      clearInterval(looking);
      heap.end();
      core.close();
      say({ kind: "closed" });
      port.close();
    }
  }

  port.on("message", (message: ToWorker) => {
    if (message.kind === "copy") {
      const { file } = message;
      void core.copyTo(file).then((said) => say({ kind: "copied", file, message: said }));
      return;
    }
    if (message.kind === "calls") queue.push(...message.calls);
    else isClosing = true;
    schedule();
  });
  say({ kind: "opened", opening: core.opening, calls: core.calls });
}

/** Opens a ledger and answers at the port what is asked of it, until it is closed there. */
export function openAndServe(port: MessagePort, request: LedgerThreadData): void {
  const core = openCore({ ...request, beforeStatement: null });
  if ("message" in core) {
    port.postMessage({ kind: "refused", message: core.message } satisfies FromWorker);
    port.close();
  } else {
    serve(core, port);
  }
}
