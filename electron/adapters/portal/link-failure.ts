import { phrase } from "#base/phrase.ts";
import type { Failure } from "#domain/cause.ts";
import type { Outcome } from "#domain/outcome.ts";
import { ownCertificates, portalAddress, portalTab, proxySetting } from "./places-in-settings.ts";
import type { Broken, CameBack } from "./portal-answer.ts";
import { brokenCodes } from "./portal-answer.ts";

const stays = "Everything stays queued here.";

/** Outcome of a broken link: nothing reached the portal (`hold`), or nobody knows what did (`unknown`). */
export type LinkFailure = Extract<Outcome, { kind: "hold" | "unknown" }>;

/** Proxy and certificates on the way from this PC to the portal. */
export interface Hop {
  /** `proxy.example:3128`; null: none. */
  readonly proxy: string | null;
  /** Certificates of the environment that could not be read, a clause each. */
  readonly notes: readonly string[];
}

/** From the library's code to an outcome. `host` is the portal's host name, for the message. */
export function linkFailure(broken: Broken, host: string, hop: Hop | null = null): LinkFailure {
  const proxy = hop?.proxy ?? null;
  // Once the request is on its way, a record that cannot be read is a lost connection like any other.
  const tls = broken.wasStarted ? null : tlsFault(broken.code);
  if (tls !== null) {
    const notes = (hop?.notes ?? []).map((note) => ` ${note}.`).join("");
    const by = broken.code === "UND_ERR_PRX_TLS" && proxy !== null ? `the proxy ${proxy}` : host;
    return hold("tls", `The connection to ${by} is not secure: ${tls}${notes}`);
  }
  const proxyStatus = proxyStatusOf(broken);
  if (proxyStatus === 407)
    return hold(
      "credentials",
      `The proxy${named(proxy)} requires a user name and password: check ${proxySetting} or HTTPS_PROXY.`,
    );
  if (proxyStatus !== null)
    return hold(
      "unreachable",
      `The proxy${named(proxy)} rejects the connection to ${host} (status ${proxyStatus}): check ${proxySetting} and ${portalAddress}.`,
    );
  if (/^HPE_(?!INVALID_EOF_STATE)|^HTTPParserError$/.test(broken.code))
    return {
      ...hold("not-the-portal", `What answers at ${host} does not speak HTTP: check ${portalAddress}.`),
      doubt: { said: "something else than HTTP" },
    };
  const beforeProxy = proxy !== null && (!broken.wasStarted || neverStarted.has(broken.code));
  if (beforeProxy)
    return hold(
      "unreachable",
      `The proxy ${proxy} cannot be reached: ${proxyReasons[broken.code] ?? phrase("the connection was lost")} (${broken.code}). Check ${proxySetting}, or HTTPS_PROXY and ALL_PROXY of the environment. Everything stays queued here.`,
    );
  const unreachable = unreachableReasons[broken.code];
  if (unreachable !== undefined && (!broken.wasStarted || neverStarted.has(broken.code))) {
    const message = `${unreachable.replace("%", host + addressIn(broken.detail, host))} ${stays}`;
    const isPortalSide = broken.code === "ECONNREFUSED" || broken.code === "EHOSTDOWN";
    const what = failure("unreachable", message);
    return {
      kind: "hold",
      failure: isPortalSide ? { ...what, isPortalSide } : what,
      retryAfterMs: null,
    };
  }
  if (!broken.wasStarted)
    return hold(
      "unreachable",
      `The connection to ${host} was lost before anything was sent (${broken.code}). Everything stays queued here.`,
    );
  if (broken.code === brokenCodes.trickling) {
    const message = `${host} did not finish its answer in time. Skyferry asks the portal what it has received before it sends this file again.`;
    return { kind: "unknown", failure: failure("no-progress", message) };
  }
  const isSilence = silenceCodes.has(broken.code);
  const lost = failure(
    "link-broken",
    `${isSilence ? `${host} did not respond for too long` : `The connection to ${host} was lost`} before the answer was complete (${broken.code}). Skyferry asks the portal what it has received before it sends this file again.`,
  );
  return { kind: "unknown", failure: isSilence ? { ...lost, isSilence } : lost };
}

const unreachableReasons: Readonly<Record<string, string>> = {
  ENOTFOUND: `The name % is not known: check ${portalAddress} and the network connection.`,
  ENODATA: `The name % has no address: check ${portalAddress}.`,
  EAI_AGAIN: "The name % cannot be resolved now: the network or its name server is down.",
  EAI_NODATA: `The name % has no address: check ${portalAddress}.`,
  EAI_NONAME: `The name % is not known: check ${portalAddress} and the network connection.`,
  EAI_FAIL: "The name % cannot be resolved: the name server fails.",
  ECONNREFUSED: `% refuses the connection: the portal is down, or its address ${portalTab} names the wrong port.`,
  EHOSTUNREACH: "There is no route to %.",
  ENETUNREACH: "There is no network connection to %.",
  EHOSTDOWN: "% is down.",
  ENETDOWN: "The network of this PC is down.",
  EADDRNOTAVAIL: "This PC has no network address to reach % from.",
  EACCES: "This PC does not allow a connection to %: check its firewall.",
  EPERM: "This PC does not allow a connection to %: check its firewall.",
  ETIMEDOUT: "% did not accept the connection in time.",
  UND_ERR_CONNECT_TIMEOUT: "% did not accept the connection in time.",
};

