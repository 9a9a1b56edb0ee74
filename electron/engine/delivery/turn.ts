import { firstDayOf, type Precedence } from "#domain/precedence.ts";
import type { Upload } from "#domain/upload.ts";
import { isAmongDates } from "./claimable.ts";
import type { ClaimedAhead, ClaimedAheadParts } from "./claimed-ahead.ts";
import { isLargeFile, quickFileBytes } from "./connection-limit.ts";
import type { DueClock } from "./due-clock.ts";
import type { Gate, Holds } from "./holds.ts";
import type { InFlight } from "./in-flight.ts";
import { type UploadRoute, uploadRoutes } from "./witnesses.ts";

export interface TurnParts extends ClaimedAheadParts {
  readonly holds: Holds;
  readonly due: DueClock;
  /** Uploads that got an answer for which all may wait; none was let in since. */
  unheard(): readonly string[];
  /** Uploads that are at fault alone, or that the portal asked to wait: they probe only for a password. */
  unfitToProbe(): readonly string[];
  /** The hold of a password ends by an upload alone; every other by a plain read where nothing can be tried. */
  isOfPassword(): boolean;
  /** Uploads of these routes are held, and none can be tried. */
  onNothingToTry(routes: readonly UploadRoute[]): void;
  /** Nothing is in flight, and nothing can be claimed now although nothing is held. */
  onNothingElse(): void;
}

/**
 * Looks at gates, slots and ledger once; `isNews`: more may be claimable than before. Gives for how many milliseconds nothing can
 * change by time alone.
 */
export type Turn = (isNews: boolean) => Promise<number>;

/** Probes go round over the first so many of the queue. */
const probesInTurn = 16;
/** Uploads that were in flight when a hold began, and probes, keep no other from probing longer than this. */
const patienceMs = 60_000;
const foreverMs = 2_000_000_000;

