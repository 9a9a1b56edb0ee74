import { openLedgerInThread } from "#adapters/ledger/in-thread.ts";
import type { OpenLedger } from "#adapters/ledger/ledger-client.ts";
import type { CoreRequest } from "#adapters/ledger/store.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import { noonMs } from "#test/support/builders/ledger-fixtures.ts";

/** The ledger on SQLite without its thread, so that a test can put faults in the way of its statements. */
export function openInThread(
  request: Partial<CoreRequest> & { readonly dataFolder: string },
): OpenLedger | { readonly message: string } {
  return openLedgerInThread({ nowMs: noonMs, beforeStatement: null, ...request });
}

/** The ledger that was opened; throws what kept it from opening. */
export function ready<Opened extends Ledger>(opened: Opened | { readonly message: string }): Opened {
  if ("message" in opened) throw new Error(opened.message);
  return opened;
}

/** Gives the error of a call of SQLite that fails so, as the disk would make it fail. */
export function sqliteError(kind: "FULL" | "IOERR" | "BUSY" | "CORRUPT"): Error {
  const errcode = { FULL: 13, IOERR: 10, BUSY: 5, CORRUPT: 11 }[kind];
  return Object.assign(new Error(`planted ${kind}`), { code: "ERR_SQLITE_ERROR", errcode });
}
