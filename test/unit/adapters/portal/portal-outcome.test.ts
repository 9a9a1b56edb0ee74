import { describe, expect, test } from "vitest";
import type { CameBack, PortalAnswer } from "#adapters/portal/portal-answer.ts";
import { outcomeOf } from "#adapters/portal/portal-outcome.ts";
import type { Cause } from "#domain/cause.ts";
import type { Outcome, Stage } from "#domain/outcome.ts";
import { liveFailureType, liveType } from "#test/support/portals/live-types.ts";

const facts = { host: "portal.example", nowMs: Date.parse("2024-05-01T12:00:00Z") };
const page = "<!DOCTYPE html><html><body>Please log in</body></html>";

function typed(type: string | null): PortalAnswer["headers"] {
  return type === null ? {} : { "content-type": type };
}

function answer(status: number, body: string, more: Partial<PortalAnswer> = {}): PortalAnswer {
  const headers = typed(body.startsWith("<") ? "text/html" : liveType(status, body));
  return { kind: "answer", status, headers, body, isBodySent: true, ...more };
}

/** stage, status, body → kind, cause; one line a row of the table. */
type Row = readonly [Stage | "both", number, string, Outcome["kind"], Cause | null];
const rows: readonly Row[] = [
  // docs/portal/observed.md §1
  ["announce", 200, "OK", "accepted", null],
  ["announce", 201, "Created", "accepted", null],
  ["announce", 202, "", "accepted", null],
  ["both", 401, "Unauthorized", "hold", "credentials"],
  ["both", 401, "", "hold", "credentials"],
  ["both", 401, page, "hold", "credentials"],
  ["both", 401, "Missing permission", "block", "no-permission"],
  ["announce", 409, "File already uploaded", "received-before", null],
  ["announce", 409, "File already uploaded\n", "received-before", null],
  ["announce", 422, "File already uploaded", "block", "refused"],
  ["announce", 409, "", "retry", "portal-error"],
  ["announce", 409, "locked", "retry", "portal-error"],
  ["announce", 409, "File already uploaded by another station", "retry", "portal-error"],
  ["announce", 409, '{"status":409,"errors":"File already uploaded"}', "retry", "portal-error"],
  ["announce", 409, '{"message":"conflict"}', "retry", "portal-error"],
  ["announce", 409, page, "retry", "portal-error"],
  ["both", 422, "Malformed checksum", "block", "refused"],
  ["announce", 422, "measurementDate is more than 5 days in the future", "block", "refused"],
  ["announce", 422, "Filename contains forbidden characters: ä", "block", "refused"],
  ["announce", 400, '{"status":400,"errors":["Unexpected token"]}', "block", "refused"],
  ["both", 413, "request entity too large", "block", "too-large"],
  ["both", 413, page, "block", "too-large"],
  // docs/portal/observed.md §2
  ["send", 201, "Created", "delivered", null],
  ["send", 201, "Created\n", "delivered", null],
  ["send", 200, "OK", "delivered", null],
  ["send", 400, "No metadata matches this hash", "announce-again", "record-in-use"],
  ["send", 400, "Checksum does not match file contents", "hash-again", "file-changing"],
  ["send", 400, "", "block", "refused"],
  ["send", 422, "No metadata matches this hash", "block", "refused"],
  ["send", 422, "Checksum does not match file contents", "block", "refused"],
  ["send", 400, "No metadata matches this hash: 0123", "announce-again", "record-in-use"],
  ["send", 400, "Unclear: No metadata matches this hash", "block", "refused"],
  ["announce", 400, "No metadata matches this hash", "block", "refused"],
  ["announce", 400, "Checksum does not match file contents", "block", "refused"],
  ["send", 400, "Checksum is not an MD5 hash", "block", "refused"],
  ["both", 500, "Internal server error: disk full", "retry", "portal-error"],
  ["both", 500, page, "retry", "portal-error"],
  // a success that confirms nothing
  ["send", 200, "", "unknown", "portal-error"],
  ["send", 201, "", "unknown", "portal-error"],
  ["send", 200, "Accepted for review", "unknown", "portal-error"],
  ["send", 202, "OK", "unknown", "portal-error"],
  ["send", 200, "NOT OK", "unknown", "portal-error"],
  ["send", 200, "OK, queued for review", "unknown", "portal-error"],
  ["send", 201, "Not Created", "unknown", "portal-error"],
  ["both", 199, "OK", "unknown", "portal-error"],
  ["send", 204, "", "unknown", "portal-error"],
  ["send", 409, "File already uploaded", "unknown", "portal-error"],
  ["both", 200, page, "hold", "not-the-portal"],
  ["both", 201, page, "hold", "not-the-portal"],
  // F9
  ["both", 403, "Forbidden", "hold", "not-the-portal"],
  ["both", 407, "Proxy Authentication Required", "hold", "credentials"],
  ["both", 404, "Not found", "hold", "not-the-portal"],
  ["both", 404, page, "hold", "not-the-portal"],
  ["both", 400, page, "hold", "not-the-portal"],
  ["both", 301, "", "hold", "not-the-portal"],
  ["both", 302, page, "hold", "not-the-portal"],
  ["both", 307, "", "hold", "not-the-portal"],
  ["both", 304, "", "hold", "not-the-portal"],
  ["both", 408, "Request Timeout", "retry", "link-broken"],
  ["both", 423, "Locked", "retry", "record-in-use"],
  ["both", 425, "Too Early", "retry", "portal-error"],
  ["both", 429, "Too Many Requests", "hold", "throttled"],
  ["both", 429, page, "hold", "throttled"],
  ["both", 405, "Method Not Allowed", "block", "refused"],
  ["both", 410, "Gone", "block", "refused"],
  ["both", 418, "short and stout", "block", "refused"],
  ["both", 501, "Not Implemented", "hold", "portal-trouble"],
  ["both", 502, page, "hold", "portal-trouble"],
  ["both", 503, "Service Unavailable", "hold", "portal-trouble"],
  ["both", 503, page, "hold", "maintenance"],
  ["both", 504, page, "hold", "portal-trouble"],
  ["both", 507, "Insufficient Storage", "hold", "portal-trouble"],
  ["both", 599, "", "hold", "portal-trouble"],
  ["both", 999, "", "unknown", "portal-error"],
];
const cases = rows.flatMap(([stage, ...row]) =>
  (stage === "both" ? (["announce", "send"] as const) : [stage]).map((one) => [one, ...row] as const),
);

