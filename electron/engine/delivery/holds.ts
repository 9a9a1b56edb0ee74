import { type Cause, type Failure, type holdLanes, needsYou } from "#domain/cause.ts";
import { spreadMs } from "#domain/retry.ts";
import type { PausePlace } from "#domain/station-event.ts";
import type { Clock } from "#engine/ports/host.ts";

/** Why nothing is sent for now. One at a time for the portal, one for this PC's own records, one for a pause. */
export interface Hold extends Failure {
  readonly lane: (typeof holdLanes)[number];
  /** Epoch milliseconds. */
  readonly sinceMs: number;
  /** When the next try is made, epoch milliseconds; null when only a person ends it. */
  readonly nextTryAtMs: number | null;
  /** Of a pause: from where, if the caller said so. */
  readonly pausedFrom?: PausePlace;
}

/** What may start now. `wait` says for how long nothing may; `isSilence`: what runs must stop, too. */
export type Gate =
  | { readonly kind: "open" }
  | { readonly kind: "probe" }
  | { readonly kind: "wait"; readonly forMs: number; readonly isSilence: boolean };

export interface Holds {
  /** The portal or the link failed: every upload waits. Again while held: the next try moves further away. */
  raise(failure: Failure, retryAfterMs: number | null): void;
  /** The portal answered an upload: what was held goes on, but not before the time that the portal asked for. */
  clear(): void;
  /** Asks for a try now: credentials or settings changed, the operator asked, the PC woke up. */
  tryNow(): void;
  /** Own records cannot be written: nothing is sent until `recordsMended`. */
  recordsFailed(failure: Failure): void;
  recordsMended(): void;
  /** `untilMs` null: until resumed. */
  pause(untilMs: number | null, reason: string, from?: PausePlace): void;
  resume(): void;
  gate(): Gate;
  /** The portal or the link is held; a pause and the quiet hours are not meant. */
  isHeld(): boolean;
  /** One upload is being tried to see whether the hold is over; `raise` or `clear` ends it, else `endProbe`. */
  beginProbe(): void;
  endProbe(): void;
  list(): readonly Hold[];
}

const baseMs = 5_000;
const capMs = 900_000;
/** When a hold that needs a person is tried after it began; then hourly, in case the portal was at fault. */
const personTriesMs = [15_000, 60_000, 300_000, 900_000];
/** Few requests, as some portals shut out who tries a wrong password often. */
const passwordTriesMs = [15_000, 300_000, 1_200_000];
const hourMs = 3_600_000;
/** Each so much of its wait later at most, by chance: a portal that refused all stations at once is not asked by all at once. */
const personSpread = 0.1;
/** A probe that has no answer is no reason not to make another. */
const probeMs = 60_000;
const forEverMs = 2_000_000_000;

interface PortalHold {
  failure: Failure;
  sinceMs: number;
  tries: number;
  /** When this cause was met first; monotonic. */
  beganAt: number;
  /** Monotonic. */
  tryAt: number;
  /** Monotonic; the portal asked for no request before (Retry-After). */
  askedUntil: number;
  /** Monotonic, of the last probe under way; null when there is none. */
  probeAt: number | null;
}

interface Pause {
  /** Epoch milliseconds; null until resumed. */
  readonly untilMs: number | null;
  readonly reason: string;
  readonly sinceMs: number;
  /** Monotonic. */
  readonly endsAt: number | null;
  readonly from: PausePlace | undefined;
}

