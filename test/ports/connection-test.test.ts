import { createServer } from "node:net";
import { beforeEach, expect, test } from "vitest";
import { createNodeClock } from "#adapters/node-clock.ts";
import { createConnectionTest } from "#adapters/portal/connection-test.ts";
import type { ConnectionReport, ConnectionRequest } from "#engine/ports/settings.ts";
import { closedAfterTest } from "#test/support/builders/closed-after-test.ts";
import { ofAllTests } from "#test/support/builders/of-tests.ts";
import { makeCertificates } from "#test/support/portals/certificates.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";
import { never } from "#test/support/portals/portal-under-test.ts";
import {
  jsonAnswer,
  type Scripted,
  type SeenRequest,
  startScriptedPortal,
} from "#test/support/portals/scripted-portal.ts";
import { openTlsFront } from "#test/support/portals/tls-front.ts";

const password = "s3cret-word";
const users = [
  { username: "station", password, sites: "*" as const },
  { username: "guest", password: "guest", sites: ["granada"] },
];
const mock = ofAllTests(
  () => openPortal({ users }),
  (one) => one.close(),
);
const maker = ofAllTests(makeCertificates, (one) => one.remove());

let secrets: string[];
beforeEach(() => {
  secrets = [];
});

/** Tests the connection to the mock portal, unless the request names another; null where `signal` ended it. */
async function tested(request: Partial<ConnectionRequest>, signal: AbortSignal) {
  const testing = createConnectionTest({
    clock: createNodeClock(),
    version: "0.0.0-test",
    keptPassword: async () => ({ message: "No password is known." }),
    onSecret: (secret) => secrets.push(secret),
    timeouts: { connectMs: 5_000, answerMs: 1_000, stallMs: 1_000, wholeAnswerMs: 10_000 },
  });
  const usual = { url: mock.url, username: "station", password, caFile: null, proxy: null, site: null };
  return await testing.run({ ...usual, allowInsecureHttp: false, ...request }, signal);
}

async function run(request: Partial<ConnectionRequest>): Promise<ConnectionReport> {
  const report = await tested(request, never());
  if (report === null) throw new Error("nobody gave it up");
  const names = report.steps.map(({ name }) => name);
  expect(names).toEqual(["address", "reach", "tls", "portal", "password", "permission"]);
  return report;
}

/** The step that failed, and what is said of it; null when none did. */
function fault({ steps, verdict, isGood }: ConnectionReport): readonly [string, string] | null {
  const failed = steps.filter(({ state }) => state === "failed");
  expect(failed.length).toBe(isGood ? 0 : 1);
  const [first] = failed;
  if (first === undefined) return null;
  expect(verdict).toBe(first.message);
  return [first.name, first.message];
}

/** Matches the result of `fault` when that step failed and its message contains the words. */
function faultAt(step: string, words: string): readonly unknown[] {
  return [step, expect.stringContaining(words)];
}

function stateOf(report: ConnectionReport, name: string): string | undefined {
  return report.steps.find((step) => step.name === name)?.state;
}

async function scripted(answer: (request: SeenRequest) => Scripted) {
  const portal = await startScriptedPortal(answer);
  closedAfterTest(portal);
  return portal;
}

test("right credentials and a site of their own: all is well, and nothing is left on the portal", async () => {
  const report = await run({ site: "hyytiala" });
  expect(fault(report)).toBeNull();
  expect(report.verdict).toBe("Signed in as station, who may send for Hyytiälä.");
  expect(stateOf(report, "permission")).toBe("ok");
  expect(report.siteCount).toBe(33);
  expect(Math.abs(report.clockAheadSeconds ?? 99)).toBeLessThan(5);
  expect(mock.acceptances()).toEqual([]);
  for (const { method, status } of mock.requests())
    if (method === "POST") expect([401, 422]).toContain(status);
  const raw = await fetch(`${mock.url}/api/raw-files?site=hyytiala`);
  expect(await raw.json()).toEqual([]);
  expect(secrets).toEqual([password]);
  expect(JSON.stringify(report)).not.toContain(password);
});

