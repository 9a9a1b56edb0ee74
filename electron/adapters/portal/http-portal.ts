import { createRedactor } from "#adapters/log/redact.ts";
import type { Failure } from "#domain/cause.ts";
import { type ClockDrift, createClockDrift } from "#domain/clock-drift.ts";
import type { Outcome, Stage } from "#domain/outcome.ts";
import type { Metadata } from "#domain/portal-records.ts";
import type { SourceKind } from "#domain/settings.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { Portal, UploadBody } from "#engine/ports/portal.ts";
import type { PortalLists } from "#engine/ports/portal-lists.ts";
import type { PortalReads } from "#engine/ports/portal-reads.ts";
import { createBandwidth } from "./bandwidth.ts";
import { requestWhole } from "./buffered-request.ts";
import type { HttpAgent, HttpAgentOptions } from "./http-agent.ts";
import { getJson } from "./http-get.ts";
import { createHttpLists } from "./http-lists.ts";
import { createHttpReads } from "./http-reads.ts";
import { type Hop, isBreak } from "./link-failure.ts";
import type { CameBack, PortalAnswer } from "./portal-answer.ts";
import { outcomeOf } from "./portal-outcome.ts";
import { type PortalTimeouts, usualTimeouts } from "./portal-timeouts.ts";
import { patientGoAheadMs, putCarefully } from "./streaming-put.ts";

/** User name and password for HTTP Basic, or why there are none now. */
export type CredentialsFound =
  | { readonly username: string; readonly password: string }
  | { readonly message: string };

export interface HttpPortalOptions extends Omit<HttpAgentOptions, "timeouts"> {
  /** Asked for each upload request; the one who gives it caches. */
  readonly credentials: () => Promise<CredentialsFound>;
  /** Kilobytes (1000 bytes) a second over all uploads; null is no limit. */
  readonly bandwidthKBps: number | null;
  /** Version of Skyferry, for User-Agent. */
  readonly version: string;
  readonly clock: Clock;
  readonly timeouts?: Partial<PortalTimeouts>;
  /** Longest time without progress, whatever the reason, where it is not five minutes; milliseconds. */
  readonly noProgressMs?: number;
}

export type HttpPortal = Portal &
  PortalReads &
  PortalLists & {
    /** An answer of this portal that came by another way. */
    noteClock: ClockDrift["note"];
  };

/** Bodies up to this size go out in one piece; a longer one asks first and is watched piece by piece. */
const wholeBytes = 256 * 1024;
/** Every portal gives it to everybody (docs/portal/api.md, "Endpoints"). */
const sitesPath = "/api/sites";
/** About what the head of a request takes on the line: with small files it counts. */
const headBytes = 400;
const sentEveryMs = 100;
/** Kept-alive connections that may turn out to be closed, one after the other, before it counts as an outage. */
const staleTries = 8;

/**
 * The portal over HTTP (docs/portal/api.md). Settings that cannot work (no https, unreadable `caFile`) make every request
 * a hold that names the setting; nothing is sent then.
 */
