import type http from "node:http";
import type { Dispatcher } from "undici";
import { Agent, ProxyAgent } from "undici";
import { isLoopback } from "#base/loopback.ts";
import { capital } from "#base/text.ts";
import type { Failure } from "#domain/cause.ts";
import { type ProxyFound, proxyFrom, proxyInEnvironment } from "./environment.ts";
import type { Hop } from "./link-failure.ts";
import { portalAddress, proxySetting } from "./places-in-settings.ts";
import type { PortalTimeouts } from "./portal-timeouts.ts";
import { trustOf } from "./trusted-certificates.ts";

// Importing them loads all that they export, Node's own fetch among it: 5 MB.
const nodeHttp = process.getBuiltinModule("node:http");
const nodeHttps = process.getBuiltinModule("node:https");

export interface HttpAgentOptions {
  /** Base address of the portal. */
  readonly url: string;
  readonly concurrency: number;
  readonly proxy: string | null;
  readonly caFile: string | null;
  readonly allowInsecureHttp: boolean;
  readonly timeouts: PortalTimeouts;
}

/** The connections to one portal. */
export interface HttpAgent {
  readonly origin: string;
  /** Host name for messages. */
  readonly host: string;
  /** In front of every path of the contract; empty in most cases. */
  readonly basePath: string;
  /** Proxy and certificates on the way, for messages. */
  readonly hop: Hop;
  /** Small uploads. */
  readonly uploads: Dispatcher;
  /** Reads and downloads; browsing does not take the uploads' connections. */
  readonly reads: Dispatcher;
  /** Opens a request of node:http(s), which can wait for `100 Continue`; undici 8 cannot over HTTP/1.1. */
  openPut(path: string, headers: http.OutgoingHttpHeaders): http.ClientRequest;
  /** Why this address may not be asked, or null. */
  addressFault(url: URL): string | null;
  close(): Promise<void>;
}

/** Connections as the settings want them, or what is wrong in the settings. Opens nothing yet. */
export function createHttpAgent(options: HttpAgentOptions): HttpAgent | Failure {
  const url = URL.parse(options.url);
  if (url === null || !/^https?:$/.test(url.protocol))
    return problem(
      "settings",
      `${capital(portalAddress)} is not an https address: "${options.url}". Correct it.`,
    );
  const addressFault = (asked: URL): string | null => {
    if (asked.protocol === "https:" || isLoopback(asked.hostname)) return null;
    if (asked.protocol !== "http:") return `"${asked.protocol}" is not supported`;
    return options.allowInsecureHttp ? null : "without https, others could read and change the data";
  };
  const fault = addressFault(url);
  if (fault !== null)
    return problem(
      "tls",
      `${capital(portalAddress)} is ${url.origin}: ${fault}. Use https, or allow an unencrypted address there if you really want this.`,
    );
  const proxy = proxyFor(url, options);
  if (proxy !== null && "message" in proxy)
    return problem("settings", `${capital(proxy.source)} ${proxy.message}, or leave it empty.`);
  const trust = url.protocol === "https:" ? trustOf(options.caFile) : null;
  if (typeof trust === "string") return problem("tls", trust);

  const { connectMs } = options.timeouts;
  const secure = trust === null ? {} : { secureContext: trust.context, rejectUnauthorized: true };
  const connect = { timeout: connectMs, ...secure };
  const open = (connections: number): Dispatcher => {
    const shared = { connections, allowH2: false, connect, keepAliveMaxTimeout: 60_000 };
    const proxied = { ...shared, connectTimeout: connectMs, requestTls: secure, proxyTls: secure };
    return proxy === null ? new Agent(shared) : new ProxyAgent({ ...proxied, uri: proxy.uri });
  };
  const uploads = open(options.concurrency);
  const reads = open(4);
  const proxyEnv = proxy === null ? {} : { HTTP_PROXY: proxy.uri, HTTPS_PROXY: proxy.uri };
  const careful = {
    keepAlive: true,
    maxFreeSockets: options.concurrency,
    ...secure,
    proxyEnv,
  };
  const transport = url.protocol === "https:" ? nodeHttps : nodeHttp;
  const putAgent = new transport.Agent(careful);
  return {
    origin: url.origin,
    host: url.host,
    basePath: url.pathname.replace(/\/+$/, ""),
    hop: { proxy: proxy?.place ?? null, notes: trust?.notes ?? [] },
    uploads,
    reads,
    addressFault,
    openPut: (path, headers) =>
      transport.request({
        agent: putAgent,
        hostname: url.hostname.replace(/^\[(.*)\]$/, "$1"),
        port: url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port),
        method: "PUT",
        path,
        headers,
      }),
    async close() {
      putAgent.destroy();
      await Promise.all([uploads.destroy(), reads.destroy()]);
    },
  };
}

/** This PC is reached without any proxy. */
function proxyFor(url: URL, { proxy }: HttpAgentOptions): ProxyFound {
  if (isLoopback(url.hostname)) return null;
  return proxy === null ? proxyInEnvironment(process.env, url.href) : proxyFrom(proxy, proxySetting);
}

function problem(cause: Failure["cause"], message: string): Failure {
  return { cause, message, portalMessage: null };
}