test("without a site the permission is left out and said to be", async () => {
  const report = await run({});
  expect(fault(report)).toBeNull();
  expect(stateOf(report, "permission")).toBe("skipped");
  expect(report.verdict).toBe("Signed in as station.");
});

test("a wrong password, a missing one and a missing user name", async () => {
  const wrong = await run({ password: "wrong", site: "hyytiala" });
  expect(fault(wrong)).toEqual(faultAt("password", "does not accept this user name and password"));
  expect(stateOf(wrong, "portal")).toBe("ok");
  expect(fault(await run({ password: null }))).toEqual(["password", "No password is known."]);
  expect(fault(await run({ username: " " }))?.[0]).toBe("password");
});

test("a user of another site, and a site that the portal does not know", async () => {
  const guest = { username: "guest", password: "guest" };
  expect(fault(await run({ ...guest, site: "hyytiala" }))).toEqual(
    faultAt("permission", "has no permission to send for Hyytiälä"),
  );
  expect(fault(await run({ ...guest, site: "granada" }))).toBeNull();
  expect(fault(await run({ site: "atlantis" }))).toEqual(
    faultAt("permission", "does not know the site atlantis"),
  );
});

test.each([
  [
    "a name",
    [null, { id: "granada", humanReadableName: "Granada" }, { id: "rapid", humanReadableName: " Räpid\n" }],
    "Räpid",
  ],
  ["an empty name", [{ id: "rapid", humanReadableName: " " }], "rapid"],
  ["what is no name", [{ id: "rapid", humanReadableName: { toString: 1 } }], "rapid"],
  ["another site", [{ id: "granada", humanReadableName: "Granada" }], "rapid"],
])("a site is called by its name, else by its id: the portal tells %s", async (_, sites, words) => {
  const portal = await scripted(({ method, body }) => {
    if (method === "GET") return jsonAnswer(sites);
    return { status: 422, body: body.toString() === "{}" ? "Request is missing filename" : "Unknown PID" };
  });
  const { verdict, steps } = await run({ url: portal.url, site: "rapid" });
  expect(verdict).toBe(`Signed in as station, who may send for ${words}.`);
  expect(steps.at(-1)?.message).toBe(`This user may send for ${words}.`);
  expect(portal.seen.at(-1)?.body.toString()).toContain('"site":"rapid"');
});

test("nobody there: a name that is not known, a dead port, a port that is silent", async () => {
  const name = await run({ url: "https://portal.invalid" });
  expect(fault(name)).toEqual([
    "reach",
    expect.stringMatching(/The name portal\.invalid .*(not known|resolved)/),
  ]);
  const dead = await new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
  const refused = fault(await run({ url: `http://127.0.0.1:${dead}` }));
  expect(refused).toEqual(faultAt("reach", "refuses the connection"));
  expect(refused?.[1]).not.toContain("queued");
  const silent = await scripted(() => "silent");
  expect(fault(await run({ url: silent.url }))).toEqual(faultAt("reach", "does not answer within"));
});

test("a portal behind TLS: trusted, expired, self-signed, of another host, and no TLS at all", async () => {
  const front = async (certificate: { key: string; cert: string }): Promise<string> => {
    const opened = await openTlsFront(mock.url, certificate);
    closedAfterTest(opened);
    return opened.url;
  };
  const caFile = maker.authorityFile;
  const good = await run({ url: await front(await maker.signed("IP:127.0.0.1")), caFile, site: "hyytiala" });
  expect(fault(good)).toBeNull();
  expect(stateOf(good, "tls")).toBe("ok");
  const bad = async (certificate: { key: string; cert: string }) =>
    fault(await run({ url: await front(certificate), caFile }));
  expect(await bad(await maker.signed("IP:127.0.0.1", -1))).toEqual(faultAt("tls", "has expired"));
  expect(await bad(await maker.signed("DNS:elsewhere.example"))).toEqual(
    faultAt("tls", "belongs to another host"),
  );
  expect(await bad(await maker.selfSigned("IP:127.0.0.1"))).toEqual(faultAt("tls", "is self-signed"));
  const plain = await run({ url: mock.url.replace("http:", "https:") });
  expect(fault(plain)).toEqual(faultAt("tls", "does not speak TLS"));
  expect(secrets).toEqual([password]);
});