/** Holds of one engine. `quietForMs` is how long the quiet hours still last, 0 outside them; `onChanged` is called after each change that a reader of `list` can see. */
export function createHolds(clock: Clock, quietForMs: () => number, onChanged: () => void): Holds {
  let portal: PortalHold | null = null;
  let record: { failure: Failure; sinceMs: number } | null = null;
  let pause: Pause | null = null;

  const pauseLeftMs = (): number => {
    if (pause === null) return 0;
    if (pause.endsAt === null) return forEverMs;
    const left = pause.endsAt - clock.monotonicMs();
    if (left > 0) return left;
    pause = null;
    onChanged();
    return 0;
  };

  /** As was asked for, unless the wall clock was set or stood still meanwhile. */
  const pauseEndMs = (): number | null => {
    if (pause === null || pause.untilMs === null) return null;
    const endMs = Math.round((clock.nowMs() + pauseLeftMs()) / 1_000) * 1_000;
    return Math.abs(endMs - pause.untilMs) < 1_000 ? pause.untilMs : endMs;
  };

  const afterAsked = (askedUntil: number, now: number): number =>
    askedUntil > now ? askedUntil + spreadMs(askedUntil - now, clock.random()) : now;

  return {
    raise(failure, retryAfterMs) {
      const isNews = portal === null || portal.probeAt !== null;
      const now = clock.monotonicMs();
      const askedUntil = Math.max(isNews ? now : (portal?.askedUntil ?? now), now + (retryAfterMs ?? 0));
      // Of the uploads in flight one may know more than another: a wrong password is no temporary failure.
      if (portal !== null && !isNews && needsYou(portal.failure.cause) && !needsYou(failure.cause)) {
        Object.assign(portal, { askedUntil, tryAt: Math.max(portal.tryAt, afterAsked(askedUntil, now)) });
        return;
      }
      const tries = (portal?.tries ?? 0) + (isNews ? 1 : 0);
      const spread = 0.5 + clock.random() / 2;
      const beganAt = portal !== null && portal.failure.cause === failure.cause ? portal.beganAt : now;
      if (!isNews && portal?.failure.cause === failure.cause && needsYou(failure.cause)) {
        Object.assign(portal, { askedUntil, tryAt: Math.max(portal.tryAt, afterAsked(askedUntil, now)) });
        return;
      }
      const backOff = needsYou(failure.cause)
        ? personWaitMs(failure.cause, now - beganAt) * (1 + clock.random() * personSpread)
        : Math.min(capMs, baseMs * 2 ** Math.min(tries - 1, 12)) * spread;
      portal = {
        failure,
        sinceMs: portal?.sinceMs ?? clock.nowMs(),
        tries,
        beganAt,
        tryAt: Math.max(now + backOff, afterAsked(askedUntil, now)),
        askedUntil,
        probeAt: null,
      };
      onChanged();
    },
    clear() {
      if (portal === null) return;
      if (portal.probeAt === null && portal.askedUntil > clock.monotonicMs()) return;
      portal = null;
      onChanged();
    },
    tryNow() {
      // A PC that slept may not have counted that time.
      if (pause?.untilMs != null && clock.nowMs() >= pause.untilMs) pause = null;
      if (portal !== null) portal.tryAt = portal.askedUntil = clock.monotonicMs();
      onChanged();
    },
    recordsFailed(failure) {
      record ??= { failure, sinceMs: clock.nowMs() };
      onChanged();
    },
    recordsMended() {
      if (record === null) return;
      record = null;
      onChanged();
    },
    pause(untilMs, reason, from) {
      const sinceMs = clock.nowMs();
      const endsAt = untilMs === null ? null : clock.monotonicMs() + Math.max(0, untilMs - sinceMs);
      pause = { untilMs, reason, sinceMs, endsAt, from };
      onChanged();
    },
    resume() {
      if (pause === null) return;
      pause = null;
      onChanged();
    },
    gate() {
      const pausedMs = pauseLeftMs();
      if (pausedMs > 0) return { kind: "wait", forMs: pausedMs, isSilence: true };
      const quietMs = quietForMs();
      if (quietMs > 0) return { kind: "wait", forMs: quietMs, isSilence: true };
      if (record !== null) return { kind: "wait", forMs: forEverMs, isSilence: false };
      if (portal === null) return { kind: "open" };
      const leftMs = portal.tryAt - clock.monotonicMs();
      if (leftMs > 0) return { kind: "wait", forMs: leftMs, isSilence: false };
      const probingMs = portal.probeAt === null ? 0 : portal.probeAt + probeMs - clock.monotonicMs();
      if (probingMs > 0) return { kind: "wait", forMs: probingMs, isSilence: false };
      return { kind: "probe" };
    },
    isHeld: () => portal !== null,
    beginProbe() {
      if (portal !== null) portal.probeAt = clock.monotonicMs();
    },
    endProbe() {
      if (portal !== null) portal.probeAt = null;
    },
    list() {
      const holds: Hold[] = [];
      if (record !== null)
        holds.push({ ...record.failure, lane: "record", sinceMs: record.sinceMs, nextTryAtMs: null });
      if (portal !== null) {
        const nextTryAtMs = clock.nowMs() + Math.max(0, portal.tryAt - clock.monotonicMs());
        holds.push({ ...portal.failure, lane: "portal", sinceMs: portal.sinceMs, nextTryAtMs });
      }
      if (pause !== null && pauseLeftMs() > 0)
        holds.push({
          cause: "paused",
          message: pause.reason,
          portalMessage: null,
          lane: "pause",
          sinceMs: pause.sinceMs,
          nextTryAtMs: pauseEndMs(),
          ...(pause.from === undefined ? {} : { pausedFrom: pause.from }),
        });
      const quietMs = quietForMs();
      if (quietMs > 0)
        holds.push({
          cause: "quiet-hours",
          message: "Quiet hours: files are collected and sent afterwards.",
          portalMessage: null,
          lane: "quiet-hours",
          sinceMs: clock.nowMs(),
          nextTryAtMs: clock.nowMs() + quietMs,
        });
      return holds;
    },
  };
}

/** The wait until the next try of what only a person can set right, that long after it began. */
function personWaitMs(cause: Cause, sinceMs: number): number {
  const tries = cause === "credentials" ? passwordTriesMs : personTriesMs;
  const next = tries.find((afterMs) => afterMs > sinceMs);
  return next === undefined ? hourMs : next - sinceMs;
}
