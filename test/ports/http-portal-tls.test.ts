import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import path from "node:path";
import { expect, test } from "vitest";
import type { HttpPortalOptions } from "#adapters/portal/http-portal.ts";
import { closedAfterTest } from "#test/support/builders/closed-after-test.ts";
import { ofAllTests } from "#test/support/builders/of-tests.ts";
import type { Certificate } from "#test/support/portals/certificates.ts";
import { makeCertificates } from "#test/support/portals/certificates.ts";
import {
  bytesBody,
  madeBody,
  never,
  portalAt,
  portalFor,
  someMetadata,
} from "#test/support/portals/portal-under-test.ts";
import { startScriptedPortal } from "#test/support/portals/scripted-portal.ts";

const maker = ofAllTests(makeCertificates, (one) => one.remove());

/** Gives the outcome of each kind of request at a portal with this certificate. */
async function outcomesAt(certificate: Certificate, options: Partial<HttpPortalOptions>) {
  const server = await startScriptedPortal(
    ({ method }) =>
      method === "GET"
        ? { status: 200, body: "[]" }
        : { status: method === "PUT" ? 201 : 200, body: method === "PUT" ? "Created" : "OK" },
    certificate,
  );
  const portal = portalFor(server, options);
  const sum = someMetadata.checksum;
  const outcomes = [
    await portal.announce(someMetadata, never()),
    await portal.send(sum, bytesBody(Buffer.from("small")), never(), () => {}),
    await portal.send(sum, madeBody(2_000_000), never(), () => {}),
    await portal.sites(never()),
  ];
  return { outcomes, server };
}

test("a portal with the institute's own authority works with caFile", async () => {
  const certificate = await maker.signed("IP:127.0.0.1");
  const { outcomes } = await outcomesAt(certificate, { caFile: maker.authorityFile });
  expect(outcomes.map(({ kind }) => kind)).toEqual(["accepted", "delivered", "delivered", "found"]);
});

const faults: { title: string; certificate: () => Promise<Certificate>; says: string; trusted: boolean }[] = [
  {
    title: "expired",
    certificate: () => maker.signed("IP:127.0.0.1", -1),
    says: "has expired",
    trusted: true,
  },
  {
    title: "for another host",
    certificate: () => maker.signed("DNS:elsewhere.example"),
    says: "belongs to another host",
    trusted: true,
  },
  {
    title: "self-signed",
    certificate: () => maker.selfSigned("IP:127.0.0.1"),
    says: "is self-signed",
    trusted: false,
  },
  {
    title: "of an unknown authority",
    certificate: () => maker.signed("IP:127.0.0.1"),
    says: "not signed by an authority that this PC trusts",
    trusted: false,
  },
];
test.each(faults)(
  "a certificate that is $title holds and is named",
  async ({ certificate, says, trusted }) => {
    const options = { caFile: trusted ? maker.authorityFile : null };
    const { outcomes, server } = await outcomesAt(await certificate(), options);
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ failure: { cause: "tls", message: expect.stringContaining(says) } });
    expect(outcomes.map(({ kind }) => kind)).toEqual(["hold", "hold", "hold", "failed"]);
    expect(server.seen).toEqual([]);
  },
);

test("a self-signed certificate can be trusted by naming it", async () => {
  const certificate = await maker.selfSigned("IP:127.0.0.1");
  const caFile = path.join(maker.folder, "own.pem");
  await writeFile(caFile, certificate.cert);
  const { outcomes } = await outcomesAt(certificate, { caFile });
  expect(outcomes.map(({ kind }) => kind)).toEqual(["accepted", "delivered", "delivered", "found"]);
});

