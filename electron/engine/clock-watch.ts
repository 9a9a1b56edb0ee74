import { createPeriodic, type Periodic } from "#base/periodic.ts";
import { type ClockSeen, confirmInMs, wasSet } from "#domain/clock-drift.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { Portal } from "#engine/ports/portal.ts";

export interface ClockWatchParts {
  readonly clock: Clock;
  readonly portal: Pick<Portal, "clockSeen" | "plainRead">;
  /** The clock of this PC was set. */
  readonly onSet: () => void;
  /** More is known of the clock than before. */
  readonly onKnown: () => void;
}

/** Other questions of the start come first. */
const firstAfterMs = 5_000;
/** A clock that was set is noticed within this. */
const lookEveryMs = 15_000;
/** Without any other answer the portal is asked this often. */
const askEveryMs = 3_600_000;
const firstRetryMs = 60_000;
/** Portals behind one name may have clocks that never agree. */
const mostConfirmations = 6;
/** Longest wait for the answer to one read. */
const readMs = 20_000;
/** Timers may be early. */
const slackMs = 100;

/**
 * Sees to it that the portal's clock is known, whether files are sent or not: asks for one plain read at the start, an hour
 * after the last answer, and when the clock was set; after an answer that speaks of another time it asks until enough agree
 * (`confirmInMs`). Without a portal that tells it does nothing.
 */
export function createClockWatch({ clock, portal, onSet, onKnown }: ClockWatchParts): Periodic {
  const reading = () => ({ nowMs: clock.nowMs(), monotonicMs: clock.monotonicMs() });

  /** Milliseconds until the portal is to be asked. */
  const askInMs = (known: ClockSeen, mayConfirm: boolean): number =>
    (mayConfirm ? confirmInMs(known) : null) ??
    (known.agoMs === null ? 0 : Math.max(0, askEveryMs - known.agoMs));

  const follow = async (seen: () => ClockSeen, signal: AbortSignal): Promise<void> => {
    let last = reading();
    let notBefore = last.monotonicMs + firstAfterMs;
    let retryMs = firstRetryMs;
    let confirmations = 0;
    let wasKnown = false;
    while (!signal.aborted) {
      const now = reading();
      if (wasSet(last, now)) {
        confirmations = 0;
        notBefore = now.monotonicMs;
        onSet();
      }
      last = now;
      const known = seen();
      const isKnown = known.aheadMs !== null;
      if (isKnown) confirmations = 0;
      if (isKnown !== wasKnown) onKnown();
      wasKnown = isKnown;
      const inMs = Math.max(askInMs(known, confirmations < mostConfirmations), notBefore - now.monotonicMs);
      if (inMs > 0) {
        await clock.sleep(Math.min(inMs + slackMs, lookEveryMs), signal);
        continue;
      }
      confirmations += 1;
      await askOnce(portal, signal);
      const wasAnswered = isNewer(seen(), known);
      if (!wasAnswered) notBefore = clock.monotonicMs() + retryMs;
      retryMs = wasAnswered ? firstRetryMs : Math.min(2 * retryMs, askEveryMs);
    }
  };

  return createPeriodic(async (signal) => {
    const { clockSeen, plainRead } = portal;
    if (clockSeen === undefined || plainRead === undefined) return;
    await follow(() => clockSeen.call(portal), signal);
  });
}

function isNewer(now: ClockSeen, before: ClockSeen): boolean {
  return now.agoMs !== null && (before.agoMs === null || now.agoMs < before.agoMs);
}

async function askOnce(portal: ClockWatchParts["portal"], signal: AbortSignal): Promise<void> {
  await portal.plainRead?.(AbortSignal.any([signal, AbortSignal.timeout(readMs)]));
}

/**
 * For a single run: what the portal's answers say of the clock. Asks once where none counts yet and `mayAsk`, and waits
 * for the answers that confirm a difference where `matters` says that it is worth the minute.
 */
export async function lookAtClock(
  { clock, portal }: Pick<ClockWatchParts, "clock" | "portal">,
  { mayAsk, matters }: { readonly mayAsk: boolean; readonly matters: (aheadMs: number) => boolean },
  signal: AbortSignal,
): Promise<ClockSeen | null> {
  const seen = () => portal.clockSeen?.() ?? null;
  if (portal.plainRead === undefined || seen() === null) return null;
  if (seen()?.agoMs === null && mayAsk) await askOnce(portal, signal);
  for (let asked = 0; asked < mostConfirmations && !signal.aborted; asked++) {
    const known = seen();
    const inMs = known === null ? null : confirmInMs(known);
    if (known === null || inMs === null || !matters(known.newestAheadMs ?? 0)) break;
    await clock.sleep(inMs + slackMs, signal);
    await askOnce(portal, signal);
    const next = seen();
    if (next === null || !isNewer(next, { ...known, agoMs: (known.agoMs ?? 0) + inMs })) break;
  }
  return seen();
}
