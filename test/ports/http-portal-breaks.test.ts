import { expect, test } from "vitest";
import type { HttpPortal } from "#adapters/portal/http-portal.ts";
import { closedAfterTest } from "#test/support/builders/closed-after-test.ts";
import {
  bytesBody,
  madeBody,
  never,
  portalAt,
  portalFor,
  someMetadata,
} from "#test/support/portals/portal-under-test.ts";
import { startRawPortal, startScriptedPortal } from "#test/support/portals/scripted-portal.ts";

const sum = someMetadata.checksum;
const small = () => bytesBody(Buffer.from("a small file"));
const large = () => madeBody(600_000);
const stored = "HTTP/1.1 201 Created\r\nContent-Length: 7\r\n\r\nCreated";
/** Silence is noticed long before the whole answer is late, also on a busy machine. */
const quick = { connectMs: 300, answerMs: 300, stallMs: 300, wholeAnswerMs: 10_000 };

const stages: { title: string; run: (portal: HttpPortal) => ReturnType<HttpPortal["announce"]> }[] = [
  { title: "announcement", run: (portal) => portal.announce(someMetadata, never()) },
  { title: "small body", run: (portal) => portal.send(sum, small(), never(), () => {}) },
  { title: "large body", run: (portal) => portal.send(sum, large(), never(), () => {}) },
];

test.each(stages)("a refused connection holds: $title", async ({ run }) => {
  const server = await startRawPortal(() => {});
  await server.close();
  const portal = portalAt(server.url);
  closedAfterTest(portal);
  expect(await run(portal)).toMatchObject({
    kind: "hold",
    failure: { cause: "unreachable", message: expect.stringContaining("refuses the connection") },
  });
});

test.each(stages)("an unknown host holds: $title", async ({ run }) => {
  const portal = portalAt("https://portal.invalid", { timeouts: { connectMs: 5_000 } });
  closedAfterTest(portal);
  expect(await run(portal)).toMatchObject({ kind: "hold", failure: { cause: "unreachable" } });
});

test.each(stages)("a black hole is unknown: $title", async ({ run }) => {
  const server = await startRawPortal((socket) => socket.resume());
  const portal = portalFor(server, { timeouts: quick });
  expect(await run(portal)).toMatchObject({
    kind: "unknown",
    failure: { cause: "link-broken", message: expect.stringContaining("did not respond") },
  });
});

test.each(stages)("a portal that answers nothing any more is unknown: $title", async ({ run }) => {
  const server = await startScriptedPortal(() => "silent");
  const portal = portalFor(server, { timeouts: quick });
  expect(await run(portal)).toMatchObject({ kind: "unknown", failure: { cause: "link-broken" } });
  expect(server.seen).toHaveLength(1);
});

test.each(stages.flatMap((stage) => (["reset", "close"] as const).map((how) => ({ ...stage, how }))))(
  "an answer lost by $how is unknown after at most one repetition: $title",
  async ({ run, how }) => {
    const server = await startScriptedPortal(() => how);
    const portal = portalFor(server);
    expect(await run(portal)).toMatchObject({ kind: "unknown", failure: { cause: "link-broken" } });
    expect(server.seen.length).toBeLessThanOrEqual(2);
  },
);

test.each(stages)("an answer cut in the middle is unknown: $title", async ({ run }) => {
  const server = await startRawPortal((socket) => {
    socket.once("data", () => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nO", () => socket.end());
      socket.resume();
    });
  });
  const portal = portalFor(server);
  expect(await run(portal)).toMatchObject({ kind: "unknown" });
});

test("something that speaks no HTTP is not the portal", async () => {
  const server = await startRawPortal((socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n"));
  const portal = portalFor(server);
  for (const { run } of stages)
    expect(await run(portal)).toMatchObject({ kind: "hold", failure: { cause: "not-the-portal" } });
});

test.each(stages)("a kept-alive connection closed just as we write is no outage: $title", async ({ run }) => {
  let resets = 0;
  const server = await startRawPortal((socket) => {
    let got = "";
    let isServed = false;
    socket.on("data", (piece) => {
      if (isServed) {
        resets++;
        return void socket.resetAndDestroy();
      }
      got += piece.toString("latin1");
      if (got.endsWith('"}')) socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK");
      else if (got.endsWith("\r\n0\r\n\r\n")) socket.write(stored);
      else return;
      isServed = true;
    });
  });
  const portal = portalFor(server, { concurrency: 1, timeouts: { stallMs: 10_000 } });
  for (let round = 0; round < 3; round++) expect((await run(portal)).kind).toMatch(/accepted|delivered/);
  expect(resets).toBeGreaterThan(0);
});

test("a slow reader that keeps reading is waited for", async () => {
  const server = await startRawPortal((socket) => {
    let bytesToPause = 0;
    socket.write("HTTP/1.1 100 Continue\r\n\r\n");
    socket.on("data", (piece) => {
      if (piece.subarray(-7).toString("latin1") === "\r\n0\r\n\r\n") return void socket.end(stored);
      bytesToPause -= piece.length;
      if (bytesToPause > 0) return;
      bytesToPause = 3_000_000;
      socket.pause();
      setTimeout(() => socket.resume(), 100);
    });
  });
  // Each pause is shorter than the limit, all of them together are longer.
  const portal = portalFor(server, { timeouts: { ...quick, stallMs: 1_000 } });
  expect(await portal.send(sum, madeBody(60_000_000), never(), () => {})).toMatchObject({
    kind: "delivered",
  });
});
