import { htmlPage, textType } from "#mock-portal/error-answers.ts";
import type { BodyFault } from "#mock-portal/uploads/request-body.ts";
import type { FalseAnswer, FaultEffects, RetryAfter } from "./faults.ts";

/** A false answer ready to be sent. */
export type PlannedAnswer = {
  status: number;
  headers: Record<string, string>;
  body: string | { hugeListBytes: number };
  when: FalseAnswer["when"];
};

/** Faults of one request, in the order of its life. */
export type FaultPlan = {
  latencyMs: number;
  requestBody: BodyFault;
  /** The connection is reset before anything is read. */
  isResetAtOnce: boolean;
  isIgnored: boolean;
  answer: PlannedAnswer | undefined;
  truncateAtByte: number | undefined;
  /** Loss of the answer after the work is done. */
  afterCommit: "reset" | "close" | "never" | undefined;
  informational: FaultEffects["informational"];
  /** Null: the answer has none. */
  contentType: string | null | undefined;
  downloadBytesPerSecond: number | undefined;
  resetResponseAtByte: number | undefined;
  stallResponseAtByte: number | undefined;
};

/** Makes a plan of the effects that hit a request: waits add up, of anything else the first rule's counts. */
export function planOf(effects: readonly FaultEffects[], nowMs: number): FaultPlan {
  const first = <T>(choose: (effect: FaultEffects) => T | undefined): T | undefined =>
    effects.map(choose).find((chosen) => chosen !== undefined);
  const blackHole = first((effect) => effect.blackHole);
  const resetRequestAtByte = first((effect) => effect.resetRequestAtByte);
  return {
    latencyMs: effects.reduce((sum, effect) => sum + (effect.latencyMs ?? 0), 0),
    requestBody: {
      bytesPerSecond: first((effect) => effect.uploadBytesPerSecond),
      resetAtByte: resetRequestAtByte,
    },
    isResetAtOnce: resetRequestAtByte === 0,
    isIgnored: blackHole === "before",
    answer: first((effect) => answerOf(effect, nowMs)),
    truncateAtByte: first((effect) => effect.truncateAtByte),
    afterCommit: blackHole === "after-commit" ? "never" : first((effect) => effect.loseAnswer),
    informational: first((effect) => effect.informational),
    contentType: first((effect) => effect.contentType),
    downloadBytesPerSecond: first((effect) => effect.downloadBytesPerSecond),
    resetResponseAtByte: first((effect) => effect.resetResponseAtByte),
    stallResponseAtByte: first((effect) => effect.stallResponseAtByte),
  };
}

const html = { "content-type": "text/html; charset=utf-8" };

const maintenancePage = htmlPage(
  "Maintenance",
  "The portal is down for maintenance. Please come back in a few minutes.",
);

const loginPage = htmlPage("Sign in", "Please sign in to use this network.");

function answerOf(effects: FaultEffects, nowMs: number): PlannedAnswer | undefined {
  const { answer, maintenance, redirectTo, hugeListBytes } = effects;
  if (answer) {
    const headers = {
      "content-type": textType(answer.status),
      ...lowerCased(answer.headers ?? {}),
      ...retryAfterHeader(answer.retryAfter, nowMs),
    };
    return { status: answer.status, headers, body: answer.body ?? "", when: answer.when };
  }
  if (maintenance) {
    const retryAfter = maintenance === true ? undefined : maintenance.retryAfter;
    const headers = { ...html, ...retryAfterHeader(retryAfter, nowMs) };
    return { status: 503, headers, body: maintenancePage, when: "early" };
  }
  if (redirectTo) return { status: 302, headers: { location: redirectTo }, body: "", when: "early" };
  if (effects.loginPage) return { status: 200, headers: html, body: loginPage, when: "after-body" };
  if (hugeListBytes) {
    const headers = { "content-type": "application/json; charset=utf-8" };
    return { status: 200, headers, body: { hugeListBytes }, when: "after-body" };
  }
  return undefined;
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function retryAfterHeader(retryAfter: RetryAfter | undefined, nowMs: number): Record<string, string> {
  if (!retryAfter) return {};
  if ("seconds" in retryAfter) return { "retry-after": String(retryAfter.seconds) };
  if ("text" in retryAfter) return { "retry-after": retryAfter.text };
  return { "retry-after": new Date(nowMs + retryAfter.dateInSeconds * 1000).toUTCString() };
}
