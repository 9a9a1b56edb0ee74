import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, rm } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectToHost } from "#api/loopback/client.ts";
import type { ClientOptions } from "#api/loopback/client-connection.ts";
import { writeHostFile } from "#api/loopback/host-file.ts";
import type { TransportEvent } from "#contract/events.ts";
import { createQueueMirror, snapshot } from "#test/support/builders/queue-mirror.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { createFakeEngine } from "#test/support/fakes/fake-engine.ts";
import { type LoopbackHost, startLoopbackHost } from "#test/support/hosts/loopback-host.ts";

let folder: string;
let endings: (() => unknown)[] = [];
beforeEach(async () => {
  folder = await makeScratch("skyferry-client-");
  endings = [() => rm(folder, { recursive: true })];
});
afterEach(async () => {
  for (const end of endings.reverse()) await end();
});

async function host(options: Parameters<typeof startLoopbackHost>[0] = {}): Promise<LoopbackHost> {
  const started = await startLoopbackHost(options);
  endings.push(() => started.close());
  await announce(started.loopback);
  return started;
}

function announce(at: { address: string; token: string }, pid = process.pid) {
  const { address, token } = at;
  const startedAt = "2026-11-21T10:00:00.000Z";
  return writeHostFile(folder, { pid, address, token, startedAt, version: "0.1.0" });
}

async function connect(options: ClientOptions = {}) {
  const found = await connectToHost(folder, { reconnectMs: 5, ...options });
  if (found.kind !== "connected") throw new Error(found.kind);
  endings.push(() => found.close());
  return found.transport;
}

/** Remembers events; `until` waits for one. */
function listener() {
  const heard: TransportEvent[] = [];
  let onHeard = () => {};
  return {
    heard,
    hear: (event: TransportEvent) => {
      heard.push(event);
      onHeard();
    },
    async until(wanted: (event: TransportEvent) => boolean) {
      while (!heard.some(wanted)) {
        await new Promise<void>((resolve) => {
          onHeard = resolve;
        });
      }
    },
  };
}

async function listenSilently(): Promise<{ server: Server; address: string }> {
  const server = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(server, "listening");
  endings.push(() => server.close());
  const at = server.address();
  return { server, address: `http://127.0.0.1:${typeof at === "object" ? at?.port : 0}` };
}

describe("finding the host", () => {
  it("connects, and calls come back typed or as errors", async () => {
    const { engine } = await host();
    engine.find("a.nc");
    const { call } = await connect();
    expect(await call("status", {})).toMatchObject({ ok: true, value: { running: true, seq: 1 } });
    expect(await call("explain", { path: "a.nc" })).toMatchObject({ value: { uploads: [{ path: "a.nc" }] } });
    const wrong = { ok: false, error: { code: "bad-input", message: expect.stringContaining('"limit"') } };
    expect(await call("uploads", { limit: 0 })).toEqual(wrong);
  });

  it("finds none without a file, or where the process is gone", async () => {
    expect(await connectToHost(folder)).toEqual({ kind: "no-host" });
    const { loopback } = await host();
    const dead = spawn(process.execPath, ["-e", ""]);
    await once(dead, "exit");
    await announce(loopback, dead.pid);
    expect(await connectToHost(folder)).toEqual({ kind: "no-host" });
  });

  it("finds none where the process id and the port belong to others now", async () => {
    const { loopback } = await host();
    await announce({ address: loopback.address, token: "another host's token, which is long enough" });
    expect(await connectToHost(folder)).toEqual({ kind: "no-host" });
    const closed = await startLoopbackHost();
    await closed.close();
    await announce(closed.loopback);
    expect(await connectToHost(folder)).toEqual({ kind: "no-host" });
  });

  it("says so when a host runs and does not answer", async () => {
    const { address } = await listenSilently();
    await announce({ address, token: "t".repeat(43) });
    const found = await connectToHost(folder, { aliveWithinMs: 50 });
    expect(found).toEqual({ kind: "error", message: expect.stringContaining(`process ${process.pid}`) });
  });

  it("says so when the file cannot be read", async () => {
    await mkdir(path.join(folder, "host.json"));
    expect(await connectToHost(folder)).toEqual({
      kind: "error",
      message: expect.stringContaining(folder),
    });
  });
});

describe("a lost host", () => {
  it("that says nothing for too long is told to the subscriber", async () => {
    await host();
    const transport = await connect({ silenceMs: 50 });
    const one = listener();
    endings.push(transport.subscribe(null, one.hear));
    await one.until((event) => event.type === "link" && event.isUp);
    await one.until((event) => event.type === "link" && !event.isUp);
  });

  it("is an answer, not an exception", async () => {
    const first = await host();
    const { call } = await connect();
    await first.close();
    expect(await call("status", {})).toMatchObject({ ok: false, error: { code: "no-answer" } });
  });

  it("is found again after a restart, by calls", async () => {
    const first = await host();
    const { call } = await connect();
    await first.close();
    await host();
    expect(await call("status", {})).toMatchObject({ ok: true });
  });

  it("is told to the subscriber, and another one begins with reset although its numbers would fit", async () => {
    const [engine, other] = [createFakeEngine(), createFakeEngine()];
    for (const one of [engine, other]) one.find("a");
    const first = await host({ engine });
    const transport = await connect();
    const one = listener();
    endings.push(transport.subscribe(1, one.hear));
    await one.until((event) => event.type === "status.changed");
    await first.close();
    await one.until((event) => event.type === "link" && !event.isUp);
    await host({ engine: other });
    await one.until((event) => event.type === "reset");
    expect(one.heard.slice(0, 5)).toEqual([
      { type: "link", isUp: true },
      { type: "status.changed" },
      { type: "link", isUp: false },
      { type: "link", isUp: true },
      { type: "reset", seq: 1 },
    ]);
  });
});

it("a mirror of the queue stays right while the connection is cut again and again", async () => {
  const { engine, cut } = await host({ keep: 50 });
  const { call, subscribe } = await connect();
  const mirror = createQueueMirror(call);
  const one = listener();
  let order = Promise.resolve();
  let cuts = 0;
  const end = subscribe(null, (event) => {
    if (event.type === "link") cuts += event.isUp ? 0 : 1;
    else order = order.then(() => mirror.hear(event));
    one.hear(event);
  });
  endings.push(end);
  await one.until((event) => event.type === "reset");
  for (let round = 1; round <= 6; round++) {
    const first = await engine.lastSeq();
    for (let n = 0; n < 20; n++) engine.happen(engine.find(`file ${round} ${n}`), { type: "claimed" });
    await one.until((event) => "seq" in event && event.seq > first);
    cut();
    // In half of the rounds more happens than the host can replay.
    for (let n = 0; n < (round % 2) * 60; n++) engine.find(`burst ${round} ${n}`);
    await one.until(() => cuts === round);
  }
  const last = await engine.lastSeq();
  await one.until((event) => "seq" in event && event.seq === last);
  await order;
  expect(mirror.uploads).toEqual((await snapshot(call)).uploads);
  expect(one.heard.filter((event) => event.type === "reset")).toHaveLength(4);
});
