import type { IncomingMessage, ServerResponse } from "node:http";
import { dispatch } from "#api/dispatch.ts";
import type { Feed } from "#api/events/feed.ts";
import type { LimitedStreams } from "#api/events/limited-streams.ts";
import { sinceOf, streamEvents } from "#api/events/sse.ts";
import { metricsContentType } from "#api/metrics/families.ts";
import type { MetricsPage } from "#api/metrics/metrics.ts";
import type { Handlers } from "#contract/methods.ts";
import type { Log } from "#engine/ports/host.ts";
import { answerHeaders, checkOrigin, checkSite, checkToken, type GuardRefusal } from "./guard.ts";
import { readInput, writeRefusal, writeReply } from "./json.ts";
import { servePage } from "./page-files.ts";

/** Parts that are reached over loopback. */
export interface LoopbackParts {
  readonly handlers: Handlers;
  readonly feed: Feed;
  readonly log: Pick<Log, "error">;
  /** Folder of the built pages; null where there are none. */
  readonly staticFolder: string | null;
  /** Left out: no metrics are given. */
  readonly metrics?: MetricsPage;
  /** Between two signs of life on a silent event stream. */
  readonly heartbeatMs?: number;
}

interface Served extends LoopbackParts {
  readonly port: number;
  readonly token: string;
  /** Aborts when the host ends. */
  readonly closing: AbortSignal;
  readonly streams: LimitedStreams;
  /** The request carries the token. */
  onToken(): void;
}

/** Answers one request; never rejects. */
export async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  served: Served,
): Promise<void> {
  for (const [name, value] of Object.entries(answerHeaders)) response.setHeader(name, value);
  try {
    const refusal = await route(request, response, served);
    if (refusal !== null) writeRefusal(response, refusal);
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
  const method = /^\/api\/([^/]+)$/.exec(url.pathname)?.[1];
  const isMetrics = url.pathname === "/metrics" && served.metrics !== undefined;
  if (method !== undefined || url.pathname === "/events" || isMetrics) {
    const turnedAway =
      checkSite(request) ??
      checkToken(request, served.token) ??
      checkVerb(request, response, method === undefined ? ["GET"] : ["POST"]);
    if (turnedAway !== null) return turnedAway;
    served.onToken();
    if (method !== undefined)
      return await answerCall(request, response, served, { method, query: url.searchParams });
    if (isMetrics) return await answerMetrics(response, served);
    return await answerEvents(request, response, served, url.searchParams);
  }
  const wrongVerb = checkVerb(request, response, ["GET", "HEAD"]);
  if (wrongVerb !== null) return wrongVerb;
  const isServed = await servePage(response, served.staticFolder, url.pathname);
  return isServed ? null : { status: 404, code: "not-found", message: "There is nothing at this address." };
}

async function answerCall(
  request: IncomingMessage,
  response: ServerResponse,
  { handlers, log }: Served,
  { method, query }: { readonly method: string; readonly query: URLSearchParams },
): Promise<GuardRefusal | null> {
  const input = await readInput(request, query);
  if (input.kind === "refused") return input;
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const reply = await dispatch(handlers, method, input.value, {
    signal: gone.signal,
    onBug: (name, error) => log.error(`Internal error in ${name}.`, { error: stackOf(error) }),
  });
  if (!response.destroyed) writeReply(response, reply);
  return null;
}

async function answerMetrics(response: ServerResponse, { metrics }: Served): Promise<null> {
  const page = Buffer.from((await metrics?.page()) ?? "");
  response.writeHead(200, { "Content-Type": metricsContentType, "Content-Length": page.length });
  response.end(page);
  return null;
}

async function answerEvents(
  request: IncomingMessage,
  response: ServerResponse,
  { feed, closing, streams, heartbeatMs = 15_000 }: Served,
  query: URLSearchParams,
): Promise<GuardRefusal | null> {
  const since = sinceOf(request, query);
  if (since === undefined) {
    return { status: 400, code: "bad-input", message: '"since" must be a whole number, 0 or more.' };
  }
  const place = streams.enter();
  try {
    await streamEvents(response, feed, {
      since,
      heartbeatMs,
      closing: AbortSignal.any([closing, place.ended]),
    });
  } finally {
    place.leave();
  }
  return null;
}

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
