import { describe, expect, it } from "vitest";
import { isBreak, linkFailure } from "#adapters/portal/link-failure.ts";
import type { Broken } from "#adapters/portal/portal-answer.ts";

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
  it.each(["ECONNRESET", "EPIPE", "ECONNABORTED", "UND_ERR_SOCKET"])("is %s once it was started", (code) => {
    expect(isBreak(broken(code, { wasStarted: true }))).toBe(true);
    expect(isBreak(broken(code))).toBe(false);
  });

  it("is no silence, no answer and no end by the caller", () => {
    expect(isBreak(broken("ETIMEDOUT", { wasStarted: true }))).toBe(false);
    const answer = { kind: "answer", status: 200, headers: {}, body: "OK", isBodySent: true } as const;
    expect(isBreak(answer)).toBe(false);
    expect(isBreak({ kind: "abandoned" })).toBe(false);
  });
});
