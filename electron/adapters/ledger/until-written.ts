import { type LedgerLink, ledgerClient, type OpenLedger } from "./ledger-client.ts";
import type { Drained, NumberedCall } from "./protocol.ts";
import { linkToThread } from "./sqlite-ledger.ts";
import { isWriting } from "./steps.ts";
import { type LedgerCore, openCore } from "./store.ts";

interface Request {
  readonly dataFolder: string;
  /** The wall clock, for the journal. */
  readonly nowMs: number;
}

/**
 * The ledger on this thread as long as it is only read, and in a thread of its own before the first call that writes:
 * a run with nothing to do starts no thread, one with something to do waits for no disk. While it moves, another process
 * may take the folder; then every call rejects with the sentence that says so. Gives a sentence where it cannot be
 * opened, as `openLedger`. `toThread` is given from outside by tests alone.
 */
export function openLedgerUntilWritten(
  request: Request,
  toThread = linkToThread,
): OpenLedger | { readonly message: string } {
  const core = openCore({ ...request, beforeStatement: null });
  return "message" in core ? core : ledgerClient(movingLink(core, () => toThread(request)));
}

function movingLink(core: LedgerCore, toThread: () => ReturnType<typeof linkToThread>): LedgerLink {
  let hear: (drained: Drained) => void = () => {};
  let breakWith: (message: string) => void = () => {};
  let inThread: LedgerLink | null = null;
  let moving: Promise<void> | null = null;
  const waiting: NumberedCall[] = [];
  /** A core that is opened again has the usual limit. */
  let journalLimit: NumberedCall | undefined;

  const move = async (): Promise<void> => {
    core.close();
    const opened = await toThread();
    if ("message" in opened) return breakWith(opened.message);
    opened.listen(hear, breakWith);
    opened.send(journalLimit === undefined ? waiting : [journalLimit, ...waiting]);
    inThread = opened;
  };

  return {
    opening: core.opening,
    calls: core.calls,
    listen(onDrained, onBroken) {
      hear = onDrained;
      breakWith = onBroken;
    },
    send(calls) {
      journalLimit = calls.findLast(({ name }) => name === "limitJournal") ?? journalLimit;
      if (inThread !== null) return inThread.send(calls);
      if (moving === null && !calls.some((call) => writes(core, call))) {
        const queue = [...calls];
        while (queue.length > 0) hear(core.drain(queue));
        return;
      }
      waiting.push(...calls);
      moving ??= move();
    },
    copyTo: (file) => (inThread ?? core).copyTo(file),
    async close() {
      if (moving === null) return core.close();
      await moving;
      await inThread?.close();
    },
  };
}

/** A claim writes only where something is to be sent. */
function writes(core: LedgerCore, { name }: NumberedCall): boolean {
  if (name !== "claim") return isWriting(name);
  const asked: NumberedCall = { number: 0, name: "oldestUnsentAtMs", values: [] };
  return core.drain([asked]).answers.some((answer) => "error" in answer || answer.value !== null);
}
