import type { IncomingMessage, ServerResponse } from "node:http";
import { checkOrigin } from "#api/loopback/guard.ts";
import { closeServer, listen, portOf } from "#api/loopback/listen.ts";
import { isLoopback } from "#base/loopback.ts";
import { metricsContentType } from "./families.ts";
import type { MetricsPage } from "./metrics.ts";

// Not imported, for its size (api/loopback/server.ts).
const { createServer } = process.getBuiltinModule("node:http");

export interface MetricsPortOptions {
  readonly metrics: MetricsPage;
  /** 0 takes any free port. */
  readonly port: number;
  /** An address of this PC; "0.0.0.0" or "::" is every one. */
  readonly host: string;
  readonly onBug: (error: unknown) => void;
}

export interface MetricsPort {
  /** `http://127.0.0.1:9464/metrics` */
  readonly address: string;
  close(): Promise<void>;
}

/** Nobody needs more than a few: the pages are for one or two programs that collect them. */
const mostConnections = 16;

/**
 * A port that answers `GET /metrics` and nothing else, without a token: it gives numbers and the names of instruments
 * only. On a loopback address the Host header must be of this PC (a page in a browser could reach it under a name of its
 * own); elsewhere the operator has opened it to the network, under whatever name. Gives one sentence where it cannot listen.
 */
export async function openMetricsPort(
  options: MetricsPortOptions,
): Promise<MetricsPort | { readonly message: string }> {
  const { metrics, host, onBug } = options;
  const limits = { requestTimeout: 10_000, headersTimeout: 5_000, connectionsCheckingInterval: 1_000 };
  const server = createServer(limits, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      onBug(error);
      say(response, 500, "The metrics are not available now.");
    });
  });
  server.maxConnections = mostConnections;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("X-Content-Type-Options", "nosniff");
    if (isLoopback(host)) {
      const refusal = checkOrigin(request, portOf(server));
      if (refusal !== null) return say(response, refusal.status, refusal.message);
    }
    const { origin, "sec-fetch-site": site } = request.headers;
    if (origin !== undefined || (site !== undefined && site !== "none" && site !== "same-origin"))
      return say(response, 403, "Requests from other sites are not allowed.");
    if (request.url?.split("?")[0] !== "/metrics")
      return say(response, 404, "Only /metrics is available here.");
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.setHeader("Allow", "GET, HEAD");
      return say(response, 405, "Only GET is allowed here.");
    }
    const page = Buffer.from(await metrics.page());
    response.writeHead(200, { "Content-Type": metricsContentType, "Content-Length": page.length });
    response.end(request.method === "HEAD" ? undefined : page);
  };

  const error = await listen(server, options.port, host);
  if (error !== null) return { message: error };
  const shownHost = host.includes(":") ? `[${host}]` : host;
  return {
    address: `http://${shownHost}:${portOf(server)}/metrics`,
    close: () => closeServer(server),
  };
}

function say(response: ServerResponse, status: number, sentence: string): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  response.setHeader("Connection", "close");
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" });
  response.end(`${sentence}\n`);
}
