import type { Cause, Failure } from "#domain/cause.ts";
import { firstDayOf, type Precedence } from "#domain/precedence.ts";
import type { Upload } from "#domain/upload.ts";
import type { Clock } from "#engine/ports/host.ts";
import { LedgerError } from "#engine/ports/ledger.ts";
import { type AttemptResult, hasFailed } from "./attempt-result.ts";
import { isLargeFile, largeConnections } from "./connection-limit.ts";
import type { Holds } from "./holds.ts";
import type { UploadRoute } from "./witnesses.ts";

export interface InFlightParts {
  readonly clock: Clock;
  readonly holds: Holds;
  /** Uploads that have a connection to the portal at the same time. */
  concurrency(): number;
  routeOf(upload: Upload): UploadRoute;
  attempt(upload: Upload, signal: AbortSignal, isProbe: boolean): Promise<AttemptResult>;
  /** So many uploads in a row failed, or the one that probed, that the portal or the link may be at fault. */
  onOutage(failure: Failure, route: UploadRoute): void;
  onEnd(upload: Upload, result: AttemptResult): void;
  onLedgerError(message: string): void;
  /** An internal error; the upload stays in the ledger as it is. */
  onBug(error: unknown, upload: Upload | null): void;
}

/** How long a probe that told nothing makes no other. */
const wordlessMs = 60_000;
/** Small files in flight for each connection: the others are read, hashed or recorded meanwhile. */
const inFlightPerConnection = 16;
/** Bytes of small files in flight, which lie in memory; beyond them no more than keep every connection busy. */
const smallBytesInFlight = 24_000_000;

/**
 * Attempts under way, the room for more, and what their ends say of the portal. `onFreed` is called when an upload is no
 * longer in flight.
 */
