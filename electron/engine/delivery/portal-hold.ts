import { type Cause, type Failure, needsYou } from "#domain/cause.ts";
import { spreadMs } from "#domain/retry.ts";
import type { Clock } from "#engine/ports/host.ts";

/** A hold of the portal, of the way to it, or of one route: when it began, when it is tried again. */
export interface PortalHold {
  /** Again while held: the next try moves further away. */
  raise(failure: Failure, retryAfterMs: number | null): void;
  /** As it was when it was raised at these moments, epoch milliseconds. */
  restore(failure: Failure, sinceMs: number, lastMs: number): void;
  /** Uploads go on, but not before the time that the portal asked for. */
  clear(): void;
  tryNow(): void;
  beginProbe(): void;
  endProbe(): void;
  /** Null: nothing is held. `forMs` 0: one upload may be tried. */
  wait(): { readonly forMs: number } | null;
  /** Epoch milliseconds; null: nothing is held. */
  current(): { readonly failure: Failure; readonly sinceMs: number; readonly nextTryAtMs: number } | null;
  /** Takes over what another one holds, which then holds nothing; `failure` says it. */
  takeFrom(other: PortalHold, failure: Failure): void;
  /** Gives what it holds away. */
  give(): Held | null;
}

interface Held {
  failure: Failure;
  sinceMs: number;
  tries: number;
  /** When each of its causes was met first; monotonic. A cause that comes back in turn with another goes on where it was. */
  firstMet: ReadonlyMap<Cause, number>;
  /** Monotonic. */
  tryAt: number;
  /** Monotonic; the portal asked for no request before (Retry-After). */
  askedUntil: number;
  /** Monotonic, of the last probe under way; null when there is none. */
  probeAt: number | null;
}

const baseMs = 5_000;
const capMs = 900_000;
const hourMs = 3_600_000;
/** When a hold that needs a person is tried after it began; then hourly, in case the portal was at fault. */
const personTries = { atMs: [15_000, 60_000, 300_000, 900_000], thenEveryMs: hourMs };
/** Few requests, as some portals shut out who tries a wrong password often. */
const passwordTries = { atMs: [15_000, 300_000, 1_200_000], thenEveryMs: hourMs };
/** A route that a portal does not have comes with its next release. */
const routeTries = { atMs: [15_000, hourMs], thenEveryMs: 24 * hourMs };
/** Each so much of its wait later at most, by chance: a portal that refused all stations at once is not asked by all at once. */
const personSpread = 0.1;
/** A probe that has no answer is no reason not to make another. */
const probeMs = 60_000;

/** A hold that holds nothing yet. `onChanged` is called after each change that a reader of `told` can see. */
export function createPortalHold(clock: Clock, onChanged: () => void): PortalHold {
  let held: Held | null = null;

  const afterAsked = (askedUntil: number, now: number): number =>
    askedUntil > now ? askedUntil + spreadMs(askedUntil - now, clock.random()) : now;
  const moved = (one: Held, askedUntil: number, now: number): Held => ({
    ...one,
    askedUntil,
    tryAt: Math.max(one.tryAt, afterAsked(askedUntil, now)),
  });
  const backOff = (cause: Cause, sinceMs: number, tries: number): number => {
    const chance = clock.random();
    return needsYou(cause)
      ? personWaitMs(cause, sinceMs) * (1 + chance * personSpread)
      : Math.min(capMs, baseMs * 2 ** Math.min(tries - 1, 12)) * (0.5 + chance / 2);
  };

  return {
    raise(failure, retryAfterMs) {
      const now = clock.monotonicMs();
      const isNews = held === null || held.probeAt !== null;
      const askedUntil = Math.max(isNews ? now : (held?.askedUntil ?? now), now + (retryAfterMs ?? 0));
      const isSame = held?.failure.cause === failure.cause;
      // Among the uploads in flight one may know more than another: a wrong password is no temporary failure.
      if (held !== null && !isNews && needsYou(held.failure.cause) && (isSame || !needsYou(failure.cause))) {
        held = moved(held, askedUntil, now);
        return;
      }
      const tries = (held?.tries ?? 0) + (isNews ? 1 : 0);
      const beganAt = held?.firstMet.get(failure.cause) ?? now;
      const firstMet = new Map(held?.firstMet).set(failure.cause, beganAt);
      const tryAt = Math.max(now + backOff(failure.cause, now - beganAt, tries), afterAsked(askedUntil, now));
      const sinceMs = held?.sinceMs ?? clock.nowMs();
      held = { failure, sinceMs, tries, firstMet, tryAt, askedUntil, probeAt: null };
      onChanged();
    },
    restore(failure, sinceMs, lastMs) {
      const [now, nowMs] = [clock.monotonicMs(), clock.nowMs()];
      const beganAt = now - (nowMs - sinceMs);
      const tryAt = now - (nowMs - lastMs) + backOff(failure.cause, lastMs - sinceMs, 1);
      const firstMet = new Map([[failure.cause, beganAt]]);
      held = { failure, sinceMs, tries: 1, firstMet, tryAt, askedUntil: now, probeAt: null };
      onChanged();
    },
    clear() {
      if (held === null) return;
      if (held.probeAt === null && held.askedUntil > clock.monotonicMs()) return;
      held = null;
      onChanged();
    },
    tryNow() {
      if (held !== null) held.tryAt = held.askedUntil = clock.monotonicMs();
    },
    beginProbe() {
      if (held !== null) held.probeAt = clock.monotonicMs();
    },
    endProbe() {
      if (held !== null) held.probeAt = null;
    },
    wait() {
      if (held === null) return null;
      const now = clock.monotonicMs();
      const probingMs = held.probeAt === null ? 0 : held.probeAt + probeMs - now;
      return { forMs: Math.max(0, held.tryAt > now ? held.tryAt - now : probingMs) };
    },
    current() {
      if (held === null) return null;
      const nextTryAtMs = clock.nowMs() + Math.max(0, held.tryAt - clock.monotonicMs());
      return { failure: held.failure, sinceMs: held.sinceMs, nextTryAtMs };
    },
    takeFrom(other, failure) {
      const taken = other.give();
      if (taken === null) return;
      const now = clock.monotonicMs();
      const isNamed = failure.cause !== taken.failure.cause;
      const beganAt = taken.firstMet.get(taken.failure.cause) ?? now;
      const tryAt = isNamed ? now + backOff(failure.cause, now - beganAt, taken.tries) : taken.tryAt;
      held = { ...taken, failure, tryAt, firstMet: new Map(taken.firstMet).set(failure.cause, beganAt) };
      onChanged();
    },
    give() {
      const given = held;
      held = null;
      return given;
    },
  };
}

/** The wait until the next try of what only a person can set right, that long after it began. */
export function personWaitMs(cause: Cause, sinceMs: number): number {
  const { atMs, thenEveryMs } = triesOf(cause);
  const next = atMs.find((afterMs) => afterMs > sinceMs);
  return next === undefined ? thenEveryMs : next - sinceMs;
}

function triesOf(cause: Cause): typeof personTries {
  if (cause === "credentials") return passwordTries;
  return cause === "no-model-route" ? routeTries : personTries;
}
