import { once } from "node:events";
import { lateModules } from "#adapters/late-modules.ts";
import type { UnpackedLedger } from "./unpacked-worker.ts";

/**
 * Looks at every page of a ledger that nobody has open, in a thread of its own. Throws where the thread fails, which says nothing of
 * the ledger.
 */
export async function lookAtLedger(ledger: string): Promise<UnpackedLedger> {
  const { Worker } = lateModules.threads();
  const worker = new Worker(new URL("./unpacked-worker.ts", import.meta.url), { workerData: ledger });
  const ended = new AbortController();
  worker.once("exit", () => ended.abort());
  try {
    const [found] = await once(worker, "message", { signal: ended.signal });
    return found;
  } catch (error) {
    if (!ended.signal.aborted) throw error;
    throw new Error(
      "The backup's record of uploads could not be checked: the thread that reads it ended without an answer. Try again.",
      {
        cause: error,
      },
    );
  } finally {
    await worker.terminate();
  }
}