test.each(cases)("%s %i %j is %s (%s), whatever its type", (stage, status, body, kind, cause) => {
  const types = [undefined, null, "text/plain", ...(status < 400 ? [] : [liveFailureType])];
  for (const type of types) {
    const more = type === undefined ? {} : { headers: typed(type) };
    const outcome = outcomeOf(stage, answer(status, body, more), facts);
    expect(outcome.kind, `${type}`).toBe(kind);
    expect("failure" in outcome ? outcome.failure.cause : null, `${type}`).toBe(cause);
  }
});

test.each([
  "<html>",
  "\uFEFF\n <!DOCTYPE html>",
  "<head>",
  "<h1>no</h1>",
  "<!-- gateway --><p>no",
  "<?xml version='1.0'?>",
])("what begins with markup is a web page: %j", (body) => {
  for (const type of [null, "text/plain", liveFailureType]) {
    const came = answer(422, body, { headers: typed(type) });
    expect(outcomeOf("announce", came, facts)).toMatchObject({
      kind: "hold",
      failure: { cause: "not-the-portal", portalMessage: null },
    });
  }
});

test.each(["< 5 days", "<5 kB is too short", "<>", "a <b>bold</b> word"])(
  "words are no web page: %j",
  (body) => {
    expect(
      outcomeOf("announce", answer(422, body, { headers: typed(liveFailureType) }), facts),
    ).toMatchObject({
      kind: "block",
      failure: { cause: "refused", portalMessage: body },
    });
  },
);

test("201 says stored, 200 replaced", () => {
  expect(outcomeOf("send", answer(201, "Created"), facts)).toEqual({ kind: "delivered", how: "stored" });
  expect(outcomeOf("send", answer(200, "OK"), facts)).toEqual({ kind: "delivered", how: "replaced" });
});

test("201 before the body was sent is no confirmation; an early 200 is: received before", () => {
  const early = { isBodySent: false };
  expect(outcomeOf("send", answer(201, "Created", early), facts).kind).toBe("unknown");
  expect(outcomeOf("send", answer(200, "OK", early), facts)).toEqual({ kind: "delivered", how: "replaced" });
});

test("OK in a page of type text/html is no confirmation", () => {
  const posing = answer(200, "OK", { headers: { "content-type": "text/html" } });
  expect(outcomeOf("send", posing, facts)).toMatchObject({
    kind: "hold",
    failure: { cause: "not-the-portal" },
  });
});

test("a changed body and a caller's abort", () => {
  const changed: CameBack = { kind: "body-changed", expectedBytes: 100, gotBytes: 60 };
  expect(outcomeOf("send", changed, facts)).toMatchObject({
    kind: "hash-again",
    failure: { cause: "file-changing", message: expect.stringContaining("60 bytes instead of 100") },
  });
  expect(outcomeOf("send", { kind: "abandoned" }, facts)).toEqual({ kind: "abandoned" });
});

test("a redirect names where it leads", () => {
  const redirect = answer(302, "", { headers: { location: "https://login.hotel.example/?next=x" } });
  const outcome = outcomeOf("announce", redirect, facts);
  expect(outcome).toMatchObject({
    failure: {
      message: expect.stringContaining(
        "(login.hotel.example): check the portal's address (Settings > Portal and sending)",
      ),
    },
  });
});

