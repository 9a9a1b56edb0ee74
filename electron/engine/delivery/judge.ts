import { raceTimeout } from "#base/async.ts";
import type { Failure } from "#domain/cause.ts";
import type { JournalLine } from "#domain/journal.ts";
import type { Upload } from "#domain/upload.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import type { Portal } from "#engine/ports/portal.ts";
import type { AttemptResult } from "./attempt-result.ts";
import { aloneFailure, noModelRouteFailure } from "./failures.ts";
import type { Hold, Holds, RouteFailure } from "./holds.ts";
import type { PasswordTries } from "./password-tries.ts";
import { personWaitMs } from "./portal-hold.ts";
import type { Stop } from "./transfer.ts";
import { createWitnesses, routeOf, type UploadRequest, type UploadRoute } from "./witnesses.ts";

/** An upload that got no verdict, and by what. */
export interface Stopped extends Stop {
  readonly upload: Upload;
  readonly request: UploadRequest;
  readonly isProbe: boolean;
}

/** Decides whether what stops one upload stops all (ADR 30). */
export interface Judge {
  /** A hold that it raises is in force when the call returns, but for one that a plain read decides. */
  judge(stopped: Stopped): Promise<AttemptResult>;
  /** Several uploads of `route` in a row got no verdict. */
  outage(failure: Failure, route: UploadRoute): void;
  /** The portal gave its verdict on an upload. */
  judged(id: string, request: UploadRequest): void;
  /** Nothing else can be sent: where an upload rests that nobody contradicts, a plain read decides. */
  nothingElse(): Promise<void>;
  /** Uploads that are at fault themselves. */
  alone(): readonly string[];
  /** The hold in force is that of a password. */
  isOfPassword(): boolean;
  /** Uploads of these routes are held, and none can be tried: a plain read decides whether the hold is over. */
  readInstead(routes: readonly UploadRoute[]): Promise<void>;
  forget(id: string): void;
  /** Settings or password changed. */
  forgetAll(): void;
}

interface JudgeParts {
  readonly clock: Clock;
  readonly linkClock: Clock;
  readonly ledger: Pick<Ledger, "apply" | "journal">;
  readonly portal: Pick<Portal, "sites">;
  readonly holds: Holds;
  readonly passwords: PasswordTries;
  onHold(failure: Failure, retryAfterMs: number | null, ofRoute?: RouteFailure): void;
  /** Other uploads may be held than before. */
  onRead(): void;
  runSafely(work: () => Promise<void>): Promise<boolean>;
}

interface Met {
  readonly sinceMs: number;
  readonly tries: number;
  /** It needed a person by then. */
  readonly isLong: boolean;
}

/** How long the first that gets an answer waits for a second. */
const restMs = 5_000;
/** On one upload's word everybody waits no longer. */
const oneWordMs = 60_000;
const longestAskedMs = 3_600_000;
const plainReadMs = 20_000;
/** Lines that are read of one upload's journal. */
const mostLines = 1_000;
/** A failure that lasted so long over so many tries needs a person. */
const longTries = 10;
const longMs = 6 * 3_600_000;