/** A line to `url` that garbles what passes one way, on a connection that has carried `afterBytes` of requests. */
async function garblingLine(url: string, way: "request" | "answer", afterBytes: number) {
  const { port } = new URL(url);
  const server = createServer((client) => {
    const portal = connect(Number(port), "127.0.0.1");
    let requestBytes = 0;
    const passed = (bytes: Buffer, from: "request" | "answer"): Buffer => {
      if (from === "request") requestBytes += bytes.length;
      const [last = 0] = bytes.subarray(-1);
      if (from !== way || requestBytes < afterBytes) return bytes;
      return Buffer.concat([bytes.subarray(0, -1), Buffer.of(last ^ 1)]);
    };
    client.on("data", (bytes: Buffer) => void portal.write(passed(bytes, "request")));
    portal.on("data", (bytes: Buffer) => void client.write(passed(bytes, "answer")));
    client.on("close", () => portal.destroy()).on("error", () => {});
    portal.on("close", () => client.destroy()).on("error", () => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  return { url: `https://127.0.0.1:${address.port}`, close: async () => void server.close() };
}

test.each(["request", "answer"] as const)(
  "bytes of the %s that are garbled on the way hold nothing",
  async (way) => {
    const certificate = await maker.signed("IP:127.0.0.1");
    const stored = { status: 201, body: "Created" };
    const server = await startScriptedPortal(
      ({ method }) => (method === "PUT" ? stored : { status: 200, body: "OK" }),
      certificate,
    );
    closedAfterTest(server);
    const line = await garblingLine(server.url, way, 50_000);
    const portal = portalFor(line, { caFile: maker.authorityFile });
    for (const body of [bytesBody(Buffer.alloc(200_000)), madeBody(2_000_000)]) {
      expect(await portal.announce(someMetadata, never())).toMatchObject({ kind: "accepted" });
      const sent = await portal.send(someMetadata.checksum, body, never(), () => {});
      expect(sent).toMatchObject({ kind: "unknown", failure: { cause: "link-broken" } });
    }
  },
);

test("a garbled answer to a read is a lost connection, too", async () => {
  const certificate = await maker.signed("IP:127.0.0.1");
  const server = await startScriptedPortal(() => ({ status: 200, body: "[]" }), certificate);
  closedAfterTest(server);
  const line = await garblingLine(server.url, "answer", 700);
  const read = portalFor(line, { caFile: maker.authorityFile }).sites(never());
  expect(await read).toMatchObject({ kind: "failed", failure: { cause: "link-broken" } });
});

test("https to a portal that speaks plain HTTP", async () => {
  const server = await startScriptedPortal(() => ({ status: 200, body: "OK" }));
  const portal = portalAt(server.url.replace("http:", "https:"));
  closedAfterTest(portal, server);
  const held = { kind: "hold", failure: { cause: "tls", message: expect.stringContaining("TLS") } };
  expect(await portal.announce(someMetadata, never())).toMatchObject(held);
  expect(await portal.send(someMetadata.checksum, madeBody(500_000), never(), () => {})).toMatchObject(held);
});

const badSettings: {
  title: string;
  url: string;
  options: Partial<HttpPortalOptions>;
  says: RegExp;
  cause?: string;
}[] = [
  {
    title: "http",
    url: "http://portal.example",
    options: {},
    says: /^The portal's address \(Settings > Portal and sending\) is http:.*Use https.*allow an unencrypted address/,
  },
  {
    title: "no address",
    url: "portal",
    options: {},
    says: /^The portal's address \(Settings > Portal and sending\) is not an https address/,
    cause: "settings",
  },
  {
    title: "no CA file",
    url: "https://portal.example",
    options: { caFile: "/nowhere/ca.pem" },
    says: /^The file in 'Trusted certificates' \(Settings > Portal and sending\) cannot be read: "\/nowhere\/ca\.pem" \(ENOENT\)/,
  },
  {
    title: "a CA file without a certificate",
    url: "https://portal.example",
    options: { caFile: import.meta.filename },
    says: /'Trusted certificates' \(Settings > Portal and sending\) contains no certificate/,
  },
  {
    title: "no proxy address",
    url: "https://portal.example",
    options: { proxy: "not an address" },
    says: /^The proxy \(Settings > Portal and sending\) is not an address/,
    cause: "settings",
  },
];
test.each(badSettings)(
  "settings that cannot work hold and are named: $title",
  async ({ url, options, says, cause = "tls" }) => {
    const portal = portalAt(url, options);
    closedAfterTest(portal);
    const failure = { cause, message: expect.stringMatching(says) };
    expect(await portal.announce(someMetadata, never())).toMatchObject({ kind: "hold", failure });
    expect(await portal.models(never())).toMatchObject({ kind: "failed", failure });
    expect(portal.requests()).toEqual({ post: 0, put: 0, get: 0, sentBytes: 0 });
  },
);