const waits: readonly [string | undefined, number | null][] = [
  [undefined, null],
  ["120", 120_000],
  ["0", 0],
  ["999999999", 3_600_000],
  ["-5", null],
  ["1.5", null],
  ["soon", null],
  ["", null],
  ["Wed, 01 May 2024 12:01:00 GMT", 60_000],
  ["Wednesday, 01-May-24 12:01:00 GMT", 60_000],
  ["Thu, 02 May 2024 12:00:00 GMT", 3_600_000],
  ["Wed, 01 May 2024 11:00:00 GMT", null],
  ["Wed, 99 May 2024 11:00:00 GMT", null],
];
test.each(waits)("Retry-After %j waits %j ms", (header, wanted) => {
  const headers = header === undefined ? {} : { "retry-after": header };
  for (const status of [408, 425, 429, 500, 502, 503, 504])
    expect(outcomeOf("send", answer(status, "wait", { headers }), facts)).toMatchObject({
      retryAfterMs: wanted,
    });
});

test("a Retry-After date is taken against the portal's own clock", () => {
  const headers = { "retry-after": "Wed, 01 May 2019 00:00:30 GMT", date: "Wed, 01 May 2019 00:00:00 GMT" };
  expect(outcomeOf("send", answer(503, "", { headers }), facts)).toMatchObject({ retryAfterMs: 30_000 });
});

test("the portal is quoted in one line of at most 300 characters, never its markup", () => {
  const quoted = (body: string) => {
    const outcome = outcomeOf("announce", answer(422, body), facts);
    return "failure" in outcome ? outcome.failure.portalMessage : "no failure";
  };
  expect(quoted("  Unknown\r\n site:\u0000 x ")).toBe("Unknown site: x");
  expect(quoted('{"status":422,"errors":["one","two"]}')).toBe("one; two");
  expect(quoted("x".repeat(1000))).toHaveLength(300);
  expect(quoted("")).toBeNull();
  expect(quoted(page)).toBeNull();
});

describe("what is said of it", () => {
  const mayStandBetween = "A login page of the network may answer instead.";

  function told(stage: Stage, came: PortalAnswer): string {
    const outcome = outcomeOf(stage, came, facts);
    return "failure" in outcome ? outcome.failure.message : outcome.kind;
  }

  /** stage, status, body: what the operator reads. */
  const rows: readonly (readonly [Stage, number, string, string])[] = [
    [
      "send",
      401,
      "Unauthorized",
      "portal.example does not accept the user name and password: check them in Settings.",
    ],
    [
      "send",
      401,
      "Missing permission",
      "This user has no permission to send for this site. Ask the portal's operators, or correct the site of the instrument.",
    ],
    [
      "send",
      407,
      "",
      "The proxy requires a user name and password: check the proxy (Settings > Portal and sending).",
    ],
    ["send", 408, "", "The portal stopped waiting for this file."],
    ["send", 423, "", "The portal has locked this file's record. Skyferry retries automatically."],
    ["send", 425, "", "The portal asks to retry later."],
    ["send", 413, "", "This file is too large for the portal. Ask the portal's operators how to deliver it."],
    ["send", 429, "", "portal.example asks for fewer requests. Skyferry pauses."],
    [
      "send",
      400,
      "No metadata matches this hash",
      "The portal no longer knows the announcement of this file. It is announced again.",
    ],
    [
      "send",
      400,
      "Checksum does not match file contents",
      "The content does not match the announcement: the file changed while it was being sent. It is read again.",
    ],
    [
      "announce",
      409,
      "locked",
      "The answer has status 409 but is not from the portal, so it confirms nothing. Skyferry retries automatically.",
    ],
    ["announce", 422, "Unknown site: x", "The portal refuses this file. Fix the cause, then retry."],
    ["send", 500, "", "The portal failed on this file. Skyferry retries automatically."],
    ["send", 503, page, "portal.example is under maintenance. Everything stays queued here."],
    ["send", 503, "", "portal.example has a problem. Everything stays queued here."],
    [
      "send",
      202,
      "",
      "The portal's answer does not say whether it has the content. Skyferry asks it before it sends the file again.",
    ],
    ["send", 999, "", "The portal's answer is empty."],
    [
      "send",
      404,
      "",
      `What answers at portal.example is not the portal's upload service (status 404): check the portal's address (Settings > Portal and sending). ${mayStandBetween}`,
    ],
    [
      "announce",
      200,
      page,
      `What answers at portal.example is not the portal's upload service (status 200, a web page): check the portal's address (Settings > Portal and sending). ${mayStandBetween}`,
    ],
  ];

  test.each(rows)("%s %i %j is told in words", (stage, status, body, words) => {
    expect(told(stage, answer(status, body))).toBe(words);
  });

  test.each([
    ["https://login.hotel.example:8443/?next=x", "login.hotel.example:8443"],
    ["/login", "/login"],
    [`/${"x".repeat(500)}`, `/${"x".repeat(99)}`],
  ])("a redirect to %s names %s", (location, named) => {
    expect(told("announce", answer(302, "", { headers: { location } }))).toBe(
      `portal.example redirects to another address (${named}): check the portal's address (Settings > Portal and sending). ${mayStandBetween}`,
    );
  });
});
