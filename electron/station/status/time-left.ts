import { type FinishedSending, progressOf, type SendingProgress } from "#domain/sending-progress.ts";
import type { AttemptEnd } from "#engine/delivery/attempt-result.ts";
import { type Amount, createSentMeter, minus, noFiles, plus } from "#engine/delivery/sent-meter.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import { backlogFrom } from "./pace.ts";

/** How far the queue is since it was empty last, and how long the rest takes at the steady rate of the last minutes. */
export interface TimeLeftWatch {
  /** `sentBytes` of this upload so far. */
  note(id: string, sentBytes: number): void;
  /** `restOf`: the instruments in the settings, where no other upload is in flight; else null. */
  ended(end: AttemptEnd, restOf: ReadonlySet<string> | null): void;
  /** `names`: the instruments in the settings. Null with nothing left. */
  progress(names: ReadonlySet<string>): Promise<SendingProgress | null>;
  /** The backlog that ended a short while ago; null where none did. */
  finished(): FinishedSending | null;
}

/** The bytes left are read from the ledger so often at most. */
const readEveryMs = 10_000;

/** The end of a backlog is told for so long. */
const toldForMs = 10 * 60_000;

/** Follows the bytes of a host. */
export function createTimeLeft(
  clock: Pick<Clock, "monotonicMs">,
  ledger: Pick<Ledger, "bytesLeft">,
): TimeLeftWatch {
  const meter = createSentMeter(clock);
  /** Amount that was done when the queue was empty last. */
  let doneBefore = noFiles;
  /** When something was to be sent again; null while nothing is. */
  let beganMs: number | null = null;
  let last: { readonly atMs: number; readonly sent: FinishedSending } | null = null;
  let known: { readonly atMs: number; readonly done: Amount; readonly left: Amount } | null = null;

  const end = (atMs: number) => {
    const sent = minus(meter.done(), doneBefore);
    if (beganMs !== null && sent.files >= backlogFrom)
      last = { atMs, sent: { ...sent, tookMs: atMs - beganMs } };
    beganMs = null;
    doneBefore = meter.done();
  };

  const read = async (names: ReadonlySet<string>) => {
    const atMs = clock.monotonicMs();
    if (known !== null && atMs - known.atMs < readEveryMs) return known;
    const done = minus(meter.done(), { files: 0, bytes: meter.underWay() });
    const all = await ledger.bytesLeft();
    const left = all.reduce((sum, one) => (names.has(one.instrument) ? plus(sum, one) : sum), noFiles);
    if (left.files === 0) end(atMs);
    else beganMs ??= atMs;
    known = { atMs, done, left };
    return known;
  };

  return {
    note(id, sentBytes) {
      beganMs ??= clock.monotonicMs();
      meter.note(id, sentBytes);
    },
    ended(attempt, restOf) {
      meter.ended(attempt);
      if (restOf === null) return;
      known = null;
      // A ledger that fails is told by who needs it.
      read(restOf).catch(() => {});
    },
    async progress(names) {
      const { left, done } = await read(names);
      const rest = minus(left, minus(meter.done(), done));
      if (rest.files <= 0) return null;
      return progressOf(minus(meter.done(), doneBefore), rest, meter.rate());
    },
    finished: () => (last !== null && clock.monotonicMs() - last.atMs < toldForMs ? last.sent : null),
  };
}
