import type { Cause } from "#domain/cause.ts";

/** What a text of the portal for one file must come to. */
export type Comes =
  /** Blocked after one attempt. */
  | { readonly kind: "blocked"; readonly cause: Cause }
  /** Waits and is tried by itself. */
  | { readonly kind: "waiting"; readonly cause: Cause }
  /** The portal has the bytes, and says so when asked. */
  | { readonly kind: "delivered" }
  /** The station's own trouble: every file waits, and none is blamed. */
  | { readonly kind: "held"; readonly cause: Cause };

/** A failure text of `/upload/*`. */
export interface FailureText {
  readonly status: string;
  readonly body: string;
  readonly atPost: Comes;
  readonly atPut: Comes;
}

const blocked = (cause: Cause): Comes => ({ kind: "blocked", cause });
const waiting = (cause: Cause): Comes => ({ kind: "waiting", cause });
const both = (one: Comes): Pick<FailureText, "atPost" | "atPut"> => ({ atPost: one, atPut: one });

/** The failure texts of docs/portal/observed.md §1 and §2. */
export const failureTexts: readonly FailureText[] = [
  { status: "400 Bad Request", body: "", ...both(blocked("refused")) },
  { status: "400 Bad Request", body: "Request is not JSON", ...both(blocked("refused")) },
  {
    status: "400 Bad Request",
    body: "No metadata matches this hash",
    atPost: blocked("refused"),
    atPut: waiting("record-in-use"),
  },
  {
    status: "400 Bad Request",
    body: "Checksum does not match file contents",
    atPost: blocked("refused"),
    atPut: waiting("file-changing"),
  },
  { status: "401 Unauthorized", body: "Unauthorized", ...both({ kind: "held", cause: "credentials" }) },
  { status: "401 Unauthorized", body: "Missing permission", ...both(blocked("no-permission")) },
  {
    status: "409 Conflict",
    body: "File already uploaded",
    atPost: { kind: "delivered" },
    atPut: waiting("portal-error"),
  },
  { status: "413 Payload Too Large", body: "request entity too large", ...both(blocked("too-large")) },
  { status: "415 Unsupported Media Type", body: "unsupported charset", ...both(blocked("refused")) },
  {
    status: "422 Unprocessable Entity",
    body: "Request is missing instrumentPid",
    ...both(blocked("refused")),
  },
  { status: "422 Unprocessable Entity", body: "Unknown site", ...both(blocked("refused")) },
  {
    status: "422 Unprocessable Entity",
    body: "Filename contains forbidden characters: a b.nc",
    ...both(blocked("refused")),
  },
  { status: "500 Internal Server Error", body: "{}", ...both(waiting("portal-error")) },
  {
    status: "500 Internal Server Error",
    body: "Internal server error: disk full",
    ...both(waiting("portal-error")),
  },
];
