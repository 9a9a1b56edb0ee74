import type { Clock } from "#engine/ports/host.ts";

/** How fast bytes leave, over the last seconds. */
export interface SendingRate {
  /** `sentBytes` of this upload so far. */
  note(id: string, sentBytes: number): void;
  forget(id: string): void;
  /** Bytes so far of all that is not forgotten, by id. */
  sent(): ReadonlyMap<string, number>;
  bytesPerSecond(): number;
}

const windowMs = 5_000;
const sliceMs = 250;

/** A rate measured with the clock that never jumps. */
export function createSendingRate(clock: Clock): SendingRate {
  const last = new Map<string, number>();
  /** Bytes by slice of time, oldest first. */
  let slices: { readonly slice: number; bytes: number }[] = [];

  const dropOld = (): void => {
    const oldest = Math.floor((clock.monotonicMs() - windowMs) / sliceMs);
    slices = slices.filter(({ slice }) => slice > oldest);
  };

  return {
    note(id, sentBytes) {
      const before = last.get(id) ?? 0;
      last.set(id, sentBytes);
      // Fewer bytes than before: the upload began again.
      const bytes = sentBytes >= before ? sentBytes - before : sentBytes;
      const slice = Math.floor(clock.monotonicMs() / sliceMs);
      const newest = slices.at(-1);
      if (newest?.slice === slice) newest.bytes += bytes;
      else {
        dropOld();
        slices.push({ slice, bytes });
      }
    },
    forget(id) {
      last.delete(id);
    },
    sent: () => new Map(last),
    bytesPerSecond() {
      dropOld();
      return slices.reduce((sum, { bytes }) => sum + bytes, 0) / (windowMs / 1000);
    },
  };
}