test("what is no portal never gets the password", async () => {
  const html = { "Content-Type": "text/html" };
  const strangers: ((request: SeenRequest) => Scripted)[] = [
    () => ({ status: 200, headers: html, body: "<!doctype html><title>Log in</title>" }),
    () => ({ status: 302, headers: { Location: "https://login.example/" } }),
    () => ({ status: 404, headers: html, body: "<html>nothing</html>" }),
    () => jsonAnswer({ hello: "world" }),
    () => ({ status: 503, headers: html, body: "<html>Maintenance</html>" }),
    () => ({ status: 401, body: "Unauthorized" }),
  ];
  for (const stranger of strangers) {
    const portal = await scripted(stranger);
    expect(fault(await run({ url: portal.url }))?.[0]).toBe("portal");
    expect(portal.seen.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
  }
  expect(secrets).toEqual([]);
});

test("an address that cannot be used is said before anything is asked", async () => {
  expect(fault(await run({ url: "station.example" }))?.[0]).toBe("address");
  expect(fault(await run({ url: "http://portal.example" }))).toEqual(faultAt("address", "https"));
  expect(fault(await run({ url: "https://portal.example", caFile: "/none.pem" }))?.[0]).toBe("address");
});

test("answers that nobody expects are told and never called good", async () => {
  const told = async (post: Scripted, site: string | null = null) => {
    const portal = await scripted(({ method }) => (method === "GET" ? jsonAnswer([]) : post));
    return run({ url: portal.url, site });
  };
  expect(fault(await told({ status: 200, body: "OK" }))).toEqual(faultAt("password", "cannot be checked"));
  expect(fault(await told({ status: 500, body: "oops" }))).toEqual(faultAt("password", '"oops"'));
  expect(fault(await told("reset"))).toEqual(faultAt("password", "cannot be checked"));
  expect(fault(await told({ status: 418, body: "teapot" }))).toEqual(faultAt("password", "teapot"));
  const odd = await told({ status: 422, body: "Something else" }, "hyytiala");
  expect(fault(odd)).toBeNull();
  expect(stateOf(odd, "permission")).toBe("skipped");
  expect(odd.verdict).toContain("is checked with the first file");
});

/** Status and text of the live portal to the announcement that names a site, under its own types. */
const verdicts = [
  [401, "Missing permission", "failed", "has no permission to send for rapid"],
  [422, "Unknown instrument PID", "ok", "may send for rapid"],
  [422, "Instrument PID is not of this site", "ok", "may send for rapid"],
  [422, "Unknown site", "failed", "does not know the site rapid"],
  [422, "Unknown site: rapid", "failed", "does not know the site rapid"],
] as const;
test.each(verdicts)("%i %s: the permission is %s", async (status, body, state, words) => {
  const portal = await scripted(({ method, body: sent }) => {
    if (method === "GET") return jsonAnswer([]);
    const isFirst = sent.toString() === "{}";
    return isFirst ? { status: 422, body: "Request is missing filename" } : { status, body };
  });
  const report = await run({ url: portal.url, site: "rapid" });
  const permission = report.steps.find(({ name }) => name === "permission");
  expect(permission).toEqual({ name: "permission", state, message: expect.stringContaining(words) });
  expect(stateOf(report, "password")).toBe("ok");
});

test("what is announced could be accepted nowhere", async () => {
  const portal = await scripted(({ method }) =>
    method === "GET" ? jsonAnswer([]) : { status: 422, body: "pid" },
  );
  await run({ url: portal.url, site: "hyytiala" });
  const [first, second, ...more] = portal.seen.filter(({ method }) => method === "POST");
  expect(more).toEqual([]);
  expect(JSON.parse(String(first?.body))).toEqual({});
  expect(JSON.parse(String(second?.body))).toMatchObject({
    instrument: "connection-test",
    instrumentPid: "https://hdl.handle.net/21.12132/0.connection-test",
    tags: ["connection-test"],
  });
});

test("gives up at once when the page goes away", async () => {
  const silent = await scripted(() => "silent");
  const gone = new AbortController();
  const running = tested({ url: silent.url }, gone.signal);
  gone.abort();
  expect(await running).toBeNull();
});
