import type { AttemptEnd } from "#engine/delivery/attempt-result.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { Ledger } from "#engine/ports/ledger.ts";

/** Between these two, both milliseconds. */
export interface TimeLeft {
  readonly fromMs: number;
  readonly toMs: number;
}

/** How long what is to be sent takes at the steady rate of the last minutes. */
export interface TimeLeftWatch {
  /** `sentBytes` of this upload so far. */
  note(id: string, sentBytes: number): void;
  ended(end: AttemptEnd): void;
  /** `names`: the instruments in the settings. Null before 30 s of sending, at a rate that is not steady, and with nothing left. */
  left(names: ReadonlySet<string>): Promise<TimeLeft | null>;
}

const sliceMs = 10_000;
const windowSlices = 30;
/** Three whole slices: 30 s of sending. */
const leastSlices = 3;
/** Nothing went for so long: what comes then is another stretch of sending, with a rate of its own. */
const stretchEndsMs = 30_000;
/** The bytes left are read from the ledger so often at most. */
const readEveryMs = 10_000;
/** No estimate is better than this. */
const leastDoubt = 0.1;
/** From here on the rate is no rate. */
const mostDoubt = 0.6;

/** Counts what the portal got: bytes of an attempt that failed are taken back, files that it had already count whole. */
export function createTimeLeft(
  clock: Pick<Clock, "monotonicMs">,
  ledger: Pick<Ledger, "bytesLeft">,
): TimeLeftWatch {
  /** Bytes so far of attempts that are under way. */
  const under = new Map<string, number>();
  /** By number of the slice. */
  const slices = new Map<number, number>();
  let beganMs = 0;
  let lastMs = Number.NEGATIVE_INFINITY;
  /** Bytes since the start of the program. */
  let done = 0;
  let known: { readonly atMs: number; readonly done: number; readonly bytes: Map<string, number> } | null =
    null;

  const add = (bytes: number): void => {
    const nowMs = clock.monotonicMs();
    if (nowMs - lastMs >= stretchEndsMs) {
      beganMs = nowMs;
      slices.clear();
    }
    lastMs = nowMs;
    done += bytes;
    const slice = Math.floor((nowMs - beganMs) / sliceMs);
    slices.set(slice, (slices.get(slice) ?? 0) + bytes);
    slices.delete(slice - windowSlices - 1);
  };

  /** Bytes of each whole slice of the window, the running one left out. */
  const whole = (nowMs: number): readonly number[] => {
    const running = Math.floor((nowMs - beganMs) / sliceMs);
    const first = Math.max(0, running - windowSlices);
    return Array.from({ length: running - first }, (_, place) => slices.get(first + place) ?? 0);
  };

  const read = async (nowMs: number) => {
    if (known !== null && nowMs - known.atMs < readEveryMs) return known;
    const doneBefore = done - under.values().reduce((sum, bytes) => sum + bytes, 0);
    const bytes = new Map((await ledger.bytesLeft()).map((one) => [one.instrument, one.bytes]));
    known = { atMs: nowMs, done: doneBefore, bytes };
    return known;
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
      const rest = (kind === "delivered" ? size : 0) - before;
      if (rest !== 0 || kind === "delivered") add(rest);
    },
    async left(names) {
      const nowMs = clock.monotonicMs();
      const parts = nowMs - lastMs >= stretchEndsMs ? [] : whole(nowMs);
      if (parts.length < leastSlices) return null;
      const mean = parts.reduce((sum, bytes) => sum + bytes, 0) / parts.length;
      const spread = parts.reduce((sum, bytes) => sum + (bytes - mean) ** 2, 0) / (parts.length - 1);
      const doubt = Math.max(leastDoubt, Math.sqrt(spread / parts.length) / mean);
      if (mean <= 0 || doubt > mostDoubt) return null;
      const { bytes, done: doneBefore } = await read(nowMs);
      const all = [...bytes].reduce((sum, [name, own]) => (names.has(name) ? sum + own : sum), 0);
      const ms = ((all - (done - doneBefore)) / mean) * sliceMs;
      return ms <= 0 ? null : { fromMs: ms / (1 + doubt), toMs: ms / (1 - doubt) };
    },
  };
}