export function createInFlight(parts: InFlightParts, onFreed: () => void) {
  const { clock, holds } = parts;
  const uploads = new Map<string, Upload>();
  const aborts = new Map<string, AbortController>();
  const running = new Map<Promise<void>, string>();
  /** Uploads that failed since the last one was delivered: one file that fails again and again is no outage. */
  const failedInRow = new Set<string>();
  const probing = new Set<string>();
  /** Probes that ended without a word of the portal, and when; monotonic. */
  const wordless = new Map<string, number>();
  const beganAt = new Map<UploadRoute, number>();

  // An upload more than there are connections: the next one is hashed while the others are being sent.
  const enoughFor = (connections: number) => connections + 1;

  /** Those of this precedence or an earlier one. */
  const upTo = (precedence: Precedence): readonly Upload[] => {
    const first = precedence === 2 ? "" : firstDayOf(precedence, clock.nowMs());
    return [...uploads.values()].filter(({ measurementDate }) => measurementDate >= first);
  };

  const finish = (upload: Upload, result: AttemptResult, isProbe: boolean): void => {
    const route = parts.routeOf(upload);
    if (result.kind === "delivered") {
      // Found by checking first it shows that the portal lists, not that it takes uploads.
      const isListed = upload.checkFirst && result.receipt.kind === "known" && !isProbe;
      if (!isListed) {
        failedInRow.clear();
        holds.clear(route);
      }
    } else if (result.kind === "retry" && result.isOutage) {
      failedInRow.add(upload.id);
      if (isProbe || failedInRow.size > Math.max(4, parts.concurrency()))
        parts.onOutage(outage(result.failure), route);
    } else if (isProbe && hasFailed(result) && isVerdictOfPortal(result.failure)) {
      holds.clear(route);
    }
    if (isProbe && result.kind === "retry" && !result.isOutage) wordless.set(upload.id, clock.monotonicMs());
    parts.onEnd(upload, result);
  };

  return {
    uploads: uploads as ReadonlyMap<string, Upload>,
    start(upload: Upload, isProbe: boolean): void {
      const abort = new AbortController();
      const route = parts.routeOf(upload);
      if (isProbe) {
        probing.add(upload.id);
        holds.beginProbe(route);
      }
      beganAt.set(route, clock.monotonicMs());
      uploads.set(upload.id, upload);
      aborts.set(upload.id, abort);
      const attempt = parts
        .attempt(upload, abort.signal, isProbe)
        .then((result) => finish(upload, result, isProbe))
        .catch((error: unknown) => tellError(parts, error, upload))
        .finally(() => {
          if (isProbe) {
            probing.delete(upload.id);
            holds.endProbe(parts.routeOf(upload));
          }
          // Given back, it may have been claimed again before this was told; then it is in flight once more.
          if (aborts.get(upload.id) === abort) for (const held of [uploads, aborts]) held.delete(upload.id);
          running.delete(attempt);
          onFreed();
        });
      running.set(attempt, upload.id);
    },
    /** More that may be started now. Files of today and yesterday have a few slots beside those that the backlog fills. */
    freeSlots(precedence: Precedence = 2): number {
      const bytes = [...uploads.values()].reduce((sum, one) => sum + (isLargeFile(one) ? 0 : one.size), 0);
      const free = parts.concurrency() * inFlightPerConnection - uploads.size;
      const enough = enoughFor(parts.concurrency());
      const freeOfAll = bytes < smallBytesInFlight ? free : Math.min(free, enough - uploads.size);
      return precedence === 2 ? freeOfAll : Math.max(freeOfAll, enough - upTo(precedence).length);
    },
    /** Uploads that told nothing of the portal when they probed just now: a file that is gone would probe without end. */
    wordless(): readonly string[] {
      const fromMs = clock.monotonicMs() - wordlessMs;
      for (const [id, endedAt] of wordless) if (endedAt <= fromMs) wordless.delete(id);
      return [...wordless.keys()];
    },
    /** A large file of this precedence waits for none of a later one. */
    mayStartLarge: (precedence: Precedence = 2): boolean =>
      upTo(precedence).filter(isLargeFile).length < enoughFor(largeConnections(parts.concurrency())),
    /** Those of these routes: how many, how many of them probe, and when the last one began, monotonic. */
    of(routes: readonly UploadRoute[]) {
      const theirs = [...uploads.values()].filter((upload) => routes.includes(parts.routeOf(upload)));
      return {
        count: theirs.length,
        probes: theirs.filter(({ id }) => probing.has(id)).length,
        lastBeganAt: Math.max(...routes.map((route) => beganAt.get(route) ?? Number.NEGATIVE_INFINITY)),
      };
    },
    abortAll(): void {
      for (const abort of aborts.values()) abort.abort();
    },
    /** Gives up one, if it is in flight; resolves when it has ended. */
    async abort(uploadId: string): Promise<void> {
      aborts.get(uploadId)?.abort();
      await Promise.all([...running].flatMap(([attempt, id]) => (id === uploadId ? [attempt] : [])));
    },
    /** Resolves when all that are in flight now have ended. */
    ended: () => Promise.all(running.keys()),
  };
}

export type InFlight = ReturnType<typeof createInFlight>;

/** Tells an error of an attempt, or of the queue as a whole (`upload` null). */
export function tellError(
  parts: Pick<InFlightParts, "onLedgerError" | "onBug">,
  error: unknown,
  upload: Upload | null,
): void {
  if (error instanceof LedgerError) parts.onLedgerError(error.message);
  else parts.onBug(error, upload);
}

function outage(failure: Failure): Failure {
  return {
    cause: failure.cause === "link-broken" ? "unreachable" : "portal-trouble",
    message: `Several uploads in a row have failed. The last error: ${failure.message} Sending is on hold; Skyferry retries automatically.`,
    portalMessage: failure.portalMessage,
  };
}

const verdicts: ReadonlySet<Cause> = new Set([
  "refused",
  "no-permission",
  "too-large",
  "portal-contradiction",
]);

/** Verdicts on one file that only a portal which takes our credentials gives. */
function isVerdictOfPortal(failure: Failure): boolean {
  return verdicts.has(failure.cause);
}
