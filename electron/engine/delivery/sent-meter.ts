import { createSteadyRate, type RateRange } from "#domain/steady-rate.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { BytesLeft } from "#engine/ports/ledger.ts";
import type { AttemptEnd } from "./attempt-result.ts";

/** Files and their bytes. */
export type Amount = Pick<BytesLeft, "files" | "bytes">;

export const noFiles: Amount = { files: 0, bytes: 0 };

/** Counts what the portal got: bytes of an attempt that failed are taken back, files that it had already count whole. */
export interface SentMeter {
  /** `sentBytes` of this upload so far. */
  note(id: string, sentBytes: number): void;
  ended(end: AttemptEnd): void;
  /** Since it was made, with the bytes of what is under way. */
  done(): Amount;
  /** Bytes among `done` of what is under way. */
  underWay(): number;
  sentOf(id: string): number;
  rate(): RateRange | null;
}

/** A meter that has seen nothing yet. */
export function createSentMeter(clock: Pick<Clock, "monotonicMs">): SentMeter {
  const rate = createSteadyRate();
  const under = new Map<string, number>();
  const done = { files: 0, bytes: 0 };

  const add = (bytes: number): void => {
    done.bytes += bytes;
    rate.add(bytes, clock.monotonicMs());
  };

  return {
    note(id, sentBytes) {
      const before = under.get(id) ?? 0;
      under.set(id, sentBytes);
      add(sentBytes - before);
    },
    ended({ upload: { id, size }, result: { kind } }) {
      const before = under.get(id) ?? 0;
      under.delete(id);
      if (kind === "delivered") {
        add(size - before);
        done.files += 1;
        rate.fileEnded();
      } else if (before > 0) add(-before);
    },
    done: () => ({ ...done }),
    underWay: () => under.values().reduce((sum, bytes) => sum + bytes, 0),
    sentOf: (id) => under.get(id) ?? 0,
    rate: () => rate.measured(clock.monotonicMs()),
  };
}

export function plus(one: Amount, other: Amount): Amount {
  return { files: one.files + other.files, bytes: one.bytes + other.bytes };
}

export function minus(one: Amount, other: Amount): Amount {
  return { files: one.files - other.files, bytes: one.bytes - other.bytes };
}
