import type { Failure } from "#domain/cause.ts";
import type { Upload } from "#domain/upload.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import { createAskedWaits } from "./asked-waits.ts";
import type { AttemptResult } from "./attempt-result.ts";
import { aloneFailure, noModelRouteFailure } from "./failures.ts";
import { createFaultHistory } from "./fault-history.ts";
import type { RouteFailure } from "./holds.ts";
import type { PasswordTries } from "./password-tries.ts";
import { createPlainReads, type PlainReadsParts } from "./plain-reads.ts";
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
  /** Uploads that got an answer for which all may wait; none was let in since. */
  unheard(): readonly string[];
  /** Uploads that tell nothing of the portal: those at fault alone, and those that it asked to wait. */
  unfitToProbe(): readonly string[];
  /** The hold in force is that of a password. */
  isOfPassword(): boolean;
  /** Uploads of these routes are held, and none can be tried: a plain read decides whether the hold is over. */
  readInstead(routes: readonly UploadRoute[]): Promise<void>;
  forget(id: string): void;
  /** Settings or password changed. */
  forgetAll(): void;
}

interface JudgeParts extends PlainReadsParts {
  readonly clock: Clock;
  readonly ledger: Pick<Ledger, "apply" | "journal">;
  readonly passwords: PasswordTries;
  runSafely(work: () => Promise<void>): Promise<boolean>;
}

/** How long the first that gets an answer waits for a second. */
const restMs = 5_000;
const longestAskedMs = 3_600_000;
/** A failure that lasted so long over so many tries needs a person. */
const longTries = 10;
const longMs = 6 * 3_600_000;

/** A judge of one engine, with witnesses of its own. */
export function createJudge(parts: JudgeParts): Judge {
  const { clock, ledger, holds } = parts;
  const witnesses = createWitnesses();
  const reads = createPlainReads(parts);
  const history = createFaultHistory(ledger);
  const waits = createAskedWaits(clock);
  /** Answers to uploads that nobody contradicted yet, by id. */
  const heard = new Map<string, Stopped>();
  const asked = new Set<string>();
  const modelRoute = createModelRoute(parts);
  let isPasswordAccepted = false;

  /** Those that rested for it wait as all others do, without a failure of their own. */
  const raise = async (stopped: Stopped, others: readonly string[]): Promise<AttemptResult> => {
    const { upload, failure, retryAfterMs, doubt } = stopped;
    const askedMs = waits.onTwoMs(stopped, [upload.id, ...others]);
    if (doubt?.isOfPassword) parts.passwords.refused(failure);
    if (doubt === undefined || doubt.isOfPassword) parts.onHold(failure, askedMs);
    else reads.hold(failure, askedMs, ofRoute(stopped));
    for (const id of others) heard.delete(id);
    await Promise.all(others.map((id) => ledger.apply(id, { type: "due" }, clock.nowMs())));
    return { kind: "hold", failure, retryAfterMs };
  };

  const ofThisOne = (stopped: Stopped, sinceMs: number, tries: number | null): AttemptResult =>
    (tries === null ? modelRoute.restFor(stopped, sinceMs) : null) ??
    retryAlone(stopped, sinceMs, tries, clock.nowMs());

  /** It waits for a second one that gets the same answer, or is taken. */
  const rest = (stopped: Stopped): AttemptResult => {
    heard.set(stopped.upload.id, stopped);
    const askedMs = waits.onOneWordMs(stopped);
    if (askedMs !== null) parts.onHold(stopped.failure, askedMs, ofRoute(stopped));
    return restForSecond(stopped, clock.nowMs());
  };

  /** A probe that is asked to wait is no second witness for itself. */
  const isLoneProbe = (stopped: Stopped): boolean =>
    stopped.isProbe && stopped.doubt?.isOfPassword !== true && waits.isOneWord(stopped);

  return {
    async judge(stopped) {
      const { upload, request, failure, retryAfterMs, doubt } = stopped;
      if (doubt === undefined || (doubt.isOfPassword && !isPasswordAccepted)) return await raise(stopped, []);
      const verdict = witnesses.stopped(upload.id, request, clock.nowMs());
      waits.note(stopped);
      if (isLoneProbe(stopped)) return rest(stopped);
      if (stopped.isProbe || verdict.kind === "everybody")
        return await raise(stopped, verdict.kind === "everybody" ? verdict.others : []);
      // While everything is held nothing counts as an attempt.
      if (holds.isHeld(routeOf(request))) return { kind: "hold", failure, retryAfterMs };
      const { sinceMs, tries, isLong } = await history.before(upload.id, clock.nowMs());
      // An earlier run saw others taken for hours; that this one did not yet is no news.
      if (verdict.kind === "alone" || isLong)
        return ofThisOne(stopped, sinceMs, tries + (verdict.kind === "alone" ? verdict.tries : 1));
      if (verdict.kind === "untold")
        return (await reads.succeeds())
          ? ofThisOne(stopped, verdict.sinceMs, null)
          : await raise(stopped, []);
      return rest(stopped);
    },
    outage: (failure, route) => reads.hold(failure, null, { route, failure }),
    judged(id, request) {
      isPasswordAccepted = true;
      parts.passwords.accepted();
      witnesses.judged(id, request);
      waits.letIn(request);
      heard.delete(id);
      if (request === "announce model") modelRoute.isThere();
    },
    async nothingElse() {
      const [id] = witnesses.unheard().filter((one) => heard.has(one) && !asked.has(one));
      const stopped = id === undefined ? undefined : heard.get(id);
      if (id === undefined || stopped === undefined) return;
      asked.add(id);
      if (
        !(await reads.succeeds()) &&
        !holds.isHeld(routeOf(stopped.request)) &&
        witnesses.unheard().includes(id)
      )
        await raise(stopped, [id]);
    },
    unheard: witnesses.unheard,
    unfitToProbe: () => [...witnesses.alone(), ...waits.ids()],
    isOfPassword: () =>
      holds.list().find(({ lane }) => lane === "portal" || lane === "models")?.cause === "credentials",
    readInstead: (routes) => reads.insteadOf(routes, waits.leftMs),
    forget(id) {
      witnesses.forget(id);
      heard.delete(id);
      asked.delete(id);
      history.forget(id);
      waits.forget(id);
    },
    forgetAll() {
      witnesses.forgetAll();
      heard.clear();
      asked.clear();
      history.forgetAll();
      waits.forgetAll();
      isPasswordAccepted = false;
      modelRoute.forget();
    },
  };
}

