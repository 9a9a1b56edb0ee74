import { expect, test } from "vitest";
import type { Broken } from "#adapters/portal/portal-answer.ts";
import { outcomeOf } from "#adapters/portal/portal-outcome.ts";
import type { Cause } from "#domain/cause.ts";
import type { Outcome } from "#domain/outcome.ts";

/** Who reads a message on a page has never seen the settings file. */
const keyOfSettings = /portal\.(?!example)[a-z]/i;
const facts = { host: "portal.example", nowMs: 0 };
type Row = readonly [string, "not started" | "started", Outcome["kind"], Cause, RegExp];

const rows: readonly Row[] = [
  [
    "ENOTFOUND",
    "not started",
    "hold",
    "unreachable",
    /portal\.example is not known: check the portal's address \(Settings > Portal and sending\)/,
  ],
  ["EAI_AGAIN", "not started", "hold", "unreachable", /cannot be resolved/],
  ["ECONNREFUSED", "not started", "hold", "unreachable", /refuses the connection/],
  ["EHOSTUNREACH", "not started", "hold", "unreachable", /no route to/],
  ["ENETUNREACH", "not started", "hold", "unreachable", /no network connection/],
  ["EACCES", "not started", "hold", "unreachable", /firewall/],
  ["UND_ERR_CONNECT_TIMEOUT", "not started", "hold", "unreachable", /in time/],
  ["ETIMEDOUT", "not started", "hold", "unreachable", /in time/],
  ["ECONNRESET", "not started", "hold", "unreachable", /was lost before anything was sent/],
  ["ECONNRESET", "started", "unknown", "link-broken", /was lost before the answer was complete/],
  ["EPIPE", "started", "unknown", "link-broken", /was lost/],
  ["UND_ERR_SOCKET", "started", "unknown", "link-broken", /was lost/],
  ["SKYFERRY_ANSWER_CUT", "started", "unknown", "link-broken", /was lost/],
  ["EHOSTUNREACH", "started", "unknown", "link-broken", /was lost/],
  ["ETIMEDOUT", "started", "unknown", "link-broken", /did not respond for too long/],
  ["UND_ERR_HEADERS_TIMEOUT", "started", "unknown", "link-broken", /did not respond for too long/],
  ["UND_ERR_BODY_TIMEOUT", "started", "unknown", "link-broken", /did not respond for too long/],
  ["SKYFERRY_STALLED", "started", "unknown", "link-broken", /did not respond for too long/],
  ["HPE_INVALID_EOF_STATE", "started", "unknown", "link-broken", /was lost/],
  ["HPE_INVALID_CONSTANT", "started", "hold", "not-the-portal", /does not speak HTTP/],
  ["HTTPParserError", "started", "hold", "not-the-portal", /does not speak HTTP/],
  ["CERT_HAS_EXPIRED", "not started", "hold", "tls", /has expired/],
  ["CERT_NOT_YET_VALID", "not started", "hold", "tls", /not valid yet/],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "not started", "hold", "tls", /self-signed/],
  ["SELF_SIGNED_CERT_IN_CHAIN", "not started", "hold", "tls", /authority that this PC trusts/],
  [
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "not started",
    "hold",
    "tls",
    /'Trusted certificates' \(Settings > Portal and sending\)/,
  ],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "not started", "hold", "tls", /another host/],
  ["EPROTO", "not started", "hold", "tls", /does not speak TLS/],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "not started", "hold", "tls", /does not speak TLS/],
  ["ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", "not started", "hold", "tls", /handshake failed/],
  ["SOMETHING_NEW", "not started", "hold", "unreachable", /SOMETHING_NEW/],
  ["SOMETHING_NEW", "started", "unknown", "link-broken", /SOMETHING_NEW/],
];

test.each(rows)("%s, %s, is %s (%s)", (code, started, kind, cause, message) => {
  const broken: Broken = { kind: "broken", code, detail: "as it was", wasStarted: started === "started" };
  for (const stage of ["announce", "send"] as const) {
    const outcome = outcomeOf(stage, broken, facts);
    expect(outcome).toMatchObject({
      kind,
      failure: { cause, message: expect.stringMatching(message), portalMessage: null },
    });
    expect(outcome).toHaveProperty("failure.message", expect.stringContaining("portal.example"));
    expect(outcome).toHaveProperty("failure.message", expect.not.stringMatching(keyOfSettings));
  }
});

const proxySayings = [
  ["UND_ERR_ABORTED", "Proxy response (407) !== 200 when HTTP Tunneling", "credentials"],
  ["UND_ERR_INVALID_ARG", "Proxy Authentication Required (407)", "credentials"],
  ["UND_ERR_ABORTED", "Proxy response (403) !== 200 when HTTP Tunneling", "unreachable"],
  [
    "ERR_PROXY_TUNNEL",
    "Failed to establish tunnel to portal.example:443 via proxy: HTTP/1.1 407",
    "credentials",
  ],
  [
    "ERR_PROXY_TUNNEL",
    "Failed to establish tunnel to portal.example:443 via proxy: HTTP/1.1 502",
    "unreachable",
  ],
] as const;
test.each(proxySayings)("a proxy that refuses: %s %s", (code, detail, cause) => {
  const outcome = outcomeOf("send", { kind: "broken", code, detail, wasStarted: false }, facts);
  expect(outcome).toMatchObject({
    kind: "hold",
    failure: { cause, message: expect.stringMatching(/proxy .*\(Settings > Portal and sending/) },
  });
});

test.each([
  ["ECONNREFUSED", true],
  ["EHOSTDOWN", true],
  ["ENOTFOUND", undefined],
  ["ENETUNREACH", undefined],
])("%s: whether the portal's own machine is at fault is %s", (code, isPortalSide) => {
  const broken: Broken = { kind: "broken", code, detail: "", wasStarted: false };
  const outcome = outcomeOf("announce", broken, facts);
  expect(outcome.kind === "hold" ? outcome.failure.isPortalSide : "no hold").toBe(isPortalSide);
});
