import { expect, test } from "vitest";
import type { HttpAgent } from "#adapters/portal/http-agent.ts";
import { createHttpAgent } from "#adapters/portal/http-agent.ts";
import { usualTimeouts } from "#adapters/portal/portal-timeouts.ts";
import type { GoAhead } from "#adapters/portal/streaming-put.ts";
import { patientGoAheadMs, putCarefully } from "#adapters/portal/streaming-put.ts";
import { closedAfterTest } from "#test/support/builders/closed-after-test.ts";
import { never } from "#test/support/portals/portal-under-test.ts";
import { startRawPortal } from "#test/support/portals/scripted-portal.ts";

/** Answers each whole PUT; says "go on" first where `asks`. */
async function startPortal(asks: boolean): Promise<HttpAgent> {
  const server = await startRawPortal((socket) => {
    let got = "";
    socket.on("data", (piece) => {
      if (asks && got === "") socket.write("HTTP/1.1 100 Continue\r\n\r\n");
      got += piece.toString("latin1");
      if (!got.endsWith("\r\n0\r\n\r\n")) return;
      got = "";
      socket.write("HTTP/1.1 201 Created\r\nContent-Length: 7\r\n\r\nCreated");
    });
  });
  const options = { url: server.url, concurrency: 1, proxy: null, caFile: null, allowInsecureHttp: false };
  const agent = createHttpAgent({ ...options, timeouts: usualTimeouts });
  if ("message" in agent) throw new Error(agent.message);
  closedAfterTest(agent, server);
  return agent;
}

async function* pieces(): AsyncGenerator<Uint8Array> {
  yield Buffer.alloc(100_000, 1);
  yield Buffer.alloc(100_000, 2);
}

async function put(
  agent: HttpAgent,
  goAhead: GoAhead,
  sent: number[] = [],
  pieceBytes = () => 64 * 1024,
): Promise<string> {
  const facts = { path: "/upload/data/x", headers: {}, size: 200_000, pieceBytes };
  const onPieceSent = (bytes: number) => sent.push(bytes);
  const request = { ...facts, chunks: pieces(), goAhead, allow: () => null, onPieceSent };
  return (await putCarefully(agent, request, usualTimeouts, never())).kind;
}

test("a portal that knows no 100 Continue gets the body all the same, and the next files are not held up", async () => {
  const agent = await startPortal(false);
  const goAhead = { waitMs: 20 };
  expect(await put(agent, goAhead)).toBe("answer");
  expect(goAhead.waitMs).toBe(50);
  expect(await put(agent, goAhead)).toBe("answer");
});

test("a portal that says 100 Continue is waited for", async () => {
  const agent = await startPortal(true);
  const goAhead = { waitMs: 500 };
  expect(await put(agent, goAhead)).toBe("answer");
  expect(goAhead.waitMs).toBe(patientGoAheadMs);
});

test("every byte is counted, in pieces of the given size at most", async () => {
  const agent = await startPortal(true);
  const sent: number[] = [];
  await put(agent, { waitMs: 500 }, sent);
  expect(sent).toEqual([65_536, 34_464, 65_536, 34_464]);
});

test("a limit that changes within a body changes its pieces", async () => {
  const agent = await startPortal(true);
  const sent: number[] = [];
  await put(agent, { waitMs: 500 }, sent, () => (sent.length < 1 ? 64 * 1024 : 20_000));
  expect(sent).toEqual([65_536, 20_000, 14_464, 20_000, 20_000, 20_000, 20_000, 20_000]);
});