/** Lets model files wait while the portal seems to have no route for them, until another one is taken. */
function createModelRoute({ clock, ledger, onRead, runSafely }: JudgeParts) {
  const waiting = new Set<string>();
  /** A model file was taken. */
  let isKnown = false;
  const tryWaiting = async (): Promise<void> => {
    const ids = [...waiting];
    waiting.clear();
    await Promise.all(ids.map((id) => ledger.apply(id, { type: "due" }, clock.nowMs())));
    onRead();
  };
  return {
    /** Null where it does not wait for the route. */
    restFor(stopped: Stopped, sinceMs: number): AttemptResult | null {
      if (isKnown || !isOfNoRoute(stopped)) return null;
      waiting.add(stopped.upload.id);
      return restForRoute(stopped, sinceMs, clock.nowMs());
    },
    /** Those that wait are tried, and are told as what they are. */
    isThere(): void {
      isKnown = true;
      if (waiting.size > 0) void runSafely(tryWaiting);
    },
    forget(): void {
      isKnown = false;
    },
  };
}

/** The failure is the upload's own. `tries`: how often it was by now, while others were taken; null: no other was tried. */
function retryAlone(stopped: Stopped, sinceMs: number, tries: number | null, nowMs: number): AttemptResult {
  const isLong = tries !== null && tries >= longTries && nowMs - sinceMs >= longMs;
  const others = tries === null ? "untried" : "taken";
  return {
    kind: "retry",
    failure: failureAlone(stopped, { sinceMs, nowMs, others, isLong }),
    retryAfterMs: stopped.retryAfterMs,
    isOutage: false,
  };
}

function restForRoute({ failure, doubt }: Stopped, sinceMs: number, nowMs: number): AttemptResult {
  return {
    kind: "rests",
    failure: noModelRouteFailure(doubt?.said ?? "", failure),
    waitMs: personWaitMs("no-model-route", nowMs - sinceMs),
  };
}

function restForSecond(stopped: Stopped, nowMs: number): AttemptResult {
  return {
    kind: "rests",
    failure: failureAlone(stopped, { sinceMs: nowMs, nowMs, others: "open", isLong: false }),
    waitMs: Math.max(restMs, Math.min(stopped.retryAfterMs ?? 0, longestAskedMs)),
  };
}

function failureAlone(stopped: Stopped, situation: Parameters<typeof aloneFailure>[2]): Failure {
  const { relPath } = stopped.upload;
  return aloneFailure(
    { relPath, portalMessage: stopped.failure.portalMessage },
    stopped.doubt?.said ?? "",
    situation,
  );
}

function ofRoute(stopped: Stopped): RouteFailure {
  const { failure, request, doubt } = stopped;
  const isNamed = isOfNoRoute(stopped);
  return {
    route: routeOf(request),
    failure: isNamed ? noModelRouteFailure(doubt?.said ?? "", failure) : failure,
  };
}

/** The portal has no such page as the one for model files, or something else answers there. */
function isOfNoRoute({ request, failure, doubt }: Stopped): boolean {
  return request === "announce model" && failure.cause === "not-the-portal" && noRoute.has(doubt?.said ?? "");
}

const noRoute: ReadonlySet<string> = new Set(["404", "a web page"]);
