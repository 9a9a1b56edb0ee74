import type { Cause, Failure } from "#domain/cause.ts";
import type { OpenAnswer, Outcome, Stage } from "#domain/outcome.ts";
import type { SourceKind } from "#domain/settings.ts";
import { type Hop, linkFailure } from "./link-failure.ts";
import { portalAddress, proxySetting } from "./places-in-settings.ts";
import type { CameBack, PortalAnswer } from "./portal-answer.ts";
import { errorsOf, headerOf, isHtml, portalWords, retryAfterMs } from "./portal-answer.ts";

export interface OutcomeFacts {
  /** The portal's host name, for messages. */
  readonly host: string;
  /** Proxy and certificates on the way; left out: none. */
  readonly hop?: Hop | undefined;
  /** Epoch milliseconds; dates in Retry-After are taken against it when the answer has no Date. */
  readonly nowMs: number;
  /** Failures of model files are JSON (docs/portal/observed.md §5). */
  readonly kind?: SourceKind | undefined;
}

/**
 * The outcome table: what one request of an upload came to
 * (rows of docs/portal/observed.md §1 and §2). Pure. The first row of `rows` that fits an answer decides.
 */
export function outcomeOf(stage: Stage, came: CameBack, facts: OutcomeFacts): Outcome {
  switch (came.kind) {
    case "abandoned":
      return came;
    case "broken":
      return linkFailure(came, facts.host, facts.hop);
    case "body-changed":
      return {
        kind: "hash-again",
        failure: {
          cause: "file-changing",
          message: `The file had ${came.gotBytes} bytes instead of ${came.expectedBytes}: it changed while it was being sent. It is read again.`,
          portalMessage: null,
        },
      };
    case "answer":
      for (const row of rows)
        if ((row.stage === null || row.stage === stage) && row.fits(came, facts))
          return row.gives(came, facts);
      return { kind: "unknown", failure: failure("portal-error", "The portal's answer is empty.", came) };
  }
}

interface Row {
  /** Null is both. */
  readonly stage: Stage | null;
  readonly fits: (answer: PortalAnswer, facts: OutcomeFacts) => boolean;
  readonly gives: (answer: PortalAnswer, facts: OutcomeFacts) => Outcome;
}

const status =
  (...wanted: readonly number[]) =>
  (answer: PortalAnswer): boolean =>
    wanted.includes(answer.status);
const within =
  (from: number, to: number) =>
  (answer: PortalAnswer): boolean =>
    answer.status >= from && answer.status <= to;
const says =
  (code: number, text: string) =>
  (answer: PortalAnswer): boolean =>
    answer.status === code && (portalWords(answer) ?? "").startsWith(text);
const confirms =
  (code: number) =>
  (answer: PortalAnswer): boolean =>
    answer.status === code && /^(OK|Created)$/.test(answer.body.trim()) && !isHtml(answer);

const notThePortal: Row["gives"] = (answer, { host, nowMs }) => {
  const location = headerOf(answer, "location");
  const message =
    location === null
      ? `What answers at ${host} is not the portal's upload service (status ${answer.status}${isHtml(answer) ? ", a web page" : ""}): check ${portalAddress}. A login page of the network may answer instead.`
      : `${host} redirects to another address (${hostOf(location)}): check ${portalAddress}. A login page of the network may answer instead.`;
  return {
    kind: "hold",
    failure: failure("not-the-portal", message, answer),
    retryAfterMs: retryAfterMs(answer, nowMs),
    doubt: doubtOf(answer),
  };
};

/** Rows of one kind; `%` in the message stands for the host. */
const hold =
  (cause: Cause, message: string): Row["gives"] =>
  (answer, facts) => ({
    kind: "hold",
    failure: failure(cause, message.replace("%", facts.host), answer),
    retryAfterMs: retryAfterMs(answer, facts.nowMs),
    doubt: doubtOf(answer),
  });
const retry =
  (cause: Cause, message: string): Row["gives"] =>
  (answer, facts) => ({
    kind: "retry",
    failure: failure(cause, message, answer),
    retryAfterMs: retryAfterMs(answer, facts.nowMs),
  });
const file =
  (
    kind: "block" | "hash-again" | "announce-again" | "unknown",
    cause: Cause,
    message: string,
  ): Row["gives"] =>
  (answer) => ({ kind, failure: failure(cause, message, answer) });

const refused = file("block", "refused", "The portal refuses this file. Fix the cause, then retry.");
const unclear = file(
  "unknown",
  "portal-error",
  "The portal's answer does not say whether it has the content. Skyferry asks it before it sends the file again.",
);

