import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { ReplyErrorCode } from "#contract/error-codes.ts";
import type { MethodName } from "#contract/methods.ts";
import { accessOf } from "#contract/scopes.ts";
import { isEnough } from "#domain/stored-token.ts";
import type { TokenFacts, TokenStore } from "#engine/ports/token-store.ts";

/** Why a request is turned away, with its HTTP status. */
export interface GuardRefusal {
  readonly status: number;
  readonly code: ReplyErrorCode;
  readonly message: string;
  /** `WWW-Authenticate`; left out: the usual one for its status. */
  readonly challenge?: string;
}

/**
 * Null when the request was meant for this address and comes from no other site. A page of another site can reach
 * loopback under a name of its own (DNS rebinding); only its Host, Origin and Sec-Fetch-Site headers tell.
 */
export function checkOrigin(request: IncomingMessage, port: number): GuardRefusal | null {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
  const { host, origin } = request.headers;
  if (host === undefined || !hosts.includes(host.toLowerCase())) {
    return forbidden(`This address is for programs of this PC only: open http://127.0.0.1:${port}/ itself.`);
  }
  if (origin !== undefined && origin !== `http://${host.toLowerCase()}`) {
    return forbidden("Requests from other sites are not allowed.");
  }
  return null;
}

/** Null unless a browser says that another site made this request. */
export function checkSite(request: IncomingMessage): GuardRefusal | null {
  const site = request.headers["sec-fetch-site"];
  if (site === undefined || site === "same-origin" || site === "none") return null;
  return forbidden("Requests from other sites are not allowed.");
}

/** Asker of a request, as its token says. */
export type Caller = { readonly kind: "host" } | { readonly kind: "stored"; readonly token: TokenFacts };

/** Who asks. The host's own token is compared in the same time however much of it is right. */
export async function callerOf(
  request: IncomingMessage,
  hostToken: string,
  tokens: Pick<TokenStore, "inForce"> | undefined,
): Promise<Caller | GuardRefusal> {
  const given = givenToken(request);
  if (timingSafeEqual(digest(given), digest(hostToken))) return { kind: "host" };
  const token = (await tokens?.inForce(given)) ?? null;
  if (token !== null) return { kind: "stored", token };
  const message =
    "The token is missing, wrong, revoked or expired: open the address that the host printed, with its #token, or create one with skyferry token create.";
  return { status: 401, code: "unauthorized", message };
}

export function givenToken(request: IncomingMessage): string {
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
}

/** Null when the caller may call this method. */
export function checkScope(caller: Caller, method: MethodName): GuardRefusal | null {
  const { scope } = accessOf(method);
  if (caller.kind === "host" || isEnough(caller.token.scope, scope)) return null;
  const needed = scope === "host" ? "the host's own token" : `a token with the scope ${scope}`;
  return {
    ...forbidden(`${method} needs ${needed}; this token has the scope ${caller.token.scope}.`),
    challenge: `Bearer error="insufficient_scope"${scope === "host" ? "" : `, scope="${scope}"`}`,
  };
}

function forbidden(message: string): GuardRefusal {
  return { status: 403, code: "forbidden", message };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** Headers of every answer to a page, over loopback and in the window: nothing is kept, framed or guessed. */
export const answerHeaders: Readonly<Record<string, string>> = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
};
