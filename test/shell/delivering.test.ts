import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openDataFolder } from "#compose/data-folder.ts";
import type { RunningHost } from "#compose/host.ts";
import type { Bridge } from "#contract/bridge.ts";
import type { Output } from "#contract/methods.ts";
import type { Reply } from "#contract/reply.ts";
import { exposeBridge } from "#preload/bridge.ts";
import { makePlace, type Place, sampleName } from "#test/support/builders/station-place.ts";
import { type DesktopUnderTest, startDesktopUnderTest } from "#test/support/hosts/desktop-under-test.ts";

let portal: SilentPortal;
let place: Place;
let ends: (() => Promise<unknown>)[];

beforeEach(async () => {
  portal = await startSilentPortal();
  place = await makePlace({ portalUrl: portal.url });
  await place.writeSettings();
  ends = [];
});
afterEach(async () => {
  for (const end of ends.toReversed()) await end();
  await portal.close();
  await place.remove();
});

async function startDesktop(): Promise<DesktopUnderTest> {
  const host = await startDesktopUnderTest({ dataFolder: place.dataFolder });
  ends.push(() => host.close());
  return host;
}

async function ask<M extends "status" | "shell.facts">(
  host: DesktopUnderTest,
  method: M,
): Promise<Output<M>> {
  const { page } = host.window().webContents;
  if (!page.exposed.has("skyferry")) exposeBridge(page);
  const bridge = page.exposed.get("skyferry") as Bridge;
  const reply = (await bridge.call(method, {})) as Reply<Output<M>>;
  if (!reply.ok) throw new Error(reply.error.message);
  return reply.value;
}

/** A file is on its way: the portal has its announcement and does not answer. */
async function carrying(): Promise<DesktopUnderTest> {
  await place.write(sampleName("one"), Buffer.from("one"));
  const asked = portal.nextRequest();
  const host = await startDesktop();
  await asked;
  return host;
}

/** Waits until the tray's tooltip matches `text`. */
async function trayShows(host: DesktopUnderTest, text: RegExp): Promise<void> {
  await expect.poll(() => host.tray().tooltip).toMatch(text);
}

describe("quitting while a file is on its way", () => {
  test("says so, and stays when the operator wants it to", async () => {
    const host = await carrying();
    await trayShows(host, /1 file|Sending/);
    host.tray().menu.choose("Quit Skyferry");
    await expect.poll(() => host.fake.dialog.boxes.length).toBe(1);
    expect(host.fake.dialog.boxes[0]?.message).toBe("1 file is not on the portal yet.");
    await new Promise(setImmediate);
    expect(host.fake.app.exitCode).toBe(null);
    expect((await ask(host, "status")).running).toBe(true);
  });

  test("gives it back in time, and the next start goes on with it", async () => {
    const host = await carrying();
    await trayShows(host, /1 file|Sending/);
    host.fake.dialog.answers.push("Quit");
    host.tray().menu.choose("Quit Skyferry");
    expect(await host.fake.app.exited).toBe(0);
    const again = portal.nextRequest();
    const next = await startDesktop();
    await again;
    const { totals } = await ask(next, "status");
    expect(totals.queued + totals.announcing + totals.waiting).toBe(1);
    expect(totals.delivered).toBe(0);
  });
});

test("after sleep the dead connection is dropped, and the file is announced over a new one", async () => {
  const host = await carrying();
  const before = portal.connections();
  host.fake.power.emit("suspend");
  const again = portal.nextRequest();
  await place.write(sampleName("two"), Buffer.from("two"));
  host.fake.power.emit("resume");
  await again;
  expect(portal.connections()).toBeGreaterThan(before);
  // The folder was looked through at once: the file of the meantime is known.
  await expect
    .poll(async () =>
      Object.values((await ask(host, "status")).totals).reduce((sum, count) => sum + count, 0),
    )
    .toBe(2);
});

