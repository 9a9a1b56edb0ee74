import { raceTimeout } from "#base/async.ts";
import type { Cause, Failure } from "#domain/cause.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { Portal } from "#engine/ports/portal.ts";
import type { Holds, RouteFailure } from "./holds.ts";
import type { UploadRoute } from "./witnesses.ts";

export interface PlainReadsParts {
  readonly linkClock: Clock;
  readonly portal: Pick<Portal, "sites">;
  readonly holds: Holds;
  onHold(failure: Failure, retryAfterMs: number | null, ofRoute?: RouteFailure): void;
  /** Other uploads may be held than before. */
  onRead(): void;
}

const plainReadMs = 20_000;

/** Plain lists of the portal, read to see how far a failure reaches: they need no password and send nothing. */
export function createPlainReads({ linkClock, portal, holds, onHold, onRead }: PlainReadsParts) {
  let reading: Promise<boolean> | null = null;

  /** True where the portal gives a plain list; calls at the same time share one read. */
  const succeeds = (): Promise<boolean> => {
    reading ??= raceTimeout(
      async (stop) => (await portal.sites(stop)).kind === "found",
      { clock: linkClock, ms: plainReadMs },
      false,
    ).finally(() => {
      reading = null;
    });
    return reading;
  };

  /** A portal that still gives a plain list fails at that route alone. Asked once a hold, and not where it asked for a pause. */
  const tellExtent = (ofRoute: RouteFailure): void => {
    const [before] = holds.list();
    void succeeds().then((isPlain) => {
      const [now] = holds.list();
      // A list needs no password, and says nothing of what was met since.
      if (!isPlain || now?.lane !== "portal" || now.sinceMs !== before?.sinceMs) return;
      if (now.cause !== before.cause) return;
      holds.narrow(ofRoute);
      onRead();
    });
  };

  return {
    succeeds,
    /** Holds everything, or the route where that alone is held; a read narrows a new hold to the route. */
    hold(failure: Failure, retryAfterMs: number | null, ofRoute: RouteFailure): void {
      const isNews = !holds.isHeld(ofRoute.route);
      onHold(failure, retryAfterMs, ofRoute);
      if (isNews && retryAfterMs === null) tellExtent(ofRoute);
    },
    /**
     * Uploads of these routes are held, and none can be tried: a read decides whether the hold is over. `askedMs`: how
     * long the portal asked one of them to wait, if it fails as that one did.
     */
    async insteadOf(routes: readonly UploadRoute[], askedMs: (cause: Cause) => number | null): Promise<void> {
      const held = routes[0] === undefined ? null : holds.of(routes[0]);
      if (held === null || held.cause === "credentials" || reading !== null) return;
      for (const route of routes) holds.beginProbe(route);
      const isPlain = await succeeds();
      const { cause, message, portalMessage } = held;
      const failure = { cause, message, portalMessage };
      for (const route of routes)
        if (isPlain) holds.clear(route);
        else if (holds.isHeld(route)) holds.raise(failure, askedMs(cause), { route, failure });
      for (const route of routes) holds.endProbe(route);
      onRead();
    },
  };
}
