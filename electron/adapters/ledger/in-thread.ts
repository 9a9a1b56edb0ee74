import { type LedgerLink, ledgerClient, type OpenLedger } from "./ledger-client.ts";
import type { NumberedCall } from "./protocol.ts";
import { type CoreRequest, openCore } from "./store.ts";

/**
 * The ledger without a thread of its own, whose start costs more than a question or two: everything else waits while it
 * waits for the disk. Nobody looks whether its file is still there. Gives a sentence where it cannot be opened, as `openLedger`.
 */
export function openLedgerInThread(request: CoreRequest): OpenLedger | { readonly message: string } {
  const core = openCore(request);
  if ("message" in core) return core;
  let hear: Parameters<LedgerLink["listen"]>[0] = () => {};
  return ledgerClient({
    opening: core.opening,
    calls: core.calls,
    listen(onDrained) {
      hear = onDrained;
      core.listen(onDrained);
    },
    send(calls) {
      const queue: NumberedCall[] = [...calls];
      while (queue.length > 0) hear(core.drain(queue));
    },
    copyTo: core.copyTo,
    async close() {
      core.close();
    },
  });
}