/** Turns of one scheduler: starts what the gates of its route let pass, and one probe where they allow that alone. */
export function createTurn(
  parts: TurnParts,
  inFlight: InFlight,
  ahead: ClaimedAhead,
  stopping: AbortSignal,
): Turn {
  const { clock, ledger, holds } = parts;
  /** Uploads that have probed in this round. */
  const probed = new Set<string>();
  /** Their instruments: many bad files of one keep no other's from probing. */
  const probedOf = new Set<string>();

  const routesAt = (kind: Gate["kind"]): readonly UploadRoute[] =>
    uploadRoutes.filter((route) => holds.gate(route).kind === kind);
  /** Files of today or yesterday may wait, while the backlog fills the slots. */
  let mayWaitBesideBacklog = false;

  /** Tries one upload of these routes; false where there is none. */
  const probe = async (routes: readonly UploadRoute[]): Promise<boolean> => {
    if (probed.size >= probesInTurn) probed.clear();
    const wordless = inFlight.wordless();
    const unfit = [...parts.unfitToProbe(), ...wordless];
    const answered = [...probed, ...parts.unheard()];
    // Those that were answered before the hold come last in its first round.
    const first = answered.length < probesInTurn ? [[...answered, ...unfit]] : [];
    const isMeant = (upload: Upload) => routes.includes(parts.routeOf(upload));
    for (const except of [
      ...first,
      [...probed, ...unfit],
      unfit,
      ...(parts.isOfPassword() ? [wordless] : []),
    ])
      for (const maxSize of [quickFileBytes, null])
        if (ahead.first(isMeant) === undefined)
          await ahead.claim(routes, 1, maxSize, { except, last: [...probedOf] });
    const upload = ahead.first(isMeant);
    if (upload === undefined) return false;
    if (stopping.aborted || holds.gate(parts.routeOf(upload)).kind !== "probe") return true;
    ahead.take(isMeant);
    if (probed.has(upload.id)) probed.clear();
    probed.add(upload.id);
    if (probedOf.has(upload.instrument)) probedOf.clear();
    probedOf.add(upload.instrument);
    inFlight.start(upload, true);
    return true;
  };

  /** Claims what can be started besides `startable`; true: there may be more. */
  const claimMore = async (
    routes: readonly UploadRoute[],
    precedence: Precedence,
    startable: number,
  ): Promise<boolean> => {
    const firstDay = precedence === 2 ? null : firstDayOf(precedence, clock.nowMs());
    const surplus = firstDay === null ? ahead.surplus() : 0;
    const limit = inFlight.freeSlots(precedence) + surplus - startable;
    const maxSize = inFlight.mayStartLarge(precedence) ? null : quickFileBytes;
    return (await ahead.claim(routes, limit, maxSize, undefined, firstDay)) === limit;
  };

  /** Starts uploads of these routes, of this precedence or an earlier one. */
  const fill = async (routes: readonly UploadRoute[], precedence: Precedence = 2): Promise<void> => {
    const firstDay = precedence === 2 ? "" : firstDayOf(precedence, clock.nowMs());
    const mayStart = (upload: Upload): boolean =>
      upload.measurementDate >= firstDay && (inFlight.mayStartLarge(precedence) || !isLargeFile(upload));
    for (;;) {
      const startable = ahead.count(mayStart);
      let isMore = false;
      if (startable < inFlight.freeSlots(precedence)) {
        isMore = await claimMore(routes, precedence, startable);
        if (stopping.aborted || routes.some((route) => holds.gate(route).kind !== "open")) return;
      }
      while (inFlight.freeSlots(precedence) > 0) {
        const upload = ahead.take(mayStart);
        if (upload === undefined) break;
        inFlight.start(upload, false);
      }
      // Large ones may have filled the claim and left slots free for the small ones behind them.
      if (!isMore) return;
    }
  };

  /** Gives how long nothing can change by time alone. */
  const probeInTurn = async (routes: readonly UploadRoute[]): Promise<number> => {
    const theirs = inFlight.of(routes);
    // The end of what is in flight wakes it; what has no end keeps nobody from trying.
    const patience = theirs.lastBeganAt + patienceMs - clock.monotonicMs();
    if (theirs.count > 0 && patience > 0) return patience;
    if (theirs.probes >= parts.concurrency()) return foreverMs;
    // An upload in flight tells more than a plain read.
    if (!(await probe(routes)) && theirs.count === 0) parts.onNothingToTry(routes);
    return patienceMs;
  };

  /** Starts what came in of today and yesterday where the backlog fills the slots. */
  const fillBesideBacklog = async (routes: readonly UploadRoute[], isNews: boolean): Promise<void> => {
    const isFull = (precedence: Precedence) =>
      inFlight.freeSlots(precedence) <= 0 || !inFlight.mayStartLarge(precedence);
    mayWaitBesideBacklog = (mayWaitBesideBacklog || isNews) && isFull(2);
    if (!mayWaitBesideBacklog) return;
    for (const precedence of [0, 1] as const) await fill(routes, precedence);
    mayWaitBesideBacklog = isFull(0) || isFull(1);
  };

  /** Gives how long nothing can change by time alone. */
  const fillOpen = async (routes: readonly UploadRoute[], isNews: boolean): Promise<number> => {
    if (inFlight.freeSlots() > 0) {
      await fill(routes);
      if (inFlight.uploads.size === 0) parts.onNothingElse();
    }
    await fillBesideBacklog(routes, isNews);
    if (inFlight.freeSlots() <= 0) return foreverMs;
    const dueMs = await ledger.nextDueMs();
    return dueMs === null ? foreverMs : Math.max(10, dueMs - clock.nowMs());
  };

  return async (isNews) => {
    const waits = uploadRoutes.flatMap((route) => {
      const gate = holds.gate(route);
      return gate.kind === "wait" ? [gate] : [];
    });
    if (waits.some(({ isSilence }) => isSilence)) inFlight.abortAll();
    const now = parts.claimable(uploadRoutes);
    for (const { id, measurementDate } of inFlight.uploads.values())
      if (!isAmongDates(measurementDate, now)) void inFlight.abort(id);
    await ahead.giveBack([...routesAt("wait"), ...routesAt("probe")], "sending is on hold");
    const sleeps = waits.map(({ forMs }) => forMs);
    if (waits.length < uploadRoutes.length) await parts.due.follow(ledger);
    const tried = routesAt("probe");
    if (tried.length > 0) sleeps.push(await probeInTurn(tried));
    const open = routesAt("open");
    if (open.length === uploadRoutes.length) probed.clear();
    if (open.length > 0) sleeps.push(await fillOpen(open, isNews));
    return Math.min(...sleeps, foreverMs);
  };
}
