import type { Cause, Failure } from "#domain/cause.ts";
import type { Upload } from "#domain/upload.ts";
import type { Clock } from "#engine/ports/host.ts";
import { type ClaimRequest, type Ledger, LedgerError } from "#engine/ports/ledger.ts";
import { type AttemptResult, hasFailed } from "./attempt-result.ts";
import type { Claimable } from "./claimable.ts";
import { largeConnections, quickFileBytes } from "./connection-limit.ts";
import type { DueClock } from "./due-clock.ts";
import type { Gate, Holds } from "./holds.ts";
import { type UploadRoute, uploadRoutes } from "./witnesses.ts";

/** Parts of one run, or of one running host, that the scheduler needs. */
export interface SchedulerParts {
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly holds: Holds;
  readonly due: DueClock;
  /** Uploads that have a connection to the portal at the same time. */
  concurrency(): number;
  /** Uploads of these routes. */
  claimable(routes: readonly UploadRoute[]): Claimable;
  routeOf(upload: Upload): UploadRoute;
  /** False until uploads may be claimed at all: then it does nothing, not even wait. */
  mayClaim(): boolean;
  attempt(upload: Upload, signal: AbortSignal, isProbe: boolean): Promise<AttemptResult>;
  /** Uploads that are at fault themselves: they tell nothing of the portal, and probe only for a password. */
  alone(): readonly string[];
  /** The hold of a password ends by an upload alone; every other by a plain read where nothing can be tried. */
  isOfPassword(): boolean;
  /** Uploads of these routes are held, and none can be tried. */
  onNothingToTry(routes: readonly UploadRoute[]): void;
  /** Nothing is in flight, and nothing can be claimed now although nothing is held. */
  onNothingElse(): void;
  /** So many uploads in a row failed, or the one that probed, that the portal or the link may be at fault. */
  onOutage(failure: Failure, route: UploadRoute): void;
  onEnd(upload: Upload, result: AttemptResult): void;
  onLedgerError(message: string): void;
  /** An internal error; the upload stays in the ledger as it is. */
  onBug(error: unknown, upload: Upload | null): void;
}

export interface Scheduler {
  /** Something may be claimable now: new uploads, a hold ended, a retry. */
  wake(): void;
  /** Takes no more work, stops what is in flight, resolves when all of it is released. */
  stop(): Promise<void>;
  /** Gives up the upload in flight, if it is; resolves when it has ended. */
  abort(uploadId: string): Promise<void>;
  inFlight(): ReadonlyMap<string, Upload>;
  /** Resolves when nothing is in flight and nothing can be claimed now. */
  idle(): Promise<void>;
}

/** Small files in flight for each connection: the others are read, hashed or recorded meanwhile. */
const inFlightPerConnection = 16;
/** Bytes of small files in flight, which lie in memory; beyond them no more than keep every connection busy. */
const smallBytesInFlight = 24_000_000;

/** Given as the reason because making the usual exception costs more than the nap. */
const woken = "woken";
/** Probes go round over the first so many of the queue. */
const probesInTurn = 16;
/** Uploads that were in flight when a hold began, and probes, keep no other from probing longer than this. */
const patienceMs = 60_000;
const foreverMs = 2_000_000_000;
const longestSleepMs = 60_000;

/**
 * Gives free slots to due uploads in the order of the lanes. While the portal is held nothing is claimed
 * but one probe at its time; one slot stays free for small files, so that a week of backfill never comes
 * before today's small file.
 */
