import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import net from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { closedAfterTest } from "#test/support/builders/closed-after-test.ts";
import { ofAllTests } from "#test/support/builders/of-tests.ts";
import { makeCertificates } from "#test/support/portals/certificates.ts";
import {
  bytesBody,
  madeBody,
  never,
  portalAt,
  someMetadata,
} from "#test/support/portals/portal-under-test.ts";
import type { ScriptedPortal } from "#test/support/portals/scripted-portal.ts";
import { startScriptedPortal } from "#test/support/portals/scripted-portal.ts";

const maker = ofAllTests(makeCertificates, (one) => one.remove());

afterEach(() => void vi.unstubAllEnvs());

/** A proxy that leads everything to `target`, or refuses with `status`. */
async function startProxy(target: string, status: number | null = null) {
  const asked: string[] = [];
  const refuse = `HTTP/1.1 ${status} Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
  const server = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (status !== null) return void response.writeHead(status).end();
    const { pathname, search } = new URL(request.url ?? "");
    const { method, headers } = request;
    const onward = http.request(`${target}${pathname}${search}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  server.on("connect", (request, socket) => {
    asked.push(`CONNECT ${request.url}`);
    if (status !== null) return void socket.end(refuse);
    const { hostname, port } = new URL(target);
    const onward = net.connect(Number(port), hostname, () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    onward.on("error", () => socket.destroy());
    socket.on("error", () => onward.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
  };
  closedAfterTest({ close });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

async function startTarget(isSecure: boolean): Promise<ScriptedPortal> {
  const certificate = isSecure ? await maker.signed("DNS:portal.test") : undefined;
  const server = await startScriptedPortal(
    ({ method }) =>
      method === "PUT"
        ? { status: 201, body: "Created" }
        : { status: 200, body: method === "GET" ? "[]" : "OK" },
    certificate,
  );
  closedAfterTest(server);
  return server;
}

const ways = [
  { title: "https by setting", isSecure: true, env: false },
  { title: "https by environment", isSecure: true, env: true },
  { title: "http by setting", isSecure: false, env: false },
  { title: "http by environment", isSecure: false, env: true },
];
test.each(ways)("everything goes through the proxy: $title", async ({ isSecure, env }) => {
  const target = await startTarget(isSecure);
  const proxy = await startProxy(target.url);
  for (const name of ["NO_PROXY", "no_proxy"]) vi.stubEnv(name, "");
  for (const name of ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy"])
    vi.stubEnv(name, env ? proxy.url : undefined);
  const portal = portalAt(`${isSecure ? "https" : "http"}://portal.test`, {
    proxy: env ? null : proxy.url,
    caFile: maker.authorityFile,
    allowInsecureHttp: !isSecure,
  });
  closedAfterTest(portal);
  const sum = someMetadata.checksum;
  expect(await portal.announce(someMetadata, never())).toEqual({ kind: "accepted" });
  const sent = { kind: "delivered", how: "stored" };
  expect(await portal.send(sum, bytesBody(Buffer.from("small")), never(), () => {})).toEqual(sent);
  expect(await portal.send(sum, madeBody(1_200_000), never(), () => {})).toEqual(sent);
  expect(await portal.sites(never())).toEqual({ kind: "found", value: [] });
  expect(target.seen.map(({ method, body }) => `${method} ${body.length}`)).toEqual([
    `POST ${JSON.stringify({ ...someMetadata, tags: undefined }).length}`,
    "PUT 5",
    "PUT 1200000",
    "GET 0",
  ]);
  expect(proxy.asked.length).toBeGreaterThanOrEqual(isSecure ? 3 : 4);
});

test.each([407, 403])("a proxy that refuses with %i is named", async (status) => {
  const proxy = await startProxy("http://127.0.0.1:1", status);
  const portal = portalAt("https://portal.test", { proxy: proxy.url });
  closedAfterTest(portal);
  const failure = {
    cause: status === 407 ? "credentials" : "unreachable",
    message: expect.stringMatching(/proxy .*\(Settings > Portal and sending/),
  };
  const held = { kind: "hold", failure };
  const sum = someMetadata.checksum;
  expect(await portal.announce(someMetadata, never())).toMatchObject(held);
  expect(await portal.send(sum, madeBody(1_200_000), never(), () => {})).toMatchObject(held);
  expect(await portal.sites(never())).toMatchObject({ kind: "failed", failure });
});

test("a portal on this PC is never reached through a proxy", async () => {
  const target = await startTarget(false);
  const proxy = await startProxy(target.url, 403);
  for (const name of ["HTTP_PROXY", "http_proxy"]) vi.stubEnv(name, proxy.url);
  for (const url of [target.url, target.url.replace("127.0.0.1", "localhost")]) {
    const portal = portalAt(url, { proxy: proxy.url });
    closedAfterTest(portal);
    expect(await portal.announce(someMetadata, never())).toEqual({ kind: "accepted" });
    const sent = await portal.send(someMetadata.checksum, madeBody(600_000), never(), () => {});
    expect(sent.kind).toBe("delivered");
  }
  expect(proxy.asked).toEqual([]);
});