/** A judge of one engine, with witnesses of its own. */
export function createJudge(parts: JudgeParts): Judge {
  const { clock, linkClock, ledger, portal, holds } = parts;
  const witnesses = createWitnesses();
  /** Answers to uploads that nobody contradicted yet, by id. */
  const heard = new Map<string, Stopped>();
  const asked = new Set<string>();
  /** Model files that wait as the portal seems to have no route for them. */
  const unrouted = new Set<string>();
  const met = new Map<string, Met>();
  let isPasswordAccepted = false;
  /** A model file was taken. */
  let isRouteKnown = false;
  let reading: Promise<boolean> | null = null;

  const heldFor = (): Hold | null =>
    holds.list().find(({ lane }) => lane === "portal" || lane === "models") ?? null;

  /** True where the portal gives a plain list. */
  const reads = (): Promise<boolean> => {
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
    void reads().then((isPlain) => {
      const [now] = holds.list();
      // A list needs no password, and says nothing of what was met since.
      if (!isPlain || now?.lane !== "portal" || now.sinceMs !== before?.sinceMs) return;
      if (now.cause !== before.cause) return;
      holds.narrow(ofRoute);
      parts.onRead();
    });
  };

  /** Holds everything, or the route where that alone is held. */
  const hold = (failure: Failure, retryAfterMs: number | null, ofRoute: RouteFailure): void => {
    const isNews = !holds.isHeld(ofRoute.route);
    parts.onHold(failure, retryAfterMs, ofRoute);
    if (isNews && retryAfterMs === null) tellExtent(ofRoute);
  };

  /** Those that rested for it wait as all others do, without a failure of their own. */
  const raise = async (stopped: Stopped, others: readonly string[]): Promise<AttemptResult> => {
    const { failure, retryAfterMs, request, doubt } = stopped;
    const askedMs = retryAfterMs === null ? null : Math.min(retryAfterMs, longestAskedMs);
    if (doubt?.isOfPassword) parts.passwords.refused(failure);
    if (doubt === undefined || doubt.isOfPassword) parts.onHold(failure, askedMs);
    else {
      const ofRoute = isOfNoRoute(stopped) ? noModelRouteFailure(doubt.said, failure) : failure;
      hold(failure, askedMs, { route: routeOf(request), failure: ofRoute });
    }
    for (const id of others) heard.delete(id);
    await Promise.all(others.map((id) => ledger.apply(id, { type: "due" }, clock.nowMs())));
    return { kind: "hold", failure, retryAfterMs };
  };

  /** Another model file was taken: those that wait for the route are tried, and are told as what they are. */
  const routeIsThere = async (): Promise<void> => {
    const ids = [...unrouted];
    unrouted.clear();
    await Promise.all(ids.map((id) => ledger.apply(id, { type: "due" }, clock.nowMs())));
    parts.onRead();
  };

  /** Since when, and how often, it was at fault alone before this run met it first, at `metAtMs`. */
  const metBefore = async (id: string, metAtMs: number): Promise<Met> => {
    const known = met.get(id);
    if (known !== undefined) return known;
    const lines = await ledger.journal({ sinceSeq: 0, limit: mostLines, uploadId: id });
    const before = lines.filter(({ atMs }) => atMs < metAtMs);
    const from = before.findLastIndex(({ event }) => event === "retried") + 1;
    const alone = before.slice(from).filter(isOfOneAlone);
    const isLong = alone.at(-1)?.detail?.startsWith("stopped-long") === true;
    const found = { sinceMs: alone[0]?.atMs ?? metAtMs, tries: alone.length, isLong };
    met.set(id, found);
    return found;
  };

  const ofThisOne = (stopped: Stopped, sinceMs: number, tries: number | null): AttemptResult => {
    const { upload, failure, retryAfterMs, doubt } = stopped;
    const nowMs = clock.nowMs();
    if (tries === null && !isRouteKnown && isOfNoRoute(stopped)) {
      unrouted.add(upload.id);
      return {
        kind: "rests",
        failure: noModelRouteFailure(doubt?.said ?? "", failure),
        waitMs: personWaitMs("no-model-route", nowMs - sinceMs),
      };
    }
    const isLong = tries !== null && tries >= longTries && nowMs - sinceMs >= longMs;
    const { portalMessage } = failure;
    const { relPath } = upload;
    return {
      kind: "retry",
      failure: aloneFailure({ relPath, portalMessage }, doubt?.said ?? "", {
        sinceMs,
        nowMs,
        others: tries === null ? "untried" : "taken",
        isLong,
      }),
      retryAfterMs,
      isOutage: false,
    };
  };

  /** It waits for a second one that gets the same answer, or is taken. */
  const rest = (stopped: Stopped, said: string): AttemptResult => {
    const { upload, failure, retryAfterMs } = stopped;
    heard.set(upload.id, stopped);
    if (retryAfterMs !== null) parts.onHold(failure, Math.min(retryAfterMs, oneWordMs));
    const told = { sinceMs: clock.nowMs(), nowMs: clock.nowMs(), others: "open", isLong: false } as const;
    const { portalMessage } = failure;
    return {
      kind: "rests",
      failure: aloneFailure({ relPath: upload.relPath, portalMessage }, said, told),
      waitMs: Math.max(restMs, Math.min(retryAfterMs ?? 0, longestAskedMs)),
    };
  };

  return {
    async judge(stopped) {
      const { upload, request, failure, retryAfterMs, doubt } = stopped;
      if (doubt === undefined || (doubt.isOfPassword && !isPasswordAccepted)) return await raise(stopped, []);
      const verdict = witnesses.stopped(upload.id, request, clock.nowMs());
      if (stopped.isProbe || verdict.kind === "everybody")
        return await raise(stopped, verdict.kind === "everybody" ? verdict.others : []);
      // While everything is held nothing counts as an attempt.
      if (holds.isHeld(routeOf(request))) return { kind: "hold", failure, retryAfterMs };
      const { sinceMs, tries, isLong } = await metBefore(upload.id, clock.nowMs());
      // An earlier run saw others taken for hours; that this one did not yet is no news.
      if (verdict.kind === "alone" || isLong)
        return ofThisOne(stopped, sinceMs, tries + (verdict.kind === "alone" ? verdict.tries : 1));
      if (verdict.kind === "untold")
        return (await reads()) ? ofThisOne(stopped, verdict.sinceMs, null) : await raise(stopped, []);
      return rest(stopped, doubt.said);
    },
    outage: (failure, route) => hold(failure, null, { route, failure }),
    judged(id, request) {
      isPasswordAccepted = true;
      parts.passwords.accepted();
      witnesses.judged(id, request);
      heard.delete(id);
      if (request !== "announce model") return;
      isRouteKnown = true;
      if (unrouted.size > 0) void parts.runSafely(routeIsThere);
    },
    async nothingElse() {
      const [id] = witnesses.unheard().filter((one) => heard.has(one) && !asked.has(one));
      const stopped = id === undefined ? undefined : heard.get(id);
      if (id === undefined || stopped === undefined) return;
      asked.add(id);
      if (!(await reads()) && !holds.isHeld(routeOf(stopped.request)) && witnesses.unheard().includes(id))
        await raise(stopped, [id]);
    },
    alone: () => witnesses.alone(),
    isOfPassword: () => heldFor()?.cause === "credentials",
    async readInstead(routes) {
      const held = routes[0] === undefined ? null : holds.of(routes[0]);
      if (held === null || held.cause === "credentials" || reading !== null) return;
      for (const route of routes) holds.beginProbe(route);
      const isPlain = await reads();
      const { cause, message, portalMessage } = held;
      const failure = { cause, message, portalMessage };
      for (const route of routes)
        if (isPlain) holds.clear(route);
        else if (holds.isHeld(route)) holds.raise(failure, null, { route, failure });
      for (const route of routes) holds.endProbe(route);
      parts.onRead();
    },
    forget(id) {
      witnesses.forget(id);
      heard.delete(id);
      asked.delete(id);
      met.delete(id);
    },
    forgetAll() {
      witnesses.forgetAll();
      heard.clear();
      asked.clear();
      met.clear();
      isPasswordAccepted = false;
      isRouteKnown = false;
    },
  };
}

function isOfOneAlone({ event, detail }: JournalLine): boolean {
  return event === "failed-passing" && /^stopped-(alone|long): /.test(detail ?? "");
}

/** The portal has no such page as the one for model files, or something else answers there. */
function isOfNoRoute({ request, failure, doubt }: Stopped): boolean {
  return request === "announce model" && failure.cause === "not-the-portal" && noRoute.has(doubt?.said ?? "");
}

const noRoute: ReadonlySet<string> = new Set(["404", "a web page"]);
