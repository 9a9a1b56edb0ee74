import { errorText } from "#base/text.ts";
import type { Log } from "./ports/host.ts";
import { LedgerError } from "./ports/ledger.ts";

/** Work that may end before its end without ending its caller. */
export interface SafeRunner {
  /** Runs work that a failing ledger, or internal error, may end; gives false then. */
  runSafely(work: () => Promise<void>): Promise<boolean>;
  /** Internal errors that ended such work, as they were thrown. */
  mistakes(): readonly string[];
}

/** Tells errors of the ledger to `onLedgerError` and everything else to the log. */
export function createSafeRunner(log: Log, onLedgerError: (message: string) => void): SafeRunner {
  const mistakes: string[] = [];
  return {
    async runSafely(work) {
      try {
        await work();
        return true;
      } catch (error) {
        if (error instanceof LedgerError) onLedgerError(error.message);
        else {
          mistakes.push(errorText(error));
          log.error("internal error", { error: errorText(error) });
        }
        return false;
      }
    },
    mistakes: () => mistakes,
  };
}
