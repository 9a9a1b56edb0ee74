import { createRedactor } from "#adapters/log/redact.ts";
import type { Failure } from "#domain/cause.ts";
import type { Outcome, Stage } from "#domain/outcome.ts";
import type { SourceKind } from "#domain/settings.ts";
import type { HttpAgent } from "./http-agent.ts";
import type { ReadLink } from "./http-get.ts";
import type { CameBack } from "./portal-answer.ts";
import { outcomeOf } from "./portal-outcome.ts";

/** User name and password for HTTP Basic, or why there are none now. */
export type CredentialsFound =
  | { readonly username: string; readonly password: string }
  | { readonly message: string };

/** Parts that every request of an upload needs. */
export interface StageParts extends Required<Pick<ReadLink, "agent" | "userAgent" | "facts" | "onAsk">> {
  /** Asked for each upload request; the one who gives it caches. */
  readonly credentials: () => Promise<CredentialsFound>;
  /** Longest time without progress, whatever the reason, where it is not five minutes; milliseconds. */
  readonly noProgressMs?: number;
}

/** The way that the request of a stage takes. */
export interface StageWay {
  readonly link: HttpAgent;
  readonly headers: Record<string, string>;
  readonly signal: AbortSignal;
  /** To be called when something moves. */
  readonly moved: () => void;
}

/** A stage of an upload, and the request that it is. */
export interface StageRequest {
  readonly stage: Stage;
  readonly kind: SourceKind | undefined;
  readonly request: (way: StageWay) => Promise<CameBack>;
}

/** Runs one stage and gives it up when nothing moves any more. */
export function runStage(
  parts: StageParts,
  callerSignal: AbortSignal,
  request: StageRequest,
): Promise<Outcome> {
  const afterMs = parts.noProgressMs ?? noProgressMs;
  return guardProgress(parts.facts().host, callerSignal, afterMs, (signal, moved) =>
    runAuthorized(parts, signal, moved, request),
  );
}

/** Runs one stage with what every upload request needs, or says why nothing can be sent. */
async function runAuthorized(
  { agent, credentials, userAgent, facts, onAsk }: StageParts,
  signal: AbortSignal,
  moved: () => void,
  { stage, kind, request }: StageRequest,
): Promise<Outcome> {
  const link = await agent();
  if ("message" in link) return { kind: "hold", failure: link, retryAfterMs: null };
  const found = await credentials();
  if ("message" in found) return { kind: "hold", failure: noCredentials(found.message), retryAfterMs: null };
  if (signal.aborted) return { kind: "abandoned" };
  const basic = Buffer.from(`${found.username}:${found.password}`).toString("base64");
  const headers = { Authorization: `Basic ${basic}`, "User-Agent": userAgent };
  const onHeaders = onAsk();
  const came = await request({ link, headers, signal, moved });
  const outcome = withoutEcho(outcomeOf(stage, came, { ...facts(), kind }), found.username, found.password);
  // An answer that stops everything may not have come from the portal itself.
  if (outcome.kind !== "hold" && came.kind === "answer") onHeaders(came.headers)();
  return outcome;
}

function noCredentials(message: string): Failure {
  return { cause: "credentials", message, portalMessage: null };
}

/** Longest time in which nothing of a stage moves; milliseconds. */
const noProgressMs = 300_000;

/**
 * Runs one stage of an upload and gives it up once nothing moved for `afterMs`, whatever holds it: behind all other
 * time-outs, so that no slot is held forever. `run` is given the signal to obey and what to call when something moves.
 */
async function guardProgress(
  host: string,
  callerSignal: AbortSignal,
  afterMs: number,
  run: (signal: AbortSignal, moved: () => void) => Promise<Outcome>,
): Promise<Outcome> {
  const given = new AbortController();
  const giveUp = (): void => given.abort();
  if (callerSignal.aborted) giveUp();
  callerSignal.addEventListener("abort", giveUp);
  let timer: NodeJS.Timeout | undefined;
  const stuck = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => {
      resolve(noProgress(host, afterMs));
      giveUp();
    }, afterMs);
  });
  try {
    return await Promise.race([run(given.signal, () => void timer?.refresh()), stuck]);
  } finally {
    clearTimeout(timer);
    callerSignal.removeEventListener("abort", giveUp);
  }
}

function noProgress(host: string, afterMs: number): Outcome {
  const message = `The connection to ${host} made no progress for ${Math.round(afterMs / 60_000)} minutes and was closed. Skyferry asks the portal what it has received before it sends this file again.`;
  return { kind: "unknown", failure: { cause: "no-progress", message, portalMessage: null } };
}

/**
 * Takes the password out of what the portal said: some proxies and error pages show the request that they refuse, its
 * Authorization header included. A message is touched only where the portal did so, as a password may be an everyday word.
 */
function withoutEcho(outcome: Outcome, username: string, password: string): Outcome {
  if (!("failure" in outcome) || outcome.failure.portalMessage === null) return outcome;
  const { redact, registerSecret } = createRedactor();
  registerSecret(password, username);
  const { failure } = outcome;
  const portalMessage = redact(outcome.failure.portalMessage);
  if (portalMessage === failure.portalMessage) return outcome;
  return { ...outcome, failure: { ...failure, message: redact(failure.message), portalMessage } };
}
