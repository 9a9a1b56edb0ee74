import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { MockPortal } from "#mock-portal/portal.ts";
import { ofEachTest } from "#test/support/builders/of-tests.ts";
import { type CliPlace, ceilometer, liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { type CertificateMaker, makeCertificates } from "#test/support/portals/certificates.ts";
import { openPortal, requestsOf } from "#test/support/portals/cli-portal.ts";
import { openTlsFront } from "#test/support/portals/tls-front.ts";

let portal: MockPortal;
const place = ofEachTest(
  () => makeCliPlace(portal.url),
  (one) => one.remove(),
);
let certificates: CertificateMaker;

beforeAll(async () => {
  const station = { username: "station", password: "station", sites: ["hyytiala"] };
  [portal, certificates] = await Promise.all([openPortal({ users: [station] }), makeCertificates()]);
});
afterAll(() => Promise.all([portal.close(), certificates.remove()]));
let day = 0;
beforeEach(async () => {
  day += 1;
  // Days of the past: the portal is asked what it holds before anything is announced.
  for (const what of ["a", "b"]) await place.write(name(what), `${what} of day ${day}`);
});
afterEach(() => portal.setFaults([]));

const name = (what: string) => liveName(`2021-03-${String(day).padStart(2, "0")}`, what);
const paths = () => ["a", "b"].map((what) => join(place.folder, name(what)));
const at = (url: string, more: object = {}) =>
  place.configure({ ...place.settings, portal: { url, username: "station", ...more } });

/** Both files wait, nothing is called delivered, and the one hold names what is at fault. */
const expectHeld = (
  { code, report }: Awaited<ReturnType<CliPlace["submit"]>>,
  cause: string,
  said: string,
): void => {
  expect({ code, ...report }).toMatchObject({ code: 1, found: 2, delivered: 0, known: 0, blocked: [] });
  expect(report.holds).toEqual([{ cause, message: expect.stringContaining(said) }]);
  expect(report.waiting.map(({ path }) => path).sort()).toEqual(paths());
};
const expectDelivered = async () =>
  expect(await place.submit()).toMatchObject({ code: 0, report: { delivered: 2, holds: [], waiting: [] } });

test("a portal that cannot be reached is named with its address; the files go when it is back", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  await at(`http://127.0.0.1:${port}`);
  expectHeld(await place.submitUntil("sending is on hold"), "unreachable", `127.0.0.1:${port} refuses`);
  await at(portal.url);
  await expectDelivered();
});

test("a host name that does not exist is named", async () => {
  await at("https://portal.invalid");
  expectHeld(await place.submitUntil("sending is on hold"), "unreachable", "portal.invalid");
});

test("a certificate of nobody is named", async () => {
  const front = await openTlsFront(portal.url, await certificates.selfSigned("IP:127.0.0.1"));
  await at(front.url);
  expectHeld(await place.submit(), "tls", "its certificate is self-signed");
  await front.close();
});

test("a certificate of another host is named, also where its authority is in portal.caFile", async () => {
  const other = await openTlsFront(portal.url, await certificates.signed("DNS:other.example"));
  await at(other.url, { caFile: certificates.authorityFile });
  expectHeld(await place.submit(), "tls", "its certificate belongs to another host");
  await other.close();
});

test("a file of portal.caFile that is not there is named; one that is there is an authority", async () => {
  const right = await openTlsFront(portal.url, await certificates.signed("IP:127.0.0.1"));
  await at(right.url, { caFile: join(place.root, "none.pem") });
  const missing = await place.submit();
  expectHeld(missing, "tls", join(place.root, "none.pem"));
  expect(missing.stderr).toContain(`portal.caFile: ${join(place.root, "none.pem")} cannot be read`);
  await at(right.url, { caFile: certificates.authorityFile });
  await expectDelivered();
  await right.close();
});

test("a wrong password is one request; the password is in no output and no file", async () => {
  const before = requestsOf(portal, "POST");
  const wrong = await place.submit([], { password: "wrong-word-x" });
  expectHeld(wrong, "credentials", new URL(portal.url).host);
  expect(requestsOf(portal, "POST")).toBe(before + 1);
  const none = await place.submit([], { password: null });
  expectHeld(none, "credentials", "No password is stored for station@");
  expect(requestsOf(portal, "POST")).toBe(before + 1);
  const log = await readFile(join(place.dataFolder, "logs", "skyferry.log"), "utf8");
  expect(log).toContain("sending is on hold");
  expect(JSON.stringify([wrong, none, log])).not.toContain("wrong-word-x");
  await expectDelivered();
});

test("no permission for one site blocks that site's files only", async () => {
  const galati = {
    ...ceilometer,
    name: "Galati",
    site: "galati",
    instrument: "parsivel",
    pid: "https://hdl.handle.net/21.12132/3.070929c5502747f6",
    folder: join(place.root, "galati"),
  };
  for (const what of ["x", "y", "z"])
    await place.write(join(galati.folder, name(what)), `${what} of galati ${day}`);
  await place.configure({ ...place.settings, instruments: [galati, ...place.settings.instruments] });
  const { code, report } = await place.submit();
  expect({ code, ...report }).toMatchObject({ code: 1, found: 5, delivered: 2, waiting: [], holds: [] });
  expect(report.blocked.map(({ cause }) => cause)).toEqual(Array(3).fill("no-permission"));
  for (const { message } of report.blocked) expect(message).toContain("galati");
});

test.each([
  ["a redirect to a log-in page", "POST", { redirectTo: "https://login.example/in" }, "login.example"],
  ["a log-in page as the answer to an announcement", "POST", { loginPage: true }, "web page"],
] as const)(
  "%s is not the portal: nothing is delivered, and all goes when it is over",
  async (_what, method, fault, said) => {
    portal.setFaults([{ method, fault }]);
    expectHeld(await place.submit(), "not-the-portal", said);
    portal.setFaults([]);
    await expectDelivered();
  },
);

test.each([
  ["a web page", { loginPage: true }],
  ["truncated JSON", { truncateAtByte: 1 }],
  ["a list of 100 MB", { hugeListBytes: 100_000_000 }],
] as const)(
  "%s in place of the list of raw files keeps nothing from being delivered once",
  async (_what, fault) => {
    portal.setFaults([{ method: "GET", route: "/api/raw-files", fault }]);
    await expectDelivered();
    expect(
      portal
        .acceptances()
        .slice(-2)
        .map(({ filename }) => filename)
        .sort(),
    ).toEqual([name("a"), name("b")]);
  },
);
