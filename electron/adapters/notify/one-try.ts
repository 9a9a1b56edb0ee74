import type { SecureContext } from "node:tls";
import type { Dispatcher } from "undici";
import { retryAfterMs } from "#adapters/portal/portal-answer.ts";
import { oneLine } from "#base/text.ts";
import type { HookChannel } from "#domain/notification-settings.ts";
import type { Posted } from "./channel-bodies.ts";

/** Result of one try; `reason` begins with what answered or not: `answered 404: no_service`. */
export type Came =
  | { readonly kind: "taken" }
  | {
      readonly kind: "failed";
      readonly isTransient: boolean;
      readonly reason: string;
      /** How long the service wants to be left alone; 0 where it does not say. */
      readonly afterMs: number;
      /** Left out: nobody has it. Else all have it but these, who may get it by another try, and who was refused for good. */
      readonly partly?: { readonly left: readonly string[]; readonly isAnyRefused: boolean };
    };

/** A failure that another try does not change, unless said otherwise. */
export function failedTry(
  reason: string,
  isTransient = false,
  afterMs = 0,
): Extract<Came, { kind: "failed" }> {
  return { kind: "failed", reason, isTransient, afterMs };
}

export interface TryParts {
  readonly version: string;
  readonly proxy: string | null;
  /** Whose certificates are trusted, too. */
  readonly caFile: string | null;
  /** From the connection to the last byte. */
  readonly tryMs: number;
  readonly signal: AbortSignal;
}

interface Asked {
  readonly method: "GET" | "POST" | "PUT";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** More of an answer is not read. */
const answerBytes = 10_000;

/** A service on the web, by its address and its kind. */
type Service = Pick<HookChannel, "url"> & { readonly type: HookChannel["type"] | "heartbeat" | "report" };

/** Posts once, over a connection of its own. A redirect is not followed. */
export function postOnce(
  channel: HookChannel,
  { url, headers, body }: Posted,
  parts: TryParts,
): Promise<Came> {
  const all = { "content-type": "application/json", ...headers };
  return requestOnce(channel, { method: "POST", url, headers: all, body: JSON.stringify(body) }, parts);
}

/** Asks once, over a connection of its own. A redirect is not followed. */
export async function requestOnce(
  service: Service,
  { method, url, headers, body }: Asked,
  { version, proxy, caFile, tryMs, signal }: TryParts,
): Promise<Came> {
  // Loaded here: most stations have no channel.
  const { trustOf } = await import("#adapters/portal/trusted-certificates.ts");
  const trust = url.startsWith("https:") ? trustOf(caFile) : null;
  if (typeof trust === "string") return failedTry(`was not asked: ${trust.replace(/\.$/, "")}`);
  const { proxyFrom, proxyInEnvironment } = await import("#adapters/portal/environment.ts");
  const way = proxy === null ? proxyInEnvironment(process.env, url) : proxyFrom(proxy, "portal.proxy");
  if (way !== null && "message" in way) return failedTry(`was not asked: ${way.source} ${way.message}`);
  // The bundle has the agents of undici alone, with their requests.
  const { Agent, ProxyAgent } = await import("undici");
  const timeout = AbortSignal.timeout(tryMs);
  const stop = AbortSignal.any([signal, timeout]);
  let dispatcher: Dispatcher | null = null;
  try {
    const secure = trust === null ? {} : { secureContext: trust.context, rejectUnauthorized: true };
    dispatcher = wayTo({ Agent, ProxyAgent }, way?.uri ?? null, secure, tryMs);
    const { origin, pathname, search } = new URL(url);
    const answer = await dispatcher.request({
      origin,
      path: pathname + search,
      method,
      headers: { "user-agent": `Skyferry/${version}`, ...headers },
      body,
      signal: stop,
    });
    const { statusCode } = answer;
    const text = await beginningOf(answer.body).catch(() => "");
    if (statusCode >= 200 && statusCode < 300)
      return refusalIn(text, statusCode, service) ?? { kind: "taken" };
    const said = statusCode >= 300 && statusCode < 400 ? "redirects are not followed" : saidIn(text, service);
    const reason = `answered ${statusCode}${said === "" ? "" : `: ${said}`}`;
    const isTransient = statusCode >= 500 || [408, 425, 429].includes(statusCode);
    return failedTry(reason, isTransient, retryAfterMs(answer, Date.now()) ?? 0);
  } catch (error) {
    if (timeout.aborted) return failedTry(`did not answer in ${tryMs / 1000} s`, true);
    const code = codeOf(error);
    const certificate = certificateReason(code);
    if (certificate !== null) return failedTry(certificate);
    if (code === "ERR_SSL_WRONG_VERSION_NUMBER")
      return failedTry("does not speak https there: check the address");
    return failedTry(`cannot be reached: ${code}`, true);
  } finally {
    await dispatcher?.destroy();
  }
}

function wayTo(
  { Agent, ProxyAgent }: Pick<typeof import("undici"), "Agent" | "ProxyAgent">,
  proxy: string | null,
  secure: { readonly secureContext?: SecureContext },
  tryMs: number,
): Dispatcher {
  const tls = { requestTls: secure, proxyTls: secure };
  const shared = { connections: 1, connect: { timeout: tryMs, ...secure }, ...tls };
  if (proxy !== null) return new ProxyAgent({ ...shared, uri: proxy });
  return new Agent(shared);
}

async function beginningOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= answerBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, answerBytes).toString("utf8");
}

