import type { Failure } from "#domain/cause.ts";
import type { Clock } from "#engine/ports/host.ts";
import { readAnswerJson } from "./answer-json.ts";
import type { Steps } from "./connection-steps.ts";
import type { HttpAgent } from "./http-agent.ts";
import { failedRead, type Opened, openGet, type ReadLink, readCapped } from "./http-get.ts";
import { portalAddress } from "./places-in-settings.ts";
import { headerOf, isHtml } from "./portal-answer.ts";

const sitesPath = "/api/sites";
const largestAnswerBytes = 16_000_000;

/**
 * Asks for the list of sites, which every portal gives to everybody (docs/portal/api.md, "Endpoints"), without any
 * password. Notes `reach`, `tls` and `portal`.
 */
export async function looksLikePortal(
  link: ReadLink,
  { host, origin }: Pick<HttpAgent, "host" | "origin">,
  steps: Steps,
  clock: Clock,
  callerSignal: AbortSignal,
): Promise<"yes" | "failed" | "abandoned"> {
  const isSecure = origin.startsWith("https:");
  const { wholeAnswerMs } = link.timeouts;
  const signal = AbortSignal.any([callerSignal, AbortSignal.timeout(wholeAnswerMs)]);
  const opened = await openGet(link, sitesPath, "application/json", signal);
  if (callerSignal.aborted) return "abandoned";
  const isReached = opened.kind === "opened" || opened.kind === "refused" || isAnswer(opened);
  if (isReached) {
    steps.ok("reach", `${host} answers.`);
    if (isSecure) steps.ok("tls", "The connection is encrypted and the certificate is valid for this host.");
    else steps.skipped("tls", "Plain http: the connection is not encrypted.");
  }
  const read = opened.kind === "opened" ? await sitesIn(opened, link) : opened;
  if (callerSignal.aborted) return "abandoned";
  if (read.kind === "sites") {
    steps.ok("portal", `The portal answers: it lists ${read.sites.length} sites.`);
    steps.sites(read.sites);
    const ahead = clockAhead(read.date, clock);
    if (ahead !== null) steps.clockAhead(ahead);
    return "yes";
  }
  if (read.kind === "refused") {
    const said = read.errors.join("; ");
    steps.failed(
      "portal",
      `${host} does not return the list of sites (status ${read.status}${said === "" ? "" : `, "${said}"`}): check ${portalAddress}.`,
    );
    return "failed";
  }
  if (read.kind === "abandoned") {
    steps.failed("portal", `${host} did not finish its answer within ${wholeAnswerMs / 1000} s.`);
    return "failed";
  }
  noteFailure(read.failure, { isSecure, host, answerMs: link.timeouts.answerMs }, steps);
  return "failed";
}

type Look =
  | { readonly kind: "sites"; readonly sites: readonly unknown[]; readonly date: string | null }
  | Exclude<Opened, { kind: "opened" }>;

async function sitesIn(opened: Extract<Opened, { kind: "opened" }>, link: ReadLink): Promise<Look> {
  const { answer } = opened;
  const { host } = link.facts();
  const read = await readCapped(answer, largestAnswerBytes);
  if (read.kind !== "whole")
    return failedRead("portal-error", `The answer of ${host} ended before it was complete.`);
  const body = read.bytes.toString("utf8");
  const { statusCode: status, headers } = answer;
  if (isHtml({ status, headers, body }))
    return failedRead(
      "not-the-portal",
      `${host} answers with a web page instead of the portal's data: check ${portalAddress}. A login page of the network may answer instead.`,
    );
  const json = readAnswerJson(read.bytes, body);
  const sites = json.kind === "value" ? json.value : null;
  if (!Array.isArray(sites))
    return failedRead(
      "not-the-portal",
      `What answers at ${host} does not return the portal's list of sites: check ${portalAddress}.`,
    );
  opened.isOwn();
  return { kind: "sites", sites, date: headerOf({ headers }, "date") };
}

/** True when somebody answered over HTTP, whatever it was. */
function isAnswer(opened: Opened): boolean {
  if (opened.kind !== "failed") return false;
  const { cause, message } = opened.failure;
  if (cause === "credentials") return !message.startsWith("The proxy");
  return !["unreachable", "tls", "link-broken"].includes(cause);
}

function noteFailure(
  { cause, message, portalMessage }: Failure,
  { isSecure, host, answerMs }: { isSecure: boolean; host: string; answerMs: number },
  steps: Steps,
): void {
  const plain = message.replace(/ Everything stays queued here\.$/, "");
  const said = portalMessage === null ? plain : `${plain} It said: "${portalMessage}"`;
  // A proxy that wants a password is a matter of reaching the portal.
  const isProxy = cause === "credentials" && message.startsWith("The proxy");
  if (cause === "tls" && isSecure) {
    steps.ok("reach", `${host} accepts the connection.`);
    steps.failed("tls", said);
  } else if (cause === "link-broken" && /TIMEOUT|STALLED/.test(message)) {
    steps.failed("reach", `${host} accepts the connection but does not answer within ${answerMs / 1000} s.`);
  } else if (cause === "unreachable" || cause === "link-broken" || isProxy) {
    steps.failed("reach", said);
  } else if (cause === "credentials") {
    steps.failed(
      "portal",
      `${host} requires a login for the list of sites, which is public on the portal: check ${portalAddress}.`,
    );
  } else {
    steps.failed("portal", said);
  }
}

function clockAhead(date: string | null, clock: Clock): number | null {
  const portalMs = Date.parse(date ?? "");
  return Number.isNaN(portalMs) ? null : Math.round((portalMs - clock.nowMs()) / 1000);
}
