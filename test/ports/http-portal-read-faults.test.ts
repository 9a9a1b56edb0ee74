import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createNodeClock } from "#adapters/node-clock.ts";
import type { HttpPortal } from "#adapters/portal/http-portal.ts";
import { closedAfterTest } from "#test/support/builders/closed-after-test.ts";
import * as shapes from "#test/support/builders/portal-shapes.ts";
import { answering, never, portalAt, portalFor } from "#test/support/portals/portal-under-test.ts";
import type { Scripted } from "#test/support/portals/scripted-portal.ts";
import { jsonAnswer, startRawPortal, startScriptedPortal } from "#test/support/portals/scripted-portal.ts";

test.each([400, 404])("an Error body of %i is told in the portal's words", async (status) => {
  const errors = ["Invalid products: a, b", "No files match this UUID"];
  const { portal } = await answering(jsonAnswer({ status, errors }, status));
  expect(await portal.files({ product: "a" }, never())).toEqual({ kind: "refused", status, errors });
});

const html = { "Content-Type": "text/html; charset=utf-8" };
const page = "<!doctype html><html>Log in</html>";
const missing: Scripted[] = [
  { status: 404, headers: html, body: page },
  { status: 404, body: "Not Found" },
  jsonAnswer({ status: 404, errors: ["No"] }, 404),
];
test.each(missing)("routes outside the contract may be missing: %j", async (scripted) => {
  const { portal } = await answering(scripted);
  expect(await portal.instrumentRecords(never())).toEqual({ kind: "found", value: null });
  expect(await portal.recordOf(shapes.rawFile.checksum, never())).toEqual({ kind: "found", value: null });
});

const brokenRoutes: readonly (readonly [string, Scripted])[] = [
  ["404", { status: 404, body: "Not Found" }],
  ["a web page with 404", { status: 404, headers: html, body: page }],
  ["500", { status: 500, body: "oops" }],
  ["garbage", { status: 200, body: "]]" }],
  ["no answer", "silent"],
];
test.each(brokenRoutes)(
  "a list that the portal need not have, %s: asked once a day",
  async (_title, broken) => {
    let nowMs = Date.parse("2026-05-01T12:00:00Z");
    let isWell = false;
    const record = jsonAnswer([shapes.instrumentRecord]);
    const server = await startScriptedPortal(({ path: asked }) =>
      asked === "/api/sites" ? jsonAnswer([shapes.site]) : isWell ? record : broken,
    );
    const clock = { ...createNodeClock(), nowMs: () => nowMs };
    const portal = portalFor(server, { clock, timeouts: { answerMs: 500, wholeAnswerMs: 900 } });
    const ask = () => portal.instrumentRecords(never());
    expect(await ask()).toMatchObject({ kind: "found", value: null });
    isWell = true;
    nowMs += 23 * 3_600_000;
    expect(await ask()).toEqual({ kind: "found", value: null });
    expect(server.seen).toHaveLength(1);
    expect(await portal.sites(never())).toMatchObject({ kind: "found" });
    nowMs += 2 * 3_600_000;
    expect(await ask()).toMatchObject({ kind: "found", value: [shapes.instrumentRecord] });
  },
);

test.each(brokenRoutes.slice(2))(
  "the record of a checksum, %s: a failure, not 'no record'",
  async (_title, broken) => {
    const server = await startScriptedPortal(() => broken);
    const portal = portalFor(server, { timeouts: { answerMs: 500, wholeAnswerMs: 900 } });
    expect(await portal.recordOf(shapes.rawFile.checksum, never())).toMatchObject({ kind: "failed" });
  },
);

const things: readonly (readonly [string, (portal: HttpPortal, folder: string) => Promise<unknown>])[] = [
  ["plot", (portal) => portal.image("a/b.png", never())],
  ["plot", (portal) => portal.visualization(shapes.productFile.uuid, never())],
  ["file", (portal) => portal.file(shapes.productFile.uuid, never())],
  [
    "file",
    (portal, folder) => {
      const downloadUrl = "/api/download/raw/0/x.nc";
      const { filename, checksum } = shapes.rawFile;
      const file = { downloadUrl, filename, checksum, size: 5 };
      return portal.download({ kind: "raw", file }, folder, never(), () => {});
    },
  ],
];
test.each(things)("a missing %s is told as that, whatever the 404 is made of", async (thing, read) => {
  const folder = await mkdtemp(path.join(tmpdir(), "skyferry-missing-"));
  for (const answer of missing.slice(0, 2)) {
    const { portal } = await answering(answer);
    const errors = [`there is no such ${thing}`];
    expect(await read(portal, folder)).toEqual({ kind: "refused", status: 404, errors });
  }
  await rm(folder, { recursive: true });
});