export function createHttpPortal(options: HttpPortalOptions): HttpPortal {
  const timeouts = { ...usualTimeouts, ...options.timeouts };
  const { clock } = options;
  let opening: Promise<HttpAgent | Failure> | null = null;
  // Loaded for the first request: a run that sends nothing does without.
  const agent = (): Promise<HttpAgent | Failure> => {
    opening ??= import("./http-agent.ts").then((http) => {
      const made = http.createHttpAgent({ ...options, timeouts });
      if (!("message" in made)) hop = made.hop;
      return made;
    });
    return opening;
  };
  const bandwidth = createBandwidth(options.bandwidthKBps, clock);
  const largestWhole =
    options.bandwidthKBps === null
      ? wholeBytes
      : Math.min(wholeBytes, Math.max(16 * 1024, bandwidth.pieceBytes * 4));
  const userAgent = `skyferry/${options.version}`;
  const goAhead = { waitMs: patientGoAheadMs };
  const counts = { post: 0, put: 0, get: 0, sentBytes: 0 };
  const clockDrift = createClockDrift();
  const reading = () => ({ nowMs: clock.nowMs(), monotonicMs: clock.monotonicMs() });
  const host = URL.parse(options.url)?.host ?? options.url;
  let hop: Hop | undefined;
  const facts = () => ({ host, hop, nowMs: clock.nowMs() });

  /** Runs one stage and gives it up when nothing moves any more. */
  const runStage = (
    stage: Stage,
    callerSignal: AbortSignal,
    request: (
      link: HttpAgent,
      headers: Record<string, string>,
      signal: AbortSignal,
      moved: () => void,
    ) => Promise<CameBack>,
    kind: SourceKind | undefined,
  ): Promise<Outcome> =>
    guardProgress(host, callerSignal, options.noProgressMs ?? noProgressMs, (signal, moved) =>
      runAuthorized(stage, signal, (link, headers) => request(link, headers, signal, moved), kind),
    );

  /** Runs one stage with what every upload request needs, or says why nothing can be sent. */
  const runAuthorized = async (
    stage: Stage,
    signal: AbortSignal,
    request: (link: HttpAgent, headers: Record<string, string>) => Promise<CameBack>,
    kind: SourceKind | undefined,
  ): Promise<Outcome> => {
    const link = await agent();
    if ("message" in link) return { kind: "hold", failure: link, retryAfterMs: null };
    const found = await options.credentials();
    if ("message" in found)
      return { kind: "hold", failure: noCredentials(found.message), retryAfterMs: null };
    if (signal.aborted) return { kind: "abandoned" };
    const basic = Buffer.from(`${found.username}:${found.password}`).toString("base64");
    const asked = reading();
    const came = await request(link, { Authorization: `Basic ${basic}`, "User-Agent": userAgent });
    const outcome = withoutEcho(outcomeOf(stage, came, { ...facts(), kind }), found.username, found.password);
    // An answer that stops everything may not have come from the portal itself.
    if (outcome.kind !== "hold" && came.kind === "answer") clockDrift.note(asked, reading(), came.headers);
    return outcome;
  };

  const sendWhole = async (
    link: HttpAgent,
    path: string,
    headers: Record<string, string>,
    bytes: Uint8Array,
    signal: AbortSignal,
  ): Promise<CameBack> => {
    await bandwidth.take(headBytes + bytes.length, signal);
    counts.put++;
    const { origin } = link;
    const { answerMs, wholeAnswerMs } = timeouts;
    const came = await requestWhole(
      link.uploads,
      { origin, path, method: "PUT", headers, body: [bytes], answerMs, wholeAnswerMs },
      signal,
    );
    if (came.kind !== "broken" || came.wasStarted) counts.sentBytes += bytes.length;
    return came;
  };

  const sendCarefully = async (
    link: HttpAgent,
    path: string,
    headers: Record<string, string>,
    body: UploadBody,
    signal: AbortSignal,
    onSent: (sentBytes: number) => void,
    onMoved: () => void,
  ): Promise<CameBack> => {
    for (let tries = 1; ; tries++) {
      counts.put++;
      let sentBytes = 0;
      let toldAtMs = clock.monotonicMs();
      const chunks = body.kind === "stream" ? body.chunks() : inOnePiece(body.bytes);
      const onPieceSent = (bytes: number): void => {
        onMoved();
        sentBytes += bytes;
        counts.sentBytes += bytes;
        const nowMs = clock.monotonicMs();
        if (nowMs - toldAtMs < sentEveryMs && sentBytes < body.size) return;
        toldAtMs = nowMs;
        onSent(sentBytes);
      };
      const { size } = body;
      const { pieceBytes } = bandwidth;
      const allow = (bytes: number) => bandwidth.take(bytes, signal);
      const came = await putCarefully(
        link,
        { path, headers, chunks, size, pieceBytes, goAhead, allow, onPieceSent, onMoved },
        timeouts,
        signal,
      );
      if (came.isStaleSocket !== true || tries === staleTries) return came;
    }
  };

  const onAsk = () => {
    const asked = reading();
    return (headers: PortalAnswer["headers"]) => {
      const answered = reading();
      return () => clockDrift.note(asked, answered, headers);
    };
  };
  const reads = { agent, timeouts, userAgent, facts, onRequest: () => counts.get++, onAsk };

  return {
    announce: (metadata, callerSignal) =>
      runStage(
        "announce",
        callerSignal,
        async (link, headers, signal) => {
          const { origin } = link;
          const path = `${link.basePath}${metadata.kind === "model" ? "/model-upload/metadata" : "/upload/metadata/"}`;
          const body = announcement(metadata);
          const withType = { ...headers, "Content-Type": "application/json" };
          const { answerMs, wholeAnswerMs } = timeouts;
          await bandwidth.take(headBytes + body.length, signal);
          const once = () => {
            counts.post++;
            const what = { origin, path, method: "POST", headers: withType, body } as const;
            return requestWhole(link.uploads, { ...what, answerMs, wholeAnswerMs }, signal);
          };
          const came = await once();
          // A kept-alive connection that the portal has just closed breaks like this; an announcement may be repeated.
          return isBreak(came) ? await once() : came;
        },
        metadata.kind,
      ),
    async send(checksum, body, callerSignal, onSent, kind) {
      if (body.kind === "bytes" && body.bytes.length !== body.size)
        return outcomeOf(
          "send",
          { kind: "body-changed", expectedBytes: body.size, gotBytes: body.bytes.length },
          facts(),
        );
      return await runStage(
        "send",
        callerSignal,
        async (link, headers, signal, moved) => {
          const path = `${link.basePath}${kind === "model" ? "/model-upload" : "/upload"}/data/${checksum}`;
          if (body.kind === "bytes" && body.size <= largestWhole) {
            const came = await sendWhole(link, path, headers, body.bytes, signal);
            // A stale connection, or an answer that came early and was lost: once more, asking before the body goes.
            if (!isBreak(came)) {
              if (came.kind === "answer") onSent(body.size);
              return came;
            }
          }
          return await sendCarefully(link, path, headers, body, signal, onSent, moved);
        },
        kind,
      );
    },
    ...createHttpReads(reads),
    ...createHttpLists(reads),
    requests: () => ({ ...counts }),
    clockAheadMs: () => clockDrift.aheadMs(reading()),
    clockSeen: () => clockDrift.seen(reading()),
    plainRead: (signal) => getJson(reads, sitesPath, signal, null),
    noteClock: (asked, answered, headers) => clockDrift.note(asked, answered, headers),
    async passwordMark() {
      const found = await options.credentials();
      if ("message" in found) return null;
      const { passwordMark } = await import("./password-mark.ts");
      return await passwordMark(options.url, found);
    },
    async close() {
      const link = await opening;
      if (link !== null && !("message" in link)) await link.close();
    },
  };
}

/**
 * JSON body of the announcement (docs/portal/api.md, "POST /upload/metadata/"; of a model docs/portal/observed.md §5); a
 * file without tags goes without the field.
 */
function announcement(metadata: Metadata): string {
  const { kind, measurementDate, instrument, instrumentPid, filename, checksum, site, tags } = metadata;
  if (kind === "model")
    return JSON.stringify({ measurementDate, model: instrument, filename, checksum, site });
  const fields = { measurementDate, instrument, instrumentPid, filename, checksum, site };
  return JSON.stringify(tags.length === 0 ? fields : { ...fields, tags });
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
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
