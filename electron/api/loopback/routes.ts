import type { IncomingMessage, ServerResponse } from "node:http";
import { dispatch } from "#api/dispatch.ts";
import type { Feed } from "#api/events/feed.ts";
import type { LimitedStreams } from "#api/events/limited-streams.ts";
import { sinceOf, streamEvents } from "#api/events/sse.ts";
import { metricsContentType } from "#api/metrics/families.ts";
import type { MetricsPage } from "#api/metrics/metrics.ts";
import { eventInLanguage, type Languages, languageFor, replyInLanguage } from "#api/told-in-language.ts";
import { type Handlers, methodNamed } from "#contract/methods.ts";
import { accessOf } from "#contract/scopes.ts";
import type { Log } from "#engine/ports/host.ts";
import type { TokenStore } from "#engine/ports/token-store.ts";
import { answerDocument } from "./api-document.ts";
import { deprecationHeaders } from "./deprecation.ts";
import {
  answerHeaders,
  type Caller,
  callerOf,
  checkOrigin,
  checkScope,
  checkSite,
  type GuardRefusal,
  givenToken,
} from "./guard.ts";
import { readInput, writeRefusal, writeReply } from "./json.ts";
import { servePage } from "./page-files.ts";
import { untilRevoked } from "./until-revoked.ts";

/** Parts that are reached over loopback. */
export interface LoopbackParts {
  readonly handlers: Handlers;
  readonly feed: Feed;
  readonly log: Pick<Log, "error">;
  /** Folder of the built pages; null where there are none. */
  readonly staticFolder: string | null;
  /** Left out: no metrics are given. */
  readonly metrics?: MetricsPage;
  /** Left out: only the host's own token is taken. */
  readonly tokens?: Pick<TokenStore, "inForce">;
  /** Left out: every answer is in English. */
  readonly languages?: Languages;
  /** Between two signs of life on a silent event stream. */
  readonly heartbeatMs?: number;
}

interface Served extends LoopbackParts {
  readonly port: number;
  readonly token: string;
  /** Aborts when the host ends. */
  readonly closing: AbortSignal;
  readonly streams: LimitedStreams;
  /** The request carries a token that is in force. */
  onToken(): void;
}

/** A request with a token that is in force. */
interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  readonly caller: Caller;
}

type Answering = (asked: Asked, served: Served) => Promise<GuardRefusal | null>;

/** Addresses that any token in force may GET; what a host does not have is not found. */
const documents: Readonly<Record<string, Answering>> = {
  "/api/openapi.json": ({ response }) => answerDocument(response),
  "/events": answerEvents,
  "/metrics": answerMetrics,
};

/** Answers one request; never rejects. */
export async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  served: Served,
): Promise<void> {
  for (const [name, value] of Object.entries(answerHeaders)) response.setHeader(name, value);
  try {
    const refusal = await route(request, response, served);
    if (refusal === null) return;
    const spoken = await languageFor(request.headers["accept-language"], served.languages);
    writeRefusal(response, { ...refusal, message: spoken?.inLanguage(refusal.message) ?? refusal.message });
  } catch (error) {
    if (request.destroyed || response.destroyed) return;
    served.log.error("A request could not be answered.", { error: String(error) });
    if (response.headersSent) response.destroy();
    else writeRefusal(response, { status: 500, code: "internal", message: "Internal error." });
  }
}

async function route(
  request: IncomingMessage,
  response: ServerResponse,
  served: Served,
): Promise<GuardRefusal | null> {
  const refusal = checkOrigin(request, served.port);
  if (refusal !== null) return refusal;
  const url = request.url?.startsWith("/") ? URL.parse(`http://loopback${request.url}`) : null;
  if (url === null) return { status: 400, code: "bad-input", message: "The address is not valid." };
  const [, version = null, method] = /^\/api\/(?:(v1)\/)?([^/]+)$/.exec(url.pathname) ?? [];
  const document = Object.hasOwn(documents, url.pathname) ? documents[url.pathname] : undefined;
  const answer: Answering | undefined =
    document ??
    (method === undefined ? undefined : (asked) => answerCall(asked, served, method, version !== null));
  if (answer === undefined) return await answerPage(request, response, served, url.pathname);
  const turnedAway = checkSite(request);
  if (turnedAway !== null) return turnedAway;
  const caller = await callerOf(request, served.token, served.tokens);
  if ("status" in caller) return caller;
  const wrongVerb = checkVerb(request, response, document === undefined ? ["POST"] : ["GET"]);
  if (wrongVerb !== null) return wrongVerb;
  served.onToken();
  return await answer({ request, response, query: url.searchParams, caller }, served);
}

