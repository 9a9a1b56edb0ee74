import type { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { lateModules } from "#adapters/late-modules.ts";
import type { Failure } from "#domain/cause.ts";
import type { ReadOutcome } from "#engine/ports/portal.ts";
import { readAnswerJson } from "./answer-json.ts";
import type { HttpAgent } from "./http-agent.ts";
import { isBreak, isOfHandshake, linkFailure } from "./link-failure.ts";
import { portalAddress } from "./places-in-settings.ts";
import type { Broken, PortalAnswer } from "./portal-answer.ts";
import { brokenCodes, errorsOf, headerOf, isHtml, portalWords } from "./portal-answer.ts";
import type { OutcomeFacts } from "./portal-outcome.ts";
import { outcomeOf } from "./portal-outcome.ts";
import type { PortalTimeouts } from "./portal-timeouts.ts";

/** Parts that every read needs. */
export interface ReadLink {
  /** Or what is wrong in the settings. */
  readonly agent: () => Promise<HttpAgent | Failure>;
  readonly timeouts: PortalTimeouts;
  readonly userAgent: string;
  readonly facts: () => OutcomeFacts;
  readonly onRequest: () => void;
  /** A request begins; what it gives hears of the headers, and what that gives of an answer that is the portal's own. */
  readonly onAsk?: () => (headers: PortalAnswer["headers"]) => () => void;
}

/** Answers of reads are cut off here, also when they are inflated from less. */
const largestAnswerBytes = 64_000_000;
const largestErrorBytes = 64 * 1024;

export type Opened =
  | {
      readonly kind: "opened";
      readonly answer: Dispatcher.ResponseData;
      readonly path: string;
      /** The body was read and is the portal's own. */
      readonly isOwn: () => void;
    }
  | Exclude<ReadOutcome<never>, { kind: "found" }>;

/**
 * GET whose 2xx answer is still to be read; any other answer is told as it is. `address` is absolute or a path of the
 * contract. `thing` may be missing: every 404 is a refusal then, also the web page of a portal that does not know the route.
 */
export async function openGet(
  link: ReadLink,
  address: string,
  accept: string,
  signal: AbortSignal,
  thing: string | null = null,
): Promise<Opened> {
  const agent = await link.agent();
  const { timeouts } = link;
  if ("message" in agent) return { kind: "failed", failure: agent };
  const url = URL.parse(address.startsWith("/") ? `${agent.origin}${agent.basePath}${address}` : address);
  const fault = url === null ? "it is not an address" : (agent.addressFault(url) ?? strangeFault(url, agent));
  if (url === null || fault !== null)
    return failedRead("not-the-portal", `The portal gives ${address} as the download address: ${fault}.`);
  const path = url.pathname + url.search;
  const encoding = accept === "application/json" ? "gzip" : "identity";
  const headers = { Accept: accept, "Accept-Encoding": encoding, "User-Agent": link.userAgent };
  const { answerMs: headersTimeout, stallMs: bodyTimeout } = timeouts;
  for (let tries = 1; ; tries++) {
    if (signal.aborted) return { kind: "abandoned" };
    link.onRequest();
    const heard = link.onAsk?.();
    try {
      const method = "GET";
      const request = { origin: url.origin, path, method, headers, headersTimeout, bodyTimeout, signal };
      const answer = await agent.reads.request(request);
      const isOwn = heard?.(answer.headers) ?? (() => {});
      if (answer.statusCode >= 200 && answer.statusCode < 300) return { kind: "opened", answer, path, isOwn };
      return await readFailure(answer, link, path, thing, isOwn);
    } catch (error) {
      if (signal.aborted) return { kind: "abandoned" };
      const broken = brokenBy(error, "no answer");
      // A kept-alive connection that the portal has just closed breaks like this.
      if (tries === 1 && isBreak(broken)) continue;
      return brokenRead(broken, link, path);
    }
  }
}

/** Only the portal itself is asked: a record could name any machine that this PC reaches. */
function strangeFault(url: URL, { origin }: HttpAgent): string | null {
  return url.origin === origin ? null : `it is not on ${origin}`;
}

/** GET of JSON, whole and parsed, not validated. */
export async function getJson(
  link: ReadLink,
  address: string,
  callerSignal: AbortSignal,
  thing: string | null,
): Promise<ReadOutcome<unknown>> {
  return await inTime(link, address, callerSignal, (signal) => readJson(link, address, signal, thing));
}

/** Runs a read whose answer must be whole in time, or it has failed: some bad queries make the portal trickle forever. */
export async function inTime<T>(
  { timeouts: { wholeAnswerMs } }: ReadLink,
  address: string,
  callerSignal: AbortSignal,
  read: (signal: AbortSignal) => Promise<ReadOutcome<T>>,
): Promise<ReadOutcome<T>> {
  const outcome = await read(AbortSignal.any([callerSignal, AbortSignal.timeout(wholeAnswerMs)]));
  if (outcome.kind !== "abandoned" || callerSignal.aborted) return outcome;
  const message = `The portal did not finish its answer to ${address} within ${wholeAnswerMs / 1000} s.`;
  return failedRead("portal-error", message);
}

async function readJson(
  link: ReadLink,
  address: string,
  signal: AbortSignal,
  thing: string | null,
): Promise<ReadOutcome<unknown>> {
  const opened = await openGet(link, address, "application/json", signal, thing);
  if (opened.kind !== "opened") return opened;
  const { answer, path } = opened;
  const read = await readCapped(answer, largestAnswerBytes);
  if (signal.aborted) return { kind: "abandoned" };
  if (read.kind === "broken") return brokenRead(read, link, path);
  if (read.kind === "too-long")
    return failedRead(
      "portal-error",
      `The portal's answer to ${path} is larger than ${largestAnswerBytes / 1e6} MB. Use more filters.`,
    );
  const body = read.bytes.toString("utf8");
  const { statusCode: status, headers } = answer;
  if (isHtml({ status, headers, body })) return failedRead("not-the-portal", webPage(link, path));
  const json = readAnswerJson(read.bytes, body);
  if (json.kind === "value") {
    opened.isOwn();
    return { kind: "found", value: json.value };
  }
  const said = portalWords({ status, headers, body: body.slice(0, 300) });
  const what = json.kind === "no-json" ? "is incomplete or not JSON" : "has too many parts";
  return failedRead(
    "portal-error",
    `The portal's answer to ${path} ${what} (${read.bytes.length} bytes).`,
    said,
  );
}

/** An answer that is no success. */
async function readFailure(
  answer: Dispatcher.ResponseData,
  link: ReadLink,
  path: string,
  thing: string | null,
  isOwn: () => void,
): Promise<Opened> {
  const read = await readCapped(answer, largestErrorBytes);
  const body = read.kind === "whole" ? read.bytes.toString("utf8") : "";
  const status = answer.statusCode;
  const whole: PortalAnswer = { kind: "answer", status, headers: answer.headers, body, isBodySent: true };
  const errors = errorsOf(body);
  if (status < 500 && errors !== null) {
    isOwn();
    return { kind: "refused", status, errors };
  }
  if (status === 404 && thing !== null)
    return { kind: "refused", status, errors: [`there is no such ${thing}`] };
  const outcome = outcomeOf("announce", whole, link.facts());
  if (outcome.kind === "hold") return { kind: "failed", failure: outcome.failure };
  return failedRead("portal-error", `The portal answered ${path} with status ${status}.`, portalWords(whole));
}

type Read =
  | { readonly kind: "whole"; readonly bytes: Buffer }
  | { readonly kind: "too-long" }
  | (Broken & { readonly receivedBytes: number });

/** The body, inflated where it is compressed, as long as it keeps within `capBytes`. */
export async function readCapped(answer: Dispatcher.ResponseData, capBytes: number): Promise<Read> {
  const pieces: Buffer[] = [];
  let receivedBytes = 0;
  try {
    for await (const piece of inflated(answer)) {
      receivedBytes += piece.length;
      if (receivedBytes > capBytes) return { kind: "too-long" };
      pieces.push(piece);
    }
  } catch (error) {
    return { ...brokenBy(error, "answer cut"), receivedBytes };
  } finally {
    answer.body.on("error", () => {}).destroy();
  }
  return { kind: "whole", bytes: Buffer.concat(pieces) };
}

/** The body of an answer, inflated where it is compressed. */
export function inflated(answer: Dispatcher.ResponseData): Readable {
  if (!/^\s*(x-)?gzip\s*$/i.test(headerOf({ headers: answer.headers }, "content-encoding") ?? ""))
    return answer.body;
  const gunzip = lateModules.zlib().createGunzip();
  answer.body.on("error", (error) => gunzip.destroy(error));
  return answer.body.pipe(gunzip);
}

export function brokenBy(error: unknown, detail: string): Broken {
  const { code, name, message } = error as Error & { code?: string };
  const isCut = detail === "answer cut" && !/TIMEOUT/.test(code ?? "");
  return {
    kind: "broken",
    code: isCut ? brokenCodes.cut : (code ?? name),
    detail: message,
    wasStarted:
      code !== "UND_ERR_CONNECT_TIMEOUT" &&
      !/\bconnect\b|getaddrinfo/.test(message) &&
      !isOfHandshake(code ?? name),
  };
}

export function brokenRead(
  broken: Broken,
  link: ReadLink,
  path: string,
): Extract<Opened, { kind: "failed" }> {
  const { host, hop } = link.facts();
  const { kind, failure } = linkFailure(broken, host, hop);
  if (kind === "hold") return { kind: "failed", failure };
  const what = failure.isSilence
    ? `${host} did not respond for too long`
    : `The connection to ${host} was lost`;
  const message = `${what} while ${path} was read (${broken.code}).`;
  return { kind: "failed", failure: { ...failure, message } };
}

export function webPage(link: ReadLink, path: string): string {
  return `${link.facts().host} answers ${path} with a web page instead of data: check ${portalAddress}. A login page of the network may answer instead.`;
}

export function failedRead(
  cause: Failure["cause"],
  message: string,
  portalMessage: string | null = null,
): Extract<Opened, { kind: "failed" }> {
  return { kind: "failed", failure: { cause, message, portalMessage } };
}