describe("a daemon that runs already", () => {
  async function startDaemon(): Promise<RunningHost> {
    const station = await openDataFolder({
      dataFolder: place.dataFolder,
      settingsFile: null,
      passwordFile: null,
      env: { SKYFERRY_PASSWORD: "station" },
      version: "0.1.0",
    });
    if ("message" in station) throw new Error(station.message);
    const running = await station.startHost();
    if ("message" in running) throw new Error(running.message);
    let isOver = false;
    ends.push(async () => {
      if (isOver) return;
      isOver = true;
      await running.stop();
      await station.close();
    });
    return running;
  }

  test("is shown by the window, which answers for itself what belongs to a window", async () => {
    await startDaemon();
    const host = await startDesktop();
    expect(host.desktop?.isAttached).toBe(true);
    expect((await ask(host, "status")).running).toBe(true);
    expect(await ask(host, "shell.facts")).toMatchObject({
      kind: "desktop",
      isAttached: true,
      canReveal: true,
    });
  });

  test("tells the tray of the window, and is paused by it", async () => {
    await startDaemon();
    const host = await startDesktop();
    await trayShows(host, /^Skyferry: (?!Asking)/);
    host.tray().menu.choose("Pause for 1 hour");
    await expect.poll(() => host.tray().image.path).toBe("/icons/paused-light.png");
    host.tray().menu.choose("Resume sending");
    await expect.poll(() => host.tray().menu.labels()).toContain("Pause for 1 hour");
  });

  test("goes on when the window quits, which asks nothing", async () => {
    const daemon = await startDaemon();
    const asked = portal.nextRequest();
    await place.write(sampleName("one"), Buffer.from("one"));
    await asked;
    const host = await startDesktop();
    await trayShows(host, /1 file|Sending/);
    await host.desktop?.quit.ask();
    expect(host.fake.dialog.boxes).toEqual([]);
    expect(host.fake.app.exitCode).toBe(0);
    expect((await daemon.handlers.tray({}, AbortSignal.any([]))).ok).toBe(true);
    expect((await daemon.handlers.status({}, AbortSignal.any([]))).ok).toBe(true);
  });

  test("that took the folder while the engine was not there is shown after a new start", async () => {
    const waits: { readonly ms: number; readonly end: () => void }[] = [];
    const host = await startDesktopUnderTest({
      dataFolder: place.dataFolder,
      sleep: (ms, signal) =>
        new Promise((end) => {
          waits.push({ ms, end });
          signal?.addEventListener("abort", () => end());
        }),
    });
    const [engine] = host.fake.utilityProcesses.children();
    if (engine === undefined) throw new Error("there is no engine");
    process.kill(engine.pid, "SIGKILL");
    const pause = () => waits.find(({ ms }) => ms === 1_000);
    await expect.poll(pause).toBeDefined();
    await startDaemon();
    pause()?.end();
    expect(await host.fake.app.exited).toBe(0);
    expect(host.fake.app.relaunches).toEqual([
      { execPath: "/opt/Skyferry/skyferry", args: ["--data", place.dataFolder] },
    ]);
    expect((await startDesktop()).desktop?.isAttached).toBe(true);
  });

  test("that is gone leaves its record behind; the window then opens the station itself", async () => {
    await mkdir(place.dataFolder, { recursive: true });
    const record = {
      pid: 2 ** 22 + 12_345,
      address: "http://127.0.0.1:9",
      token: "x".repeat(40),
      startedAt: "2026-11-21T10:00:00.000Z",
      version: "0.1.0",
    };
    await writeFile(join(place.dataFolder, "host.json"), JSON.stringify(record));
    const host = await startDesktop();
    expect(host.desktop?.isAttached).toBe(false);
  });
});

/** A portal that takes every request and never answers, as behind a link that died without a word. */
interface SilentPortal {
  readonly url: string;
  /** Connections that were opened so far. */
  readonly connections: () => number;
  /** Resolves with the next request that begins to come in. */
  nextRequest(): Promise<IncomingMessage>;
  close(): Promise<void>;
}

/** Starts it on a free port. */
async function startSilentPortal(): Promise<SilentPortal> {
  const server = createServer();
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on("connection", (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    connections: () => connections,
    async nextRequest() {
      const [request] = (await once(server, "request")) as [IncomingMessage];
      return request;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
