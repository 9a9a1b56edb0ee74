import { describe, expect, it, test } from "vitest";
import { isBreak, linkFailure } from "#adapters/portal/link-failure.ts";
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
  [
    "SKYFERRY_ANSWER_TRICKLES",
    "started",
    "unknown",
    "no-progress",
    /^portal\.example did not finish its answer in time\. Skyferry asks/,
  ],
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
  ["ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR", "started", "unknown", "link-broken", /was lost/],
  ["EPROTO", "started", "unknown", "link-broken", /was lost/],
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

describe("what is said of it", () => {
  const host = "portal.example";
  const broken = (code: string, more: Partial<Broken> = {}): Broken => ({
    kind: "broken",
    code,
    detail: "as it was",
    wasStarted: false,
    ...more,
  });
  const told = (one: Broken, at = host) => linkFailure(one, at).failure.message;

  const waits = "Everything stays queued here.";
  const address = "the portal's address (Settings > Portal and sending)";

  it.each([
    ["ENODATA", `The name portal.example has no address: check ${address}. ${waits}`],
    ["EAI_NODATA", `The name portal.example has no address: check ${address}. ${waits}`],
    [
      "EAI_NONAME",
      `The name portal.example is not known: check ${address} and the network connection. ${waits}`,
    ],
    ["EAI_FAIL", `The name portal.example cannot be resolved: the name server fails. ${waits}`],
    ["EHOSTDOWN", `portal.example is down. ${waits}`],
    ["ENETDOWN", `The network of this PC is down. ${waits}`],
    ["EADDRNOTAVAIL", `This PC has no network address to reach portal.example from. ${waits}`],
    ["EPERM", `This PC does not allow a connection to portal.example: check its firewall. ${waits}`],
  ])("%s: nothing reached the portal, and it is told in words", (code, words) => {
    const outcome = linkFailure(broken(code), host);
    expect(outcome).toMatchObject({ kind: "hold", failure: { cause: "unreachable", message: words } });
  });

  it.each([
    ["CERT_REVOKED", "its certificate has been revoked. Tell the portal's operators."],
    ["HOSTNAME_MISMATCH", `its certificate belongs to another host. Check ${address}.`],
    ["CERT_SIGNATURE_FAILURE", "the signature of its certificate is wrong. Tell the portal's operators."],
    [
      "UND_ERR_PRX_TLS",
      "the certificate of the proxy is not trusted. Check the proxy (Settings > Portal and sending).",
    ],
    [
      "ERR_SSL_PACKET_LENGTH_TOO_LONG",
      `what answers there does not speak TLS. Check port and scheme of ${address}.`,
    ],
  ])("%s: the connection is not secure, and it is told why", (code, words) => {
    expect(linkFailure(broken(code), host)).toMatchObject({ kind: "hold", failure: { cause: "tls" } });
    expect(told(broken(code))).toBe(`The connection to portal.example is not secure: ${words}`);
  });

  it.each(["ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "UND_ERR_CONNECT_TIMEOUT"])(
    "%s is of connecting alone: nothing was sent, whatever the library says",
    (code) =>
      expect(linkFailure(broken(code, { wasStarted: true }), host)).toMatchObject({
        kind: "hold",
        failure: { cause: "unreachable" },
      }),
  );

  it.each(["AN_HPE_CODE", "AnHTTPParserError", "HTTPParserErrors", "AN_ERR_SSL_CODE"])(
    "%s is no code of another kind whose name it holds",
    (code) => expect(told(broken(code))).toContain(`was lost before anything was sent (${code})`),
  );

  it("only a proxy's failure is read as a proxy's answer", () => {
    const reset = broken("ECONNRESET", { detail: "HTTP/1.1 502", wasStarted: true });
    expect(linkFailure(reset, host)).toMatchObject({ kind: "unknown", failure: { cause: "link-broken" } });
  });

  describe("the address that was tried", () => {
    const refused = (detail: string, at?: string) =>
      told(broken("ECONNREFUSED", { detail }), at).replace(/ refuses the connection.*/, "");

    it.each([
      ["connect ECONNREFUSED 10.20.30.40:8080", "10.20.30.40:8080"],
      ["10.20.30.40:8080 refused", "10.20.30.40:8080"],
      ["connect ECONNREFUSED fe80::1a:443 - Local (:::0)", "fe80::1a:443"],
    ])("is named where the library tells it: %s", (detail, named) => {
      expect(refused(detail)).toBe(`portal.example (at ${named})`);
    });

    it("is not named twice, nor is what is no address", () => {
      expect(refused("connect 10.20.30.40:8080", "10.20.30.40:8080")).toBe("10.20.30.40:8080");
      for (const detail of ["as it was", "", "10.20:30", "host:443", "10.20.30.40:port", "at10.20.30.40:80"])
        expect(refused(detail)).toBe("portal.example");
    });
  });

  describe("a break before a byte of the answer", () => {
    it.each(["ECONNRESET", "EPIPE", "ECONNABORTED", "UND_ERR_SOCKET"])(
      "is %s once it was started",
      (code) => {
        expect(isBreak(broken(code, { wasStarted: true }))).toBe(true);
        expect(isBreak(broken(code))).toBe(false);
      },
    );

    it("is no silence, no answer and no end by the caller", () => {
      expect(isBreak(broken("ETIMEDOUT", { wasStarted: true }))).toBe(false);
      const answer = { kind: "answer", status: 200, headers: {}, body: "OK", isBodySent: true } as const;
      expect(isBreak(answer)).toBe(false);
      expect(isBreak({ kind: "abandoned" })).toBe(false);
    });
  });
});
