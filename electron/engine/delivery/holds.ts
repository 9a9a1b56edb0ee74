import type { Failure, holdLanes } from "#domain/cause.ts";
import type { PausePlace } from "#domain/station-event.ts";
import type { Clock } from "#engine/ports/host.ts";
import { createPause, forEverMs, type PauseTold } from "./pause.ts";
import { createPortalHold, type PortalHold } from "./portal-hold.ts";
import { type UploadRoute, uploadRoutes } from "./witnesses.ts";

/** Why nothing is sent for now. At most one at a time each: for the portal, this PC's own records, a pause, and model files alone. */
export interface Hold extends Failure {
  readonly lane: (typeof holdLanes)[number];
  /** Epoch milliseconds. */
  readonly sinceMs: number;
  /** When the next try is made, epoch milliseconds; null when only a person ends it. */
  readonly nextTryAtMs: number | null;
  /** The lane is `portal`, and its lists can be read: uploads alone are held. */
  readonly isOfUploads?: true;
  /** Place from which a pause came, if the caller said so. */
  readonly pausedFrom?: PausePlace;
}

/** The failure of one route of the portal alone, as it is told. */
export interface RouteFailure {
  readonly route: UploadRoute;
  readonly failure: Failure;
}

/** Tells whether an upload may start now. `wait` says for how long none may; `isSilence`: those in flight must stop, too. */
export type Gate =
  | { readonly kind: "open" }
  | { readonly kind: "probe" }
  | { readonly kind: "wait"; readonly forMs: number; readonly isSilence: boolean };

export interface Holds {
  /**
   * The portal or the link failed: every upload waits, or those of a route where they waited alone before. Again while
   * held: the next try moves further away.
   */
  raise(failure: Failure, retryAfterMs: number | null, ofRoute?: RouteFailure): void;
  /** An earlier run met it: the next try is made when that run would have made it. Epoch milliseconds. */
  restore(failure: Failure, sinceMs: number, lastMs: number): void;
  /** From now on the hold of everything is one of that route alone. */
  narrow(ofRoute: RouteFailure): void;
  /** The portal answered an upload of `route`: what was held goes on, but not before the time that the portal asked for. */
  clear(route: UploadRoute): void;
  /** Asks for a try now: credentials or settings changed, the operator asked, the PC woke up. */
  tryNow(): void;
  /** Own records cannot be written: nothing is sent until `recordsMended`. */
  recordsFailed(failure: Failure): void;
  recordsMended(): void;
  /** `untilMs` null: until resumed. */
  pause(untilMs: number | null, reason: string, from?: PausePlace): void;
  resume(): void;
  /** For uploads of `route`, of instruments where it is left out. */
  gate(route?: UploadRoute): Gate;
  /** Lists may be asked for: what holds uploads alone is not meant. */
  mayRead(): boolean;
  /** The portal, the link or the route is held; a pause and the quiet hours are not meant. */
  isHeld(route: UploadRoute): boolean;
  /** An upload of `route` is being tried to see whether the hold is over; `raise` or `clear` ends it, else `endProbe`. */
  beginProbe(route: UploadRoute): void;
  endProbe(route: UploadRoute): void;
  list(): readonly Hold[];
  /** The first that stops uploads of `route`; null: none does. */
  of(route: UploadRoute): Hold | null;
}

