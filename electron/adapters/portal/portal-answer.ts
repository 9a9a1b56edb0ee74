/** The portal's answer to one request, whole. */
export interface PortalAnswer {
  readonly kind: "answer";
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Text of the body; may be cut behind its first kilobytes. */
  readonly body: string;
  /** False when the answer came before the request's body had been sent (docs/portal/observed.md §2, "Early answers"). */
  readonly isBodySent: boolean;
}

/** No whole answer came. */
export interface Broken {
  readonly kind: "broken";
  /** Code of Node.js, OpenSSL or undici (`ECONNRESET`, `CERT_HAS_EXPIRED`, `UND_ERR_CONNECT_TIMEOUT`), or one of `brokenCodes`. */
  readonly code: string;
  /** Words of the library; shown to nobody as they are. */
  readonly detail: string;
  /** True when bytes of the request may have reached the portal. */
  readonly wasStarted: boolean;
}

/** Codes of a Broken that no library gives. */
export const brokenCodes = {
  /** No byte moved for the time-out. */
  stalled: "SKYFERRY_STALLED",
  /** Bytes of an answer came in, and until patience ended no whole answer, or nothing of the body left meanwhile. */
  trickling: "SKYFERRY_ANSWER_TRICKLES",
  /** The connection closed in the middle of the answer. */
  cut: "SKYFERRY_ANSWER_CUT",
} as const;

/** The body gave another number of bytes than promised; the request was given up before it looked complete. */
interface BodyChanged {
  readonly kind: "body-changed";
  readonly expectedBytes: number;
  readonly gotBytes: number;
}

/** Answer to one request of an upload, or why there is none. */
export type CameBack = PortalAnswer | Broken | BodyChanged | { readonly kind: "abandoned" };

/** First value of a header, or null. */
export function headerOf(answer: Pick<PortalAnswer, "headers">, name: string): string | null {
  const value = answer.headers[name];
  return (typeof value === "string" ? value : value?.[0]) ?? null;
}

const markup = /^\uFEFF?\s*<(!doctype|!--|\?xml|[a-z][a-z0-9]*[\s/>])/i;

/**
 * True when the body is a web page where the portal sends text or JSON. The live portal calls every failure text
 * `text/html` (docs/portal/observed.md §1), so from 400 on the body alone decides; before, the type may refuse a login page.
 */
export function isHtml({
  status,
  headers,
  body,
}: Pick<PortalAnswer, "status" | "headers" | "body">): boolean {
  if (markup.test(body)) return true;
  return (
    status < 400 && /^\s*(text\/html|application\/xhtml)/i.test(headerOf({ headers }, "content-type") ?? "")
  );
}

const quotedLength = 300;

/** Gives the portal's words for the operator: one line of at most 300 characters, never markup; null when there are none. */
export function portalWords(answer: Pick<PortalAnswer, "status" | "headers" | "body">): string | null {
  if (isHtml(answer)) return null;
  const line = (errorsOf(answer.body)?.join("; ") ?? answer.body).replace(/[\s\p{Cc}]+/gu, " ").trim();
  if (line === "") return null;
  return line.length > quotedLength ? `${line.slice(0, quotedLength - 1)}…` : line;
}

/** Messages of a JSON Error body (docs/portal/api.md, "Error"), or null when the text is none. */
export function errorsOf(body: string): readonly string[] | null {
  if (!/^\s*\{/.test(body)) return null;
  try {
    const { errors } = JSON.parse(body) as { errors?: unknown };
    if (typeof errors === "string") return [errors];
    if (Array.isArray(errors)) return errors.map((error) => String(error));
    return null;
  } catch {
    return null;
  }
}

const longestWaitMs = 3_600_000;

/**
 * Retry-After in milliseconds: seconds or an HTTP date, at most an hour; null when absent, past or not readable.
 * A date is taken against the portal's own clock where it sends one.
 */
export function retryAfterMs(answer: Pick<PortalAnswer, "headers">, nowMs: number): number | null {
  const written = headerOf(answer, "retry-after")?.trim() ?? "";
  if (/^\d+$/.test(written)) return Math.min(Number(written) * 1000, longestWaitMs);
  if (!/^[A-Za-z]{3,9},? .*GMT$/.test(written)) return null;
  const untilMs = Date.parse(written) - (parsedDate(headerOf(answer, "date")) ?? nowMs);
  return untilMs > 0 ? Math.min(untilMs, longestWaitMs) : null;
}

function parsedDate(written: string | null): number | null {
  const ms = Date.parse(written ?? "");
  return Number.isNaN(ms) ? null : ms;
}
