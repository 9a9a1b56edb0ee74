import type { LedgerLink, OpenLedger } from "#adapters/ledger/client.ts";
import { ledgerClient } from "#adapters/ledger/client.ts";
import type { NumberedCall } from "#adapters/ledger/protocol.ts";
import type { CoreRequest, LedgerCore } from "#adapters/ledger/store.ts";
import { openCore } from "#adapters/ledger/store.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import { noonMs } from "#test/support/builders/ledger-fixtures.ts";

/** The ledger on SQLite without its thread, so that a test can put faults in the way of its statements. */
export function openInThread(
  request: Partial<CoreRequest> & { readonly dataFolder: string },
): OpenLedger | { readonly message: string } {
  const core = openCore({ nowMs: noonMs, beforeStatement: null, ...request });
  return "message" in core ? core : ledgerClient(inThread(core));
}

function inThread(core: LedgerCore): LedgerLink {
  let hear: Parameters<LedgerLink["listen"]>[0] = () => {};
  return {
    opening: core.opening,
    listen(onDrained) {
      hear = onDrained;
    },
    send(calls) {
      const queue: NumberedCall[] = [...calls];
      while (queue.length > 0) hear(core.drain(queue));
    },
    async close() {
      core.close();
    },
  };
}

/** The ledger that was opened; throws what kept it from opening. */
export function ready<Opened extends Ledger>(opened: Opened | { readonly message: string }): Opened {
  if ("message" in opened) throw new Error(opened.message);
  return opened;
}

/** Which call of SQLite fails how, as the disk would make it fail. */
export function sqliteError(kind: "FULL" | "IOERR" | "BUSY" | "CORRUPT"): Error {
  const errcode = { FULL: 13, IOERR: 10, BUSY: 5, CORRUPT: 11 }[kind];
  return Object.assign(new Error(`planted ${kind}`), { code: "ERR_SQLITE_ERROR", errcode });
}
