import { once } from "node:events";
import { type ClientRequest, get, type IncomingMessage } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readEvents } from "#api/events/sse.ts";
import { type LoopbackHost, startLoopbackHost } from "#test/support/hosts/loopback-host.ts";

let host: LoopbackHost;
let open: ClientRequest[] = [];
beforeEach(async () => {
  host = await startLoopbackHost({ keep: 5, heartbeatMs: 20 });
});
afterEach(async () => {
  for (const one of open) one.destroy();
  open = [];
  await host.close();
});

function connect(path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const authorization = `Bearer ${host.loopback.token}`;
    const one = get(`${host.loopback.address}${path}`, { headers: { authorization, ...headers } }, resolve);
    one.on("error", reject);
    open.push(one);
  });
}

/** The next `count` events in short form. */
async function hear(body: IncomingMessage, count: number): Promise<string[]> {
  const heard: string[] = [];
  for await (const event of readEvents(body.iterator({ destroyOnReturn: false }))) {
    heard.push("seq" in event ? `${event.type} ${event.seq}` : event.type);
    if (heard.length === count) break;
  }
  return heard;
}

describe("the event stream", () => {
  it("is server-sent events that nothing keeps", async () => {
    const stream = await connect("/events?since=0");
    expect(stream.statusCode).toBe(200);
    expect(stream.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
    });
  });

  it("replays from a number and goes on", async () => {
    for (const name of ["a", "b", "c"]) host.engine.find(name);
    const stream = await connect("/events?since=1");
    expect(await hear(stream, 3)).toEqual(["upload.changed 2", "upload.changed 3", "status.changed"]);
    host.engine.find("d");
    host.engine.tell({ type: "progress", id: "x", sentBytes: 1, size: 2 });
    expect(await hear(stream, 2)).toEqual(["upload.changed 4", "progress"]);
  });

  it("numbers what can be resumed from, and nothing else", async () => {
    host.engine.find("a");
    const stream = await connect("/events?since=0");
    const [first] = await once(stream, "data");
    const lines = String(first).split("\n");
    expect(lines.filter((line) => line.startsWith("id:"))).toEqual(["id: 1"]);
    expect(lines.filter((line) => line.startsWith("data:"))).toHaveLength(2);
  });

  it("begins with reset without a number, with a forgotten one and with one of another ledger", async () => {
    for (const name of ["a", "b", "c", "d", "e", "f", "g"]) host.engine.find(name);
    for (const path of ["/events", "/events?since=1", "/events?since=99"]) {
      expect(await hear(await connect(path), 1)).toEqual(["reset 7"]);
    }
  });

  it("resumes a cut stream from Last-Event-ID, which is newer than the address", async () => {
    for (const name of ["a", "b"]) host.engine.find(name);
    const stream = await connect("/events?since=0");
    await hear(stream, 2);
    stream.destroy();
    host.engine.find("c");
    const resumed = await connect("/events?since=0", { "last-event-id": "2" });
    expect(await hear(resumed, 1)).toEqual(["upload.changed 3"]);
  });

  it("gives a sign of life while nothing happens", async () => {
    const stream = await connect("/events?since=0");
    const seen: string[] = [];
    for await (const chunk of stream) {
      seen.push(String(chunk));
      if (seen.join("").includes(": still here\n\n: still here\n\n")) break;
    }
    expect(seen.join("")).toContain("status.changed");
  });

  it("keeps nothing for a subscriber that does not read", async () => {
    const stream = await connect("/events?since=0");
    await hear(stream, 1);
    stream.pause();
    let mostQueued = 0;
    // 20 MB of events: far more than the system keeps for two sockets.
    for (let n = 0; n < 2_000; n++) {
      host.engine.find(`${n} ${"x".repeat(10_000)}`);
      await new Promise((resolve) => setImmediate(resolve));
      mostQueued = Math.max(mostQueued, host.queuedBytes());
    }
    expect(mostQueued).toBeGreaterThan(0);
    expect(mostQueued).toBeLessThan(1_000_000);
    for await (const event of readEvents(stream)) if (event.type === "reset") break;
  });

  it("ends at once when the host ends, also for one that does not read", async () => {
    const stream = await connect("/events?since=0");
    const silent = await connect("/events?since=0");
    silent.pause();
    const ended = stream.toArray();
    await host.close();
    expect(String((await ended)[0])).toContain("status.changed");
  });
});

describe("more streams than there may be", () => {
  it("end the oldest, and every other call is answered", async () => {
    const streams: IncomingMessage[] = [];
    for (let n = 0; n < 70; n += 1) streams.push(await connect("/events"));
    const ended = streams.slice(0, 6).map((stream) => hear(stream, Number.POSITIVE_INFINITY));
    for (const one of await Promise.all(ended)) expect(one).toContain("status.changed");
    const last = streams.at(-1);
    host.engine.find("a");
    if (last !== undefined) expect(await hear(last, 3)).toContain("upload.changed 1");
    const answer = await fetch(`${host.loopback.address}/api/status`, {
      method: "POST",
      headers: { authorization: `Bearer ${host.loopback.token}`, "content-type": "application/json" },
      body: "{}",
    });
    expect(answer.status).toBe(200);
  });
});