const rows: readonly Row[] = [
  { stage: null, fits: (answer) => within(200, 299)(answer) && isHtml(answer), gives: notThePortal },
  { stage: "announce", fits: within(200, 299), gives: () => ({ kind: "accepted" }) },
  {
    stage: "send",
    fits: (answer) => confirms(201)(answer) && answer.isBodySent,
    gives: () => ({ kind: "delivered", how: "stored" }),
  },
  { stage: "send", fits: confirms(200), gives: () => ({ kind: "delivered", how: "replaced" }) },
  { stage: "send", fits: within(200, 299), gives: unclear },
  { stage: null, fits: within(300, 399), gives: notThePortal },
  {
    stage: null,
    fits: says(401, "Missing permission"),
    gives: file(
      "block",
      "no-permission",
      "This user has no permission to send for this site. Ask the portal's operators, or correct the site of the instrument.",
    ),
  },
  {
    stage: null,
    fits: status(401),
    gives: (answer, { host, nowMs }) => ({
      kind: "hold",
      failure: failure(
        "credentials",
        `${host} does not accept the user name and password: check them in Settings.`,
        answer,
      ),
      retryAfterMs: retryAfterMs(answer, nowMs),
      doubt: { ...doubtOf(answer), isOfPassword: true },
    }),
  },
  {
    stage: null,
    fits: status(403),
    gives: hold(
      "not-the-portal",
      `% or something in front of it, as a firewall, does not allow this (status 403): check ${portalAddress}, then ask who runs the network.`,
    ),
  },
  {
    stage: null,
    fits: status(407),
    gives: (answer) => ({
      kind: "hold",
      failure: failure(
        "credentials",
        `The proxy requires a user name and password: check ${proxySetting}.`,
        answer,
      ),
      retryAfterMs: null,
    }),
  },
  { stage: null, fits: status(404), gives: notThePortal },
  {
    stage: null,
    fits: status(408),
    gives: retry("link-broken", "The portal stopped waiting for this file."),
  },
  {
    stage: null,
    fits: status(423),
    gives: retry(
      "record-in-use",
      "The portal has locked this file's record. Skyferry retries automatically.",
    ),
  },
  {
    stage: null,
    fits: status(425),
    gives: retry("portal-error", "The portal asks to retry later."),
  },
  {
    stage: null,
    fits: status(413),
    gives: file(
      "block",
      "too-large",
      "This file is too large for the portal. Ask the portal's operators how to deliver it.",
    ),
  },
  { stage: null, fits: status(429), gives: hold("throttled", "% asks for fewer requests. Skyferry pauses.") },
  {
    stage: "announce",
    // These words alone say so; any other 409 comes from something in between (docs/portal/observed.md §1).
    fits: (answer, { kind }) =>
      answer.status === 409 &&
      (kind === "model" ? errorsOf(answer.body)?.join() : answer.body.trim()) === "File already uploaded",
    gives: () => ({ kind: "received-before" }),
  },
  {
    stage: "announce",
    fits: status(409),
    gives: retry(
      "portal-error",
      "The answer has status 409 but is not from the portal, so it confirms nothing. Skyferry retries automatically.",
    ),
  },
  { stage: "send", fits: status(409), gives: unclear },
  { stage: null, fits: (answer) => within(400, 499)(answer) && isHtml(answer), gives: notThePortal },
  {
    stage: "send",
    fits: says(400, "No metadata matches this hash"),
    gives: file(
      "announce-again",
      "record-in-use",
      "The portal no longer knows the announcement of this file. It is announced again.",
    ),
  },
  {
    stage: "send",
    fits: says(400, "Checksum does not match file contents"),
    gives: file(
      "hash-again",
      "file-changing",
      "The content does not match the announcement: the file changed while it was being sent. It is read again.",
    ),
  },
  { stage: null, fits: within(400, 499), gives: refused },
  {
    stage: null,
    fits: status(500),
    gives: retry("portal-error", "The portal failed on this file. Skyferry retries automatically."),
  },
  {
    stage: null,
    fits: (answer) => answer.status === 503 && isHtml(answer),
    gives: hold("maintenance", "% is under maintenance. Everything stays queued here."),
  },
  {
    stage: null,
    fits: within(500, 599),
    gives: hold("portal-trouble", "% has a problem. Everything stays queued here."),
  },
];

function failure(cause: Cause, message: string, answer: PortalAnswer): Failure {
  return { cause, message, portalMessage: portalWords(answer) };
}

function doubtOf(answer: PortalAnswer): OpenAnswer {
  return { said: answer.status < 300 ? "a web page" : String(answer.status) };
}

function hostOf(location: string): string {
  return URL.parse(location)?.host ?? location.slice(0, 100);
}