/**
 * A refusal in the words of a success, null where it is none: Teams' connectors answer 200 for what they could not post, and
 * a login page of the network or the front page of a server answers anything. A webhook of one's own says what it likes.
 */
function refusalIn(text: string, statusCode: number, service: Service): Came | null {
  if (service.type === "webhook") return null;
  if (/^\s*</.test(text))
    return failedTry(`answered ${statusCode} with a web page: check the address, or log in to the network`);
  const isLate = text.startsWith("Webhook message delivery failed");
  if (!isLate && !isRefusal(text)) return null;
  return failedTry(
    `answered ${statusCode}, but did not accept the message: ${saidIn(text, service)}`,
    isLate,
  );
}

function isRefusal(text: string): boolean {
  try {
    const { ok, success, error } = JSON.parse(text) as Record<string, unknown>;
    return ok === false || success === false || (error !== undefined && error !== null && error !== "");
  } catch {
    return false;
  }
}

const certificateReasons: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: "shows a certificate for another name",
  CERT_HAS_EXPIRED: "shows a certificate that has expired",
  CERT_NOT_YET_VALID: "shows a certificate that is not valid yet: check this PC's clock",
  DEPTH_ZERO_SELF_SIGNED_CERT: "shows a self-signed certificate",
  SELF_SIGNED_CERT_IN_CHAIN: "shows a certificate that this PC does not trust",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "shows a certificate that this PC does not trust",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "shows a certificate that this PC does not trust",
};

/** Gives the fault of a certificate, with OpenSSL's name for it; null where the code is of something else. */
export function certificateReason(code: string): string | null {
  const words = certificateReasons[code];
  return words === undefined ? null : `${words} (${code})`;
}

const saidAtMost = 120;

/** The service's own words, on one line and without anything of the address. */
function saidIn(text: string, service: Service): string {
  const words = messageIn(text);
  if (/^\s*</.test(words)) return "";
  const { href, pathname, search } = new URL(service.url);
  const parts = [href, pathname + search, pathname, search, ...pathname.split("/")];
  return saidWithout(
    words,
    parts.filter((part) => part.length > 5),
  );
}

/** Gives somebody's answer as the end of a sentence: one line, not long, and without what is nobody's business. */
export function saidWithout(words: string, secrets: readonly string[]): string {
  const clean = secrets.reduce((left, secret) => left.replaceAll(secret, "***"), words);
  const line = oneLine(clean.trim()).replace(/\.$/, "");
  return line.length > saidAtMost ? `${line.slice(0, saidAtMost)}…` : line;
}

/** Mattermost, ntfy and Teams answer in JSON, Slack in plain text. */
function messageIn(text: string): string {
  try {
    const { message, error } = JSON.parse(text) as Record<string, unknown>;
    const inner = typeof error === "object" && error !== null ? Reflect.get(error, "message") : error;
    const words = [message, inner].find((one) => typeof one === "string" && one !== "");
    return typeof words === "string" ? words : "";
  } catch {
    return text;
  }
}

/** A word for the log that cannot hold the address. */
function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "the connection failed";
}
