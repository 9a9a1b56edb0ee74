import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createNodeClock } from "#adapters/node-clock.ts";
import { createPortalLink } from "#compose/portal-connection.ts";
import type { SecretFound } from "#engine/ports/host.ts";
import { configuration, md5 } from "#test/support/builders/engine-fixture.ts";

const metadata = {
  measurementDate: "2024-06-01",
  instrument: "mira-35",
  filename: "20240601_a.dat",
  tags: [],
  instrumentPid: "https://hdl.handle.net/21.12132/3.0123456789abcdef",
  site: "hyytiala",
  checksum: md5("a"),
};

test("a password that was asked for before it changed is not remembered after it", async () => {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    const [, encoded = ""] = (request.headers.authorization ?? "").split(" ");
    heard.push(Buffer.from(encoded, "base64").toString());
    request.resume();
    response.writeHead(401).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const slow = Promise.withResolvers<SecretFound>();
  const found = (secret: string): SecretFound => ({
    kind: "found",
    secret,
    place: "keychain",
    backend: "keytar",
  });
  const answers = [slow.promise, Promise.resolve(found("new"))];
  const asked = Promise.withResolvers<void>();
  const secrets = {
    async password() {
      asked.resolve();
      return (await answers.shift()) ?? found("new");
    },
    keep: async () => ({ message: "not here" }),
  };
  const { portal } = configuration([], { url: `http://127.0.0.1:${port}` }).settings;
  const parts = { clock: createNodeClock(), secrets, version: "0.0.0-test" };
  const link = createPortalLink(parts, portal, true, () => {});
  try {
    const never = new AbortController().signal;
    const before = link.portal.announce(metadata, never);
    await asked.promise;
    link.connect(portal, true);
    slow.resolve(found("old"));
    await before;
    await link.portal.announce(metadata, never);
    expect(heard).toEqual(["station:old", "station:new"]);
  } finally {
    await link.close();
    server.close();
  }
});

/** A proxy that notes what it is asked for; every answer is that of a portal which refuses. */
async function openProxy() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    request.resume();
    response.writeHead(401).end();
  });
  server.on("connect", (request, socket) => {
    asked.push(request.url ?? "");
    socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { asked, address: `http://127.0.0.1:${port}`, close: () => server.close() };
}

test("uploads take the system's proxy, and another one after sleep", async () => {
  const [first, second] = [await openProxy(), await openProxy()];
  let answer: Promise<string | null> = Promise.resolve(first.address);
  const secrets = {
    password: async (): Promise<SecretFound> => ({
      kind: "found",
      secret: "x",
      place: "keychain",
      backend: "b",
    }),
    keep: async () => ({ message: "not here" }),
  };
  const settings = configuration([], { url: "http://portal.invalid", allowInsecureHttp: true }).settings
    .portal;
  const parts = {
    clock: createNodeClock(),
    secrets,
    version: "0.0.0-test",
    proxyFor: async () => await answer,
  };
  const link = createPortalLink(parts, settings, true, () => {});
  const settled = () => new Promise(setImmediate);
  const announce = () => link.portal.announce(metadata, new AbortController().signal);
  try {
    await settled();
    await announce();
    expect([first.asked.length, second.asked.length]).toEqual([1, 0]);
    answer = Promise.resolve(second.address);
    link.reconnect();
    await settled();
    await announce();
    expect([first.asked.length, second.asked.length]).toEqual([1, 1]);
    // The settings' own comes first, and an answer for former settings changes nothing.
    const late = Promise.withResolvers<string | null>();
    answer = late.promise;
    link.reconnect();
    link.connect({ ...settings, proxy: first.address }, true);
    late.resolve(second.address);
    await settled();
    await announce();
    expect([first.asked.length, second.asked.length]).toEqual([2, 1]);
  } finally {
    await link.close();
    first.close();
    second.close();
  }
});