function named(proxy: string | null): string {
  return proxy === null ? "" : ` ${proxy}`;
}

const proxyReasons: Readonly<Record<string, string>> = {
  ENOTFOUND: "its name is not known",
  EAI_AGAIN: "its name cannot be resolved now",
  ECONNREFUSED: "it refuses the connection",
  EHOSTUNREACH: "there is no route to it",
  ENETUNREACH: "there is no network connection",
  ETIMEDOUT: "it did not accept the connection in time",
  UND_ERR_CONNECT_TIMEOUT: "it did not accept the connection in time",
};

/** Codes that are only ever given while connecting. */
const neverStarted: ReadonlySet<string> = new Set([
  "ENOTFOUND",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "UND_ERR_CONNECT_TIMEOUT",
]);

const silenceCodes: ReadonlySet<string> = new Set([
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "ETIMEDOUT",
  brokenCodes.stalled,
]);

const untrusted = `its certificate is not signed by an authority that this PC trusts. If your institute has its own authority, add its certificate file in ${ownCertificates}.`;

const tlsFaults: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED:
    "its certificate has expired. Check the clock of this PC, then tell the portal's operators.",
  CERT_NOT_YET_VALID: "its certificate is not valid yet. Check the clock of this PC.",
  CERT_REVOKED: "its certificate has been revoked. Tell the portal's operators.",
  ERR_TLS_CERT_ALTNAME_INVALID: `its certificate belongs to another host. Check ${portalAddress}.`,
  HOSTNAME_MISMATCH: `its certificate belongs to another host. Check ${portalAddress}.`,
  DEPTH_ZERO_SELF_SIGNED_CERT: `its certificate is self-signed. If that is intended, add the certificate file in ${ownCertificates}.`,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  CERT_UNTRUSTED: untrusted,
  CERT_SIGNATURE_FAILURE: "the signature of its certificate is wrong. Tell the portal's operators.",
  UND_ERR_PRX_TLS: `the certificate of the proxy is not trusted. Check ${proxySetting}.`,
  EPROTO: `what answers there does not speak TLS. Check port and scheme of ${portalAddress}.`,
};

function tlsFault(code: string): string | null {
  const known = tlsFaults[code];
  if (known !== undefined) return known;
  if (code === "ERR_SSL_WRONG_VERSION_NUMBER" || code === "ERR_SSL_PACKET_LENGTH_TOO_LONG")
    return tlsFaults.EPROTO ?? null;
  return /^(ERR_SSL_|ERR_TLS_|CERT_|CRL_)/.test(code) ? `the TLS handshake failed (${code}).` : null;
}

/** True for the code of a handshake that failed, as far as a code tells. */
export function isOfHandshake(code: string): boolean {
  return tlsFault(code) !== null && !code.endsWith("BAD_RECORD_MAC");
}

function proxyStatusOf(broken: Broken): number | null {
  const said =
    /Proxy response \((\d{3})\)/.exec(broken.detail) ??
    /Proxy Authentication Required \((407)\)/.exec(broken.detail) ??
    (broken.code === "ERR_PROXY_TUNNEL" ? /HTTP\/1\.\d (\d{3})/.exec(broken.detail) : null);
  return said === null ? null : Number(said[1]);
}

/** The address that was tried, where the library names another than the host: it may be that of a proxy. */
function addressIn(detail: string, host: string): string {
  const address = /(?:^| )((?:\d+(?:\.\d+){3}|[0-9a-f:]+):\d+)(?: |$)/i.exec(detail)?.[1];
  return address === undefined || address === host ? "" : ` (at ${address})`;
}

function hold(cause: Failure["cause"], message: string): Extract<LinkFailure, { kind: "hold" }> {
  return { kind: "hold", failure: failure(cause, message), retryAfterMs: null };
}

function failure(cause: Failure["cause"], message: string): Failure {
  return { cause, message, portalMessage: null };
}

const breakCodes: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "ECONNABORTED", "UND_ERR_SOCKET"]);

/** True when the connection broke before a byte of the answer: it may have been a stale one, or an answer was lost. */
export function isBreak(came: CameBack): boolean {
  return came.kind === "broken" && came.wasStarted && breakCodes.has(came.code);
}