export function createScheduler(parts: SchedulerParts): Scheduler {
  const { clock, ledger, holds } = parts;
  const inFlight = new Map<string, Upload>();
  const aborts = new Map<string, AbortController>();
  const running = new Map<Promise<void>, string>();
  /** Claimed ahead, so that a freed slot need not wait for the disk. */
  const ahead: Upload[] = [];
  let aheadLimit = 0;
  let isStopping = false;
  let turning: Promise<void> | null = null;
  let turnAgain = false;
  let sleeping: AbortController | null = null;
  /** Uploads that failed since the last one was delivered: one file that fails again and again is no outage. */
  const failedInRow = new Set<string>();
  const idleWaiters: (() => void)[] = [];
  /** Uploads that have probed in this turn. */
  const probed = new Set<string>();
  const probing = new Set<string>();
  const startedAt = new Map<UploadRoute, number>();

  const isBig = (upload: Upload) => upload.size > quickFileBytes;
  // An upload more than there are connections: the next one is hashed while the others are being sent.
  const enoughFor = (connections: number) => connections + 1;
  const mayStartBig = () =>
    [...inFlight.values()].filter(isBig).length < enoughFor(largeConnections(parts.concurrency()));
  const freeSlots = (): number => {
    const free = parts.concurrency() * inFlightPerConnection - inFlight.size;
    const held = [...inFlight.values()].reduce(
      (sum, { size }) => sum + (size > quickFileBytes ? 0 : size),
      0,
    );
    return held < smallBytesInFlight ? free : Math.min(free, enoughFor(parts.concurrency()) - inFlight.size);
  };
  const takeStartable = (): Upload | undefined => {
    const at = mayStartBig() ? 0 : ahead.findIndex((upload) => !isBig(upload));
    return at < 0 ? undefined : ahead.splice(at, 1)[0];
  };

  const start = (upload: Upload, isProbe: boolean): void => {
    const abort = new AbortController();
    startedAt.set(parts.routeOf(upload), clock.monotonicMs());
    inFlight.set(upload.id, upload);
    aborts.set(upload.id, abort);
    const attempt = parts
      .attempt(upload, abort.signal, isProbe)
      .then((result) => finish(upload, result, isProbe))
      .catch((error: unknown) => troubled(error, upload))
      .finally(() => {
        if (isProbe) {
          probing.delete(upload.id);
          holds.endProbe(parts.routeOf(upload));
        }
        // Given back, it may have been claimed again before this was told; then it is in flight once more.
        if (aborts.get(upload.id) === abort) for (const held of [inFlight, aborts]) held.delete(upload.id);
        running.delete(attempt);
        wake();
      });
    running.set(attempt, upload.id);
  };

  const troubled = (error: unknown, upload: Upload | null): void => {
    if (error instanceof LedgerError) parts.onLedgerError(error.message);
    else parts.onBug(error, upload);
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
    parts.onEnd(upload, result);
  };

  /** Gives how many were found. */
  const claim = async (
    routes: readonly UploadRoute[],
    limit: number,
    maxSize: number | null,
    probe?: ClaimRequest["probe"],
  ): Promise<number> => {
    const claimable = parts.claimable(routes);
    const request = { ...claimable, limit, maxSize, nowMs: clock.nowMs(), ...(probe && { probe }) };
    const found = await ledger.claim(request);
    ahead.push(...found);
    // Large files gain nothing from being claimed ahead, and would block a fresh small one.
    aheadLimit = found.some(isBig) ? 0 : parts.concurrency();
    return found.length;
  };

  const giveBack = async (routes: readonly UploadRoute[], reason: string): Promise<void> => {
    const [given, kept] = [true, false].map((isGiven) =>
      ahead.filter((upload) => routes.includes(parts.routeOf(upload)) === isGiven),
    );
    ahead.splice(0, ahead.length, ...(kept ?? []));
    const event = { type: "released", reason } as const;
    const nowMs = clock.nowMs();
    await Promise.all((given ?? []).map((upload) => ledger.apply(upload.id, event, nowMs)));
  };

  const routesAt = (kind: Gate["kind"]): readonly UploadRoute[] =>
    uploadRoutes.filter((route) => holds.gate(route).kind === kind);

  /** Tries one upload of these routes; false where there is none. */
  const probe = async (routes: readonly UploadRoute[]): Promise<boolean> => {
    if (probed.size >= probesInTurn) probed.clear();
    const alone = parts.alone();
    const isMeant = (upload: Upload) => routes.includes(parts.routeOf(upload));
    for (const except of [[...probed, ...alone], alone, ...(parts.isOfPassword() ? [[]] : [])])
      for (const maxSize of [quickFileBytes, null])
        if (!ahead.some(isMeant)) await claim(routes, 1, maxSize, { except });
    const at = ahead.findIndex(isMeant);
    const upload = ahead[at];
    if (upload === undefined) return false;
    const route = parts.routeOf(upload);
    if (isStopping || holds.gate(route).kind !== "probe") return true;
    ahead.splice(at, 1);
    if (probed.has(upload.id)) probed.clear();
    probed.add(upload.id);
    probing.add(upload.id);
    holds.beginProbe(route);
    start(upload, true);
    return true;
  };

  /** Starts uploads of these routes. */
  const fill = async (routes: readonly UploadRoute[]): Promise<void> => {
    for (;;) {
      const startable = ahead.filter((upload) => mayStartBig() || !isBig(upload)).length;
      let isMore = false;
      if (startable < freeSlots()) {
        const limit = freeSlots() + aheadLimit - startable;
        isMore = (await claim(routes, limit, mayStartBig() ? null : quickFileBytes)) === limit;
        if (isStopping || routes.some((route) => holds.gate(route).kind !== "open")) return;
      }
      while (freeSlots() > 0) {
        const upload = takeStartable();
        if (upload === undefined) break;
        start(upload, false);
      }
      // Large ones may have filled the claim and left slots free for the small ones behind them.
      if (!isMore) return;
    }
  };

  /** Gives how long nothing can change by time alone. */
  const probeInTurn = async (routes: readonly UploadRoute[]): Promise<number> => {
    const theirs = [...inFlight.values()].filter((upload) => routes.includes(parts.routeOf(upload)));
    // The end of what is in flight wakes it; what has no end keeps nobody from trying.
    const begun = Math.max(...routes.map((route) => startedAt.get(route) ?? Number.NEGATIVE_INFINITY));
    const patience = begun + patienceMs - clock.monotonicMs();
    if (theirs.length > 0 && patience > 0) return patience;
    if (theirs.filter(({ id }) => probing.has(id)).length >= parts.concurrency()) return foreverMs;
    // An upload in flight tells more than a plain read.
    if (!(await probe(routes)) && theirs.length === 0) parts.onNothingToTry(routes);
    return patienceMs;
  };

  /** Gives how long nothing can change by time alone. */
  const fillOpen = async (routes: readonly UploadRoute[]): Promise<number> => {
    if (freeSlots() > 0) {
      await fill(routes);
      if (inFlight.size === 0) parts.onNothingElse();
    }
    if (freeSlots() <= 0) return foreverMs;
    const dueMs = await ledger.nextDueMs();
    return dueMs === null ? foreverMs : Math.max(10, dueMs - clock.nowMs());
  };

  /** Looks at gates, slots and ledger once. Gives how long nothing can change by time alone. */
  const turn = async (): Promise<number> => {
    const waits = uploadRoutes.flatMap((route) => {
      const gate = holds.gate(route);
      return gate.kind === "wait" ? [gate] : [];
    });
    if (waits.some(({ isSilence }) => isSilence)) for (const abort of aborts.values()) abort.abort();
    await giveBack([...routesAt("wait"), ...routesAt("probe")], "sending is on hold");
    const sleeps = waits.map(({ forMs }) => forMs);
    if (waits.length < uploadRoutes.length) await parts.due.follow(ledger);
    const tried = routesAt("probe");
    if (tried.length > 0) sleeps.push(await probeInTurn(tried));
    const open = routesAt("open");
    if (open.length === uploadRoutes.length) probed.clear();
    if (open.length > 0) sleeps.push(await fillOpen(open));
    return Math.min(...sleeps, foreverMs);
  };

  const loop = async (): Promise<void> => {
    while (!isStopping) {
      turnAgain = false;
      const sleepMs = await turn();
      if (turnAgain || isStopping) continue;
      if (inFlight.size === 0) for (const resolve of idleWaiters.splice(0)) resolve();
      sleeping = new AbortController();
      await clock.sleep(Math.min(sleepMs, longestSleepMs), sleeping.signal);
      sleeping = null;
    }
  };

  const wake = (): void => {
    if (isStopping || !parts.mayClaim()) return;
    turnAgain = true;
    sleeping?.abort(woken);
    turning ??= loop()
      .then(() => false)
      .catch((error: unknown) => {
        troubled(error, null);
        return error instanceof LedgerError;
      })
      .then((isHeld) => {
        turning = null;
        // Those who wait for idleness hear of it although the queue is held.
        if (isHeld) wake();
      });
  };

  return {
    wake,
    async stop() {
      isStopping = true;
      sleeping?.abort(woken);
      for (const abort of aborts.values()) abort.abort();
      await Promise.all(running.keys());
      await turning;
      // If the ledger fails now, the next start finds them in flight and releases them itself.
      await giveBack(uploadRoutes, "stopped").catch((error: unknown) => troubled(error, null));
      for (const resolve of idleWaiters.splice(0)) resolve();
    },
    async abort(uploadId) {
      aborts.get(uploadId)?.abort();
      await Promise.all([...running].flatMap(([attempt, id]) => (id === uploadId ? [attempt] : [])));
    },
    inFlight: () => inFlight,
    idle: () =>
      new Promise((resolve) => {
        if (isStopping) return resolve();
        idleWaiters.push(resolve);
        wake();
      }),
  };
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
