import { raceTimeout } from "#base/async.ts";
import type { Failure } from "#domain/cause.ts";
import type { Upload } from "#domain/upload.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import type { Portal } from "#engine/ports/portal.ts";
import type { AttemptResult } from "./attempt-result.ts";
import { aloneFailure } from "./failures.ts";
import type { Holds } from "./holds.ts";
import type { Stop } from "./transfer.ts";
import { createWitnesses, type UploadRequest } from "./witnesses.ts";

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
  /** The portal gave its verdict on an upload. */
  judged(id: string, request: UploadRequest): void;
  /** Nothing else can be sent: where an upload rests that nobody contradicts, a plain read decides. */
  nothingElse(): Promise<void>;
  /** Uploads that probe only where no other can. */
  alone(): readonly string[];
  forget(id: string): void;
  /** Settings or password changed. */
  forgetAll(): void;
}

interface JudgeParts {
  readonly clock: Clock;
  readonly linkClock: Clock;
  readonly ledger: Pick<Ledger, "apply">;
  readonly portal: Pick<Portal, "sites">;
  readonly holds: Holds;
  onHold(failure: Failure, retryAfterMs: number | null): void;
}

/** How long the first that gets an answer waits for a second. */
const restMs = 5_000;
/** On one upload's word everybody waits no longer. */
const oneWordMs = 60_000;
const longestAskedMs = 3_600_000;
const plainReadMs = 20_000;
/** What has lasted so long over so many tries needs a person. */
const longTries = 10;
const longMs = 6 * 3_600_000;

/** A judge of one engine, with witnesses of its own. */
export function createJudge(parts: JudgeParts): Judge {
  const { clock, linkClock, ledger, portal, holds } = parts;
  const witnesses = createWitnesses();
  /** Of uploads that nobody contradicted yet: what they got. */
  const heard = new Map<string, Stopped>();
  const asked = new Set<string>();
  let isPasswordAccepted = false;
  let reading: Promise<boolean> | null = null;

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

  /** Those that rested for it wait as all others do, without a failure of their own. */
  const raise = async (stopped: Stopped, others: readonly string[]): Promise<AttemptResult> => {
    const { failure, retryAfterMs } = stopped;
    parts.onHold(failure, retryAfterMs === null ? null : Math.min(retryAfterMs, longestAskedMs));
    for (const id of others) heard.delete(id);
    await Promise.all(others.map((id) => ledger.apply(id, { type: "due" }, clock.nowMs())));
    return { kind: "hold", failure, retryAfterMs };
  };

  const ofThisOne = (stopped: Stopped, sinceMs: number, tries: number | null): AttemptResult => {
    const { upload, failure, retryAfterMs, doubt } = stopped;
    const nowMs = clock.nowMs();
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

  return {
    async judge(stopped) {
      const { upload, request, failure, retryAfterMs, doubt } = stopped;
      if (doubt === undefined || (doubt.isOfPassword && !isPasswordAccepted)) return await raise(stopped, []);
      const verdict = witnesses.stopped(upload.id, request, clock.nowMs());
      if (stopped.isProbe || verdict.kind === "everybody")
        return await raise(stopped, verdict.kind === "everybody" ? verdict.others : []);
      // While everything is held nothing counts as an attempt.
      if (holds.isHeld()) return { kind: "hold", failure, retryAfterMs };
      if (verdict.kind === "alone") return ofThisOne(stopped, verdict.sinceMs, verdict.tries);
      if (verdict.kind === "untold")
        return (await reads()) ? ofThisOne(stopped, verdict.sinceMs, null) : await raise(stopped, []);
      heard.set(upload.id, stopped);
      if (retryAfterMs !== null) parts.onHold(failure, Math.min(retryAfterMs, oneWordMs));
      const told = { sinceMs: clock.nowMs(), nowMs: clock.nowMs(), others: "open", isLong: false } as const;
      const { portalMessage } = failure;
      return {
        kind: "rests",
        failure: aloneFailure({ relPath: upload.relPath, portalMessage }, doubt.said, told),
        waitMs: Math.max(restMs, Math.min(retryAfterMs ?? 0, longestAskedMs)),
      };
    },
    judged(id, request) {
      isPasswordAccepted = true;
      witnesses.judged(id, request);
      heard.delete(id);
    },
    async nothingElse() {
      const [id] = witnesses.unheard().filter((one) => heard.has(one) && !asked.has(one));
      const stopped = id === undefined ? undefined : heard.get(id);
      if (id === undefined || stopped === undefined) return;
      asked.add(id);
      if (!(await reads()) && !holds.isHeld() && witnesses.unheard().includes(id)) await raise(stopped, [id]);
    },
    alone: () => witnesses.alone(),
    forget(id) {
      witnesses.forget(id);
      heard.delete(id);
      asked.delete(id);
    },
    forgetAll() {
      witnesses.forgetAll();
      heard.clear();
      asked.clear();
      isPasswordAccepted = false;
    },
  };
}