/** Holds of one engine. `quietForMs` is how long the quiet hours still last, 0 outside them; `onChanged` is called after each change that a reader of `list` can see. */
export function createHolds(clock: Clock, quietForMs: () => number, onChanged: () => void): Holds {
  const everything = createPortalHold(clock, onChanged);
  const routes = {
    instrument: createPortalHold(clock, onChanged),
    model: createPortalHold(clock, onChanged),
  };
  const all = [everything, ...Object.values(routes)];
  let record: { failure: Failure; sinceMs: number } | null = null;
  const pause = createPause(clock, onChanged);

  const stops = (): readonly Hold[] => {
    const ofRecord: readonly Hold[] =
      record === null
        ? []
        : [{ ...record.failure, lane: "record", sinceMs: record.sinceMs, nextTryAtMs: null }];
    const ofAll = everything.current();
    if (ofAll !== null) return [...ofRecord, ofPortal("portal", ofAll)];
    const ofRoutes = uploadRoutes.flatMap((route) => {
      const current = routes[route].current();
      if (current === null) return [];
      return [
        route === "model"
          ? ofPortal("models", current)
          : { ...ofPortal("portal", current), isOfUploads: true as const },
      ];
    });
    return [...ofRecord, ...ofRoutes];
  };

  const list = (): readonly Hold[] => [...stops(), ...pausesOf(pause.current(), quietForMs(), clock.nowMs())];

  /** The two holds that may stop uploads of the route. */
  const held = (route: UploadRoute): readonly PortalHold[] => [everything, routes[route]];

  return {
    raise(failure, retryAfterMs, ofRoute) {
      const isKnown = ofRoute && routes[ofRoute.route].wait() !== null && everything.wait() === null;
      if (isKnown) routes[ofRoute.route].raise(ofRoute.failure, retryAfterMs);
      else everything.raise(failure, retryAfterMs);
    },
    restore: everything.restore,
    narrow: ({ route, failure }) => routes[route].takeFrom(everything, failure),
    clear(route) {
      for (const one of held(route)) one.clear();
    },
    tryNow() {
      pause.endIfOver();
      for (const one of all) one.tryNow();
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
    pause: pause.begin,
    resume: pause.end,
    gate(route = "instrument") {
      const pausedMs = pause.leftMs();
      if (pausedMs > 0) return { kind: "wait", forMs: pausedMs, isSilence: true };
      const quietMs = quietForMs();
      if (quietMs > 0) return { kind: "wait", forMs: quietMs, isSilence: true };
      if (record !== null) return { kind: "wait", forMs: forEverMs, isSilence: false };
      const waits = held(route).flatMap((one) => one.wait()?.forMs ?? []);
      if (waits.length === 0) return { kind: "open" };
      const forMs = Math.max(...waits);
      return forMs > 0 ? { kind: "wait", forMs, isSilence: false } : { kind: "probe" };
    },
    mayRead: () =>
      pause.leftMs() === 0 && quietForMs() === 0 && record === null && everything.wait() === null,
    isHeld: (route) => held(route).some((one) => one.wait() !== null),
    beginProbe(route) {
      for (const one of held(route)) one.beginProbe();
    },
    endProbe(route) {
      for (const one of held(route)) one.endProbe();
    },
    list,
    of: (route) =>
      list().find(
        ({ lane }) =>
          everything.wait() !== null ||
          (lane !== "models" && lane !== "portal") ||
          (lane === "models") === (route === "model"),
      ) ?? null,
  };
}

function ofPortal(
  lane: Hold["lane"],
  { failure, ...times }: Exclude<ReturnType<PortalHold["current"]>, null>,
): Hold {
  return { ...failure, lane, ...times };
}

/** Holds of a pause and of quiet hours, which last `quietMs` more; 0: it is none of them. */
function pausesOf(paused: PauseTold | null, quietMs: number, nowMs: number): readonly Hold[] {
  const holds: Hold[] = [];
  if (paused !== null)
    holds.push({
      cause: "paused",
      message: paused.reason,
      portalMessage: null,
      lane: "pause",
      sinceMs: paused.sinceMs,
      nextTryAtMs: paused.endMs,
      ...(paused.from === undefined ? {} : { pausedFrom: paused.from }),
    });
  if (quietMs > 0)
    holds.push({
      cause: "quiet-hours",
      message: "Quiet hours: files are collected and sent afterwards.",
      portalMessage: null,
      lane: "quiet-hours",
      sinceMs: nowMs,
      nextTryAtMs: nowMs + quietMs,
    });
  return holds;
}
