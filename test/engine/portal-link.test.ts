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
  const secrets = {
    password: async () => (await answers.shift()) ?? found("new"),
    keep: async () => ({ message: "not here" }),
  };
  const { portal } = configuration([], { url: `http://127.0.0.1:${port}` }).settings;
  const parts = { clock: createNodeClock(), secrets, version: "0.0.0-test" };
  const link = createPortalLink(parts, portal, true, () => {});
  try {
    const never = new AbortController().signal;
    const before = link.portal.announce(metadata, never);
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