async function answerPage(
  request: IncomingMessage,
  response: ServerResponse,
  { staticFolder }: Served,
  pathname: string,
): Promise<GuardRefusal | null> {
  const wrongVerb = checkVerb(request, response, ["GET", "HEAD"]);
  if (wrongVerb !== null) return wrongVerb;
  return (await servePage(response, staticFolder, pathname)) ? null : nothingHere;
}

/** Judges the scope before the input is read. At `/api/v1` are the methods that stay as they are. */
async function answerCall(
  { request, response, query, caller }: Asked,
  { handlers, log, languages }: Served,
  name: string,
  isStable: boolean,
): Promise<GuardRefusal | null> {
  for (const [header, value] of Object.entries(deprecationHeaders(name))) response.setHeader(header, value);
  const method = methodNamed(name);
  if (method !== null) {
    const turnedAway = checkScope(caller, method);
    if (turnedAway !== null) return turnedAway;
    if (isStable && !accessOf(method).isStable)
      return {
        status: 404,
        code: "unknown-method",
        message: `${method} is a piece of the pages: /api/v1 does not have it.`,
      };
  }
  const input = await readInput(request, query);
  if (input.kind === "refused") return input;
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const reply = await dispatch(handlers, name, input.value, {
    signal: gone.signal,
    onBug: (bug, error) => log.error(`Internal error in ${bug}.`, { error: stackOf(error) }),
  });
  const spoken = await languageFor(request.headers["accept-language"], languages);
  if (spoken !== null) response.setHeader("Content-Language", spoken.tag);
  if (!response.destroyed) writeReply(response, replyInLanguage(name, reply, spoken?.inLanguage ?? null));
  return null;
}

async function answerMetrics({ response }: Asked, { metrics }: Served): Promise<GuardRefusal | null> {
  if (metrics === undefined) return nothingHere;
  const page = Buffer.from(await metrics.page());
  response.writeHead(200, { "Content-Type": metricsContentType, "Content-Length": page.length });
  response.end(page);
  return null;
}

async function answerEvents(
  { request, response, query, caller }: Asked,
  { feed, closing, streams, tokens, languages, heartbeatMs = 15_000 }: Served,
): Promise<GuardRefusal | null> {
  const since = sinceOf(request, query);
  if (since === undefined) {
    return { status: 400, code: "bad-input", message: '"since" must be a whole number, 0 or more.' };
  }
  const spoken = await languageFor(request.headers["accept-language"], languages);
  const place = streams.enter();
  const revoked = new AbortController();
  const isStored = caller.kind === "stored" && tokens !== undefined;
  const stop = isStored ? untilRevoked(givenToken(request), tokens, () => revoked.abort()) : () => {};
  try {
    await streamEvents(response, feed, {
      since,
      inWords: (event) => eventInLanguage(event, spoken?.inLanguage ?? null),
      heartbeatMs,
      closing: AbortSignal.any([closing, place.ended, revoked.signal]),
    });
  } finally {
    stop();
    place.leave();
  }
  return null;
}

const nothingHere: GuardRefusal = {
  status: 404,
  code: "not-found",
  message: "There is nothing at this address.",
};

function checkVerb(
  request: IncomingMessage,
  response: ServerResponse,
  allowed: readonly string[],
): GuardRefusal | null {
  if (allowed.includes(request.method ?? "")) return null;
  response.setHeader("Allow", allowed.join(", "));
  return { status: 405, code: "wrong-verb", message: `Only ${allowed.join(" and ")} is allowed here.` };
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
