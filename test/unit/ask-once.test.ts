import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { askOnce } from "#test/support/portals/ask-once.ts";

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test("a request has its method, headers and body, and each has a connection of its own", async () => {
  const seen: unknown[] = [];
  const url = await serve(async (request, response) => {
    let body = "";
    for await (const piece of request) body += String(piece);
    seen.push([request.method, request.headers["x-of-test"], request.headers.connection, body]);
    response.writeHead(201).end('{"n":1}');
  });
  const answer = await askOnce(url, { method: "PUT", headers: { "x-of-test": "here" }, body: "content" });
  expect([answer.status, answer.isOk, answer.text(), answer.json()]).toEqual([
    201,
    true,
    '{"n":1}',
    { n: 1 },
  ]);
  expect(seen).toEqual([["PUT", "here", "close", "content"]]);
});

test("answers of every length arrive whole", async () => {
  const url = await serve((request, response) => {
    response.end(Buffer.alloc(Number(request.url?.slice(1)), "a"));
  });
  for (const kilobytes of [0, 1, 64, 65, 100, 300, 3000])
    expect((await askOnce(`${url}${kilobytes * 1024}`)).bytes.length).toBe(kilobytes * 1024);
});

test("a host that is gone is an error of that request: before, within and after the head of its answer", async () => {
  let sent = "";
  const url = await serve((request, response) => {
    if (sent === "") return void request.socket.destroy();
    response.writeHead(200, { "content-length": 1_000_000 });
    response.write(Buffer.alloc(sent === "head" ? 0 : 100_000, "a"), () => request.socket.destroy());
  });
  for (sent of ["", "head", "part"]) await expect(askOnce(url), sent).rejects.toThrow(/hang up|aborted/);
});

test("a refused connection and an end of patience are errors, too", async () => {
  const url = await serve(() => {});
  await expect(askOnce(url, { signal: AbortSignal.timeout(20) })).rejects.toThrow(/abort/i);
  await expect(askOnce("http://127.0.0.1:1/")).rejects.toThrow("ECONNREFUSED");
});
