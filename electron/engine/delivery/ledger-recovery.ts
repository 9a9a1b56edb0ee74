import { inFlightStates } from "#domain/upload.ts";
import type { Clock } from "#engine/ports/host.ts";
import { type Ledger, LedgerError } from "#engine/ports/ledger.ts";
import type { Holds } from "./holds.ts";

/** Waits out a ledger that cannot write, and sets its uploads right before work goes on. */
export interface RecordsWatch {
  /** The ledger refused a write; nothing is sent until it takes one again. */
  failed(message: string): void;
  stop(): void;
}

const tryEveryMs = 5_000;

/**
 * While the ledger fails nothing is sent: what cannot be recorded must not happen. Every few seconds
 * the uploads that were in flight are released, and what could not be written is written again: a full disk may take
 * one write and refuse the next. The hold ends when `writeAgain` does not reject with LedgerError.
 */
export function createRecordsWatch(
  parts: {
    readonly clock: Clock;
    readonly ledger: Ledger;
    readonly holds: Holds;
    readonly writeAgain: (signal: AbortSignal) => Promise<void>;
  },
  isNothingInFlight: () => boolean,
  onMended: () => void,
): RecordsWatch {
  const stopping = new AbortController();
  let isTrying = false;

  const fix = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await parts.clock.sleep(tryEveryMs, stopping.signal);
      if (stopping.signal.aborted || !isNothingInFlight()) continue;
      try {
        const event = { type: "released", reason: "records could not be written" } as const;
        await parts.ledger.applyAll({ states: inFlightStates }, event, parts.clock.nowMs());
        await parts.writeAgain(stopping.signal);
        await parts.ledger.applyAll({ states: inFlightStates }, event, parts.clock.nowMs());
        return;
      } catch (error) {
        if (!(error instanceof LedgerError)) throw error;
      }
    }
  };

  return {
    failed(message) {
      parts.holds.recordsFailed({
        cause: "ledger-trouble",
        message: `The record of uploads cannot be written: ${message} Nothing is sent until it can be written. Free up space on the disk of the data folder. Skyferry retries every few seconds.`,
        portalMessage: null,
      });
      if (isTrying) return;
      isTrying = true;
      void fix().then(() => {
        isTrying = false;
        if (stopping.signal.aborted) return;
        parts.holds.recordsMended();
        onMended();
      });
    },
    stop: () => stopping.abort(),
  };
}
