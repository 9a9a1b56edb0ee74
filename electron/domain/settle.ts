import { endOfPeriodMs, type Period, startOfPeriodMs } from "#base/dates.ts";
import { absoluteDate, atText } from "#base/text.ts";
import type { FinishPolicy } from "./settings.ts";

/** Facts about one file at this moment. Wall times are epoch milliseconds and may jump; monotonic ones never do. */
export interface Observation {
  /** Microseconds since the epoch. */
  readonly mtimeUs: number;
  /** When this size and mtime were first seen here, by both clocks; they have not changed since. */
  readonly unchangedSince: { readonly monotonicMs: number; readonly wallMs: number };
  readonly now: { readonly monotonicMs: number; readonly wallMs: number };
  /** Another size or mtime of it was seen before, since this program runs: somebody is at it. */
  readonly wasSeenChanging: boolean;
  /** On a network drive: its clock is another one, so only what was seen here counts. */
  readonly isNetwork: boolean;
  readonly measurementDate: string;
  readonly period: Period;
  /** A newer file of the same pattern exists, of the same or a later date (policy `next-file`). */
  readonly hasNewerSibling: boolean;
  /** The file + suffix exists (policy `sentinel`). */
  readonly hasSentinel: boolean;
  /** Wall time at which a version of this file was last queued (policy `append`); null when none was. */
  readonly lastQueuedAtMs: number | null;
  /** Another program surely holds it open for writing. Costs an open: ask last, when all else says settled. */
  readonly isHeldForWriting: boolean;
}

export type Settling =
  | { readonly kind: "settled" }
  /** `reason` is a clause for the operator; look again after `againInMs`, or when something changes. */
  | { readonly kind: "growing"; readonly reason: string; readonly againInMs: number };

/** Looks at what nothing announces: the rescan sees it anyway, this is only how soon. */
const idleLookMs = 60_000;
const longestLookMs = 3_600_000;
const heldLookMs = 10_000;
/** An appended file that is due and never pauses is taken as it is after this. */
const appendTimeoutMs = 600_000;

/**
 * Decides whether a file is finished (docs/concepts/finished-files.md).
 *
 * Quiet means size and mtime unchanged for `seconds`. Time that was seen here counts, by the clock that never jumps. For a
 * file on a local drive that has not been seen to change, the age that its mtime had at first sight counts too. So old
 * files do not wait. An mtime in the future says nothing.
 * `day-closed` and `append` close with the UTC day of the measurement date, for monthly files with its month.
 * `append` is due `everyHours` after the last version was queued, the first time after its day (month) began; it then
 * waits for a pause of `seconds`, but at most ten minutes, because a logger may never pause.
 */
export function settle(policy: FinishPolicy, seen: Observation): Settling {
  const waiting = waitOf(policy, seen);
  if (waiting !== null) return waiting;
  return seen.isHeldForWriting
    ? growing("another program has it open for writing", heldLookMs)
    : { kind: "settled" };
}

function waitOf(policy: FinishPolicy, seen: Observation): Settling | null {
  switch (policy.policy) {
    case "settle":
      return quietWait(policy.seconds, seen);
    case "next-file":
      if (!seen.hasNewerSibling) return growing("it waits for the next file of this pattern", idleLookMs);
      return quietWait(policy.seconds, seen);
    case "sentinel":
      if (!seen.hasSentinel) {
        return growing(`it waits for the file of the same name with "${policy.suffix}" appended`, idleLookMs);
      }
      return quietWait(policy.seconds, seen);
    case "day-closed":
      return closedWait(policy.graceMinutes, seen) ?? quietWait(policy.seconds, seen);
    case "append":
      return closedWait(policy.graceMinutes, seen) === null
        ? quietWait(policy.seconds, seen)
        : appendWait(policy, seen);
  }
}

function quietWait(seconds: number, seen: Observation): Settling | null {
  const neededMs = seconds * 1000;
  const seenMs = seen.now.monotonicMs - seen.unchangedSince.monotonicMs;
  // Only the wall clock's one reading at first sight is used: nobody can set it in between.
  const ageAtSightMs = seen.unchangedSince.wallMs - seen.mtimeUs / 1000;
  const doesAgeCount = !seen.isNetwork && !seen.wasSeenChanging;
  const quietMs = seenMs + (doesAgeCount ? Math.max(0, ageAtSightMs) : 0);
  if (quietMs >= neededMs) return null;
  // A moment, as the reason may be read long after it was found.
  const when = atText(seen.now.wallMs - Math.max(0, quietMs), seen.now.wallMs, "second");
  const clause = `it last changed ${when} and counts as finished after ${seconds} s without a change`;
  return growing(
    ageAtSightMs < 0 ? `${clause}; its modification time is in the future` : clause,
    neededMs - quietMs,
  );
}

function closedWait(graceMinutes: number, seen: Observation): Settling | null {
  const closesAtMs = endOfPeriodMs(seen.measurementDate, seen.period) + graceMinutes * 60_000;
  if (seen.now.wallMs >= closesAtMs) return null;
  const what = `${seen.period}, ${absoluteDate(seen.measurementDate, seen.period)},`;
  return growing(
    `it is sent when its ${what} is over, ${atText(closesAtMs, seen.now.wallMs)}`,
    closesAtMs - seen.now.wallMs,
  );
}

function appendWait(policy: FinishPolicy & { policy: "append" }, seen: Observation): Settling | null {
  const { lastQueuedAtMs, now } = seen;
  const isKnown = lastQueuedAtMs !== null && lastQueuedAtMs <= now.wallMs;
  const fromMs = isKnown ? lastQueuedAtMs : startOfPeriodMs(seen.measurementDate, seen.period);
  const dueAtMs = fromMs + policy.everyHours * 3_600_000;
  if (now.wallMs < dueAtMs) {
    return growing(`it grows and is sent every ${policy.everyHours} h`, dueAtMs - now.wallMs);
  }
  return now.wallMs - dueAtMs >= appendTimeoutMs ? null : quietWait(policy.seconds, seen);
}

function growing(reason: string, againInMs: number): Settling {
  return { kind: "growing", reason, againInMs: Math.max(1, Math.min(longestLookMs, Math.ceil(againInMs))) };
}
