import type { Cause } from "#domain/cause.ts";
import type { FaultRule } from "#mock-portal/faults/faults.ts";

/** Right reaction of an uploader to an answer. */
export type Class =
  /** This file is blocked after one attempt, until a person retries it. */
  | { readonly kind: "permanent"; readonly cause: Cause }
  /** The first file tells for its whole site. */
  | { readonly kind: "site-refused" }
  /** Nothing more is sent but a probe at 15 s, 1, 5 and 15 min (a password: 15 s, 5 and 20 min), then every hour. */
  | { readonly kind: "needs-you"; readonly cause: Cause }
  /** The lane waits and probes by itself, with growing pauses; never before what the portal asked for. */
  | { readonly kind: "passing-hold"; readonly cause: Cause; readonly notBeforeMs?: number }
  /** The file waits and is tried by itself, with growing pauses. */
  | { readonly kind: "passing"; readonly cause: Cause }
  /** The portal has the content, and says so when asked. */
  | { readonly kind: "confirmed" };

type Answer = NonNullable<FaultRule["fault"]["answer"]>;

/** An answer in place of the portal's own. */
export interface FalseAnswer {
  readonly name: string;
  readonly fault: FaultRule["fault"];
  readonly atPost: Class;
  readonly atPut: Class;
}

const html = "<!doctype html><title>Bad gateway</title><h1>502</h1>";

const both = (one: Class): Pick<FalseAnswer, "atPost" | "atPut"> => ({ atPost: one, atPut: one });
const permanent = (cause: Cause): Class => ({ kind: "permanent", cause });
const passing = (cause: Cause): Class => ({ kind: "passing", cause });
const hold = (cause: Cause, notBeforeMs = 0): Class => ({ kind: "passing-hold", cause, notBeforeMs });
const needsYou = (cause: Cause): Class => ({ kind: "needs-you", cause });

const says = (status: number, body: string, more: Partial<Answer> = {}): FalseAnswer["fault"] => ({
  answer: { status, body, ...more },
});

/** Retry-After that cannot be meant counts as an hour at most (429 in all its forms). */
const hourMs = 3_600_000;

/** The answers of F9. `409` at POST is the portal's own, for bytes that it holds; see the row. */
export const falseAnswers: readonly FalseAnswer[] = [
  {
    name: "400 no metadata",
    fault: says(400, "No metadata matches this hash"),
    atPost: permanent("refused"),
    atPut: passing("record-in-use"),
  },
  {
    name: "400 checksum",
    fault: says(400, "Checksum does not match file contents"),
    atPost: permanent("refused"),
    atPut: passing("file-changing"),
  },
  { name: "401 unauthorized", fault: says(401, "Unauthorized"), ...both(needsYou("credentials")) },
  { name: "401 permission", fault: says(401, "Missing permission"), ...both({ kind: "site-refused" }) },
  { name: "403", fault: says(403, "Forbidden"), ...both(needsYou("not-the-portal")) },
  { name: "404", fault: says(404, "Not Found"), ...both(needsYou("not-the-portal")) },
  { name: "408", fault: says(408, "Request Timeout"), ...both(passing("link-broken")) },
  {
    name: "409 same record",
    fault: says(409, "File already uploaded", { when: "after-commit" }),
    ...both({ kind: "confirmed" }),
  },
  {
    name: "409 other record",
    fault: says(409, "File already uploaded", { when: "after-body" }),
    atPost: { kind: "confirmed" },
    atPut: passing("portal-error"),
  },
  { name: "413", fault: says(413, "Payload Too Large"), ...both(permanent("too-large")) },
  { name: "422", fault: says(422, "Field checksum is odd"), ...both(permanent("refused")) },
  { name: "423", fault: says(423, "Locked"), ...both(passing("record-in-use")) },
  { name: "425", fault: says(425, "Too Early"), ...both(passing("portal-error")) },
  {
    name: "429 seconds",
    fault: says(429, "slow down", { retryAfter: { seconds: 300 } }),
    ...both(hold("throttled", 300_000)),
  },
  {
    name: "429 date",
    fault: says(429, "slow down", { retryAfter: { dateInSeconds: 300 } }),
    ...both(hold("throttled", 290_000)),
  },
  { name: "429 bare", fault: says(429, "slow down"), ...both(hold("throttled")) },
  {
    name: "429 absurd",
    fault: says(429, "slow down", { retryAfter: { text: "999999999999" } }),
    ...both(hold("throttled", hourMs)),
  },
  {
    name: "429 words",
    fault: says(429, "slow down", { retryAfter: { text: "soon" } }),
    ...both(hold("throttled")),
  },
  { name: "500", fault: says(500, "Internal server error: disk"), ...both(passing("portal-error")) },
  {
    name: "502",
    fault: says(502, html, { headers: { "Content-Type": "text/html" } }),
    ...both(hold("portal-trouble")),
  },
  { name: "503", fault: says(503, "Service Unavailable"), ...both(hold("portal-trouble")) },
  { name: "503 maintenance", fault: { maintenance: true }, ...both(hold("maintenance")) },
  { name: "504", fault: says(504, "Gateway Timeout"), ...both(hold("portal-trouble")) },
  { name: "507", fault: says(507, "Insufficient Storage"), ...both(hold("portal-trouble")) },
  {
    name: "redirect",
    fault: { redirectTo: "https://login.example/start" },
    ...both(needsYou("not-the-portal")),
  },
  { name: "200 login page", fault: { loginPage: true }, ...both(needsYou("not-the-portal")) },
];
