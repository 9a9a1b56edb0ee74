import { once } from "node:events";
import { lateModules } from "#adapters/late-modules.ts";
import type { UnpackedLedger } from "./unpacked-worker.ts";

/** Looks at every page of a ledger that nobody has open, in a thread of its own. */
export async function lookAtLedger(ledger: string): Promise<UnpackedLedger> {
  const { Worker } = lateModules.threads();
  const worker = new Worker(new URL("./unpacked-worker.ts", import.meta.url), { workerData: ledger });
  const damaged: UnpackedLedger = { kind: "damaged" };
  const found: UnpackedLedger = await once(worker, "message").then(
    ([message]) => message,
    () => damaged,
  );
  await worker.terminate();
  return found;
}