const faults: readonly (readonly [string, Scripted, string, RegExp])[] = [
  ["a web page", { status: 200, headers: html, body: page }, "not-the-portal", /web page instead of data/],
  ["a page without a type", { status: 200, body: page }, "not-the-portal", /web page instead of data/],
  [
    "a redirect to a log-in page",
    { status: 302, headers: { Location: "https://login.example/x" } },
    "not-the-portal",
    /login\.example/,
  ],
  [
    "a missing route",
    { status: 404, headers: html, body: page },
    "not-the-portal",
    /address \(Settings > Portal and sending\)/,
  ],
  [
    "truncated JSON",
    { status: 200, body: '[{"id":"hy' },
    "portal-error",
    /is incomplete or not JSON \(10 bytes\)/,
  ],
  ["no body", { status: 200 }, "portal-error", /\(0 bytes\)/],
  [
    "another shape",
    jsonAnswer([{ id: 5 }]),
    "portal-error",
    /\/api\/sites is not in the documented format: “id” of record 1 should be text, but is 5\.$/,
  ],
  [
    "no list",
    jsonAnswer({ id: "x" }),
    "portal-error",
    /not in the documented format: the answer should be a list, but is an object\.$/,
  ],
  [
    "broken gzip",
    { status: 200, headers: { "Content-Encoding": "gzip" }, body: "[]" },
    "link-broken",
    /was lost/,
  ],
  ["maintenance", { status: 503, headers: html, body: page }, "maintenance", /maintenance/],
  ["a gateway", { status: 502, headers: html, body: page }, "portal-trouble", /has a problem/],
  ["throttling", { status: 429, body: "slow down" }, "throttled", /fewer/],
  ["a failure", jsonAnswer({ status: 500, errors: ["x"] }, 500), "portal-error", /status 500/],
  ["silence", "silent", "link-broken", /did not respond for too long/],
  ["a reset", "reset", "link-broken", /was lost/],
];
test.each(faults)("%s is one clear failure", async (_title, scripted, cause, message) => {
  const { portal } = await answering(scripted);
  expect(await portal.sites(never())).toMatchObject({
    kind: "failed",
    failure: { cause, message: expect.stringMatching(message) },
  });
});

/** A head, then pieces forever or until the client has enough. */
async function endless(head: string, piece: Buffer | null) {
  let sentBytes = 0;
  const server = await startRawPortal((socket) => {
    socket.once("data", () => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${head}\r\n\r\n`);
      const go = (): void => {
        if (piece === null || socket.destroyed) return;
        sentBytes += piece.length;
        if (socket.write(piece)) setImmediate(go);
        else socket.once("drain", go);
      };
      go();
    });
  });
  const portal = portalFor(server, { timeouts: { answerMs: 500, stallMs: 500, wholeAnswerMs: 20_000 } });
  return { portal, sentBytes: () => sentBytes };
}

test("a list of 100 MB is given up at 64 MB", async () => {
  const { portal, sentBytes } = await endless("Content-Length: 1000000000", Buffer.alloc(1_000_000, "[ "));
  expect(await portal.sites(never())).toMatchObject({
    kind: "failed",
    failure: { cause: "portal-error", message: expect.stringContaining("larger than 64 MB") },
  });
  expect(sentBytes()).toBeLessThan(100_000_000);
});

test("a small answer that inflates to 100 MB is given up too", async () => {
  const { portal } = await answering({
    status: 200,
    headers: { "Content-Encoding": "gzip" },
    body: gzipSync(Buffer.alloc(100_000_000, " ")),
  });
  const outcome = await portal.sites(never());
  expect(outcome).toMatchObject({ kind: "failed", failure: { message: expect.stringContaining("64 MB") } });
});

test("an answer that hangs behind its first byte ends by the time-out", async () => {
  const { portal } = await endless("Transfer-Encoding: chunked\r\n\r\n1\r\n[", null);
  expect(await portal.sites(never())).toMatchObject({ kind: "failed", failure: { cause: "link-broken" } });
});

test("a caller ends a read at once", async () => {
  const giving = new AbortController();
  const server = await startScriptedPortal(() => {
    giving.abort();
    return "silent";
  });
  const portal = portalFor(server);
  expect(await portal.sites(giving.signal)).toEqual({ kind: "abandoned" });
  expect(await portal.image("x.png", giving.signal)).toEqual({ kind: "abandoned" });
});

test("an answer that trickles forever ends by the whole time-out", async () => {
  const server = await startRawPortal((socket) => {
    socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    const trickle = setInterval(() => socket.write("1\r\n \r\n"), 50);
    socket.on("close", () => clearInterval(trickle));
  });
  const portal = portalFor(server, { timeouts: { stallMs: 10_000, wholeAnswerMs: 300 } });
  expect(await portal.sites(never())).toMatchObject({
    kind: "failed",
    failure: { cause: "portal-error", message: expect.stringContaining("did not finish") },
  });
});

test("a read of a portal that is gone", async () => {
  const server = await startScriptedPortal(() => "silent");
  await server.close();
  const portal = portalAt(server.url);
  closedAfterTest(portal);
  expect(await portal.sites(never())).toMatchObject({ kind: "failed", failure: { cause: "unreachable" } });
});
