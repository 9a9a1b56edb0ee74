import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readHostFile } from "#api/loopback/host-file.ts";
import { timers } from "#base/async.ts";
import type { Output } from "#contract/methods.ts";
import type { Reply } from "#contract/reply.ts";
import { atMost } from "#test/support/limits.ts";
import { bridgeOf, desktopsOfTest } from "./desktops-of-test.ts";

const desktops = desktopsOfTest();

test("a record that is taken away is told, and the engine starts again", async () => {
  const host = await desktops.start({ sleep: timers.sleep });
  const answers = () => bridgeOf(host).call("host", {});
  const first = await answers();
  await rm(join(desktops.dataFolder, "ledger.sqlite"));
  await expect
    .poll(answers, { timeout: atMost(30_000) })
    .toMatchObject({ ok: false, error: { code: "no-answer" } });
  await expect.poll(answers, { timeout: atMost(30_000) }).toMatchObject({ ok: true });
  expect(await answers()).not.toEqual(first);
  expect(host.fake.app.exitCode).toBe(null);
  const told = host.fake.notifications.map(({ options }) => options);
  expect(told).toMatchObject([
    {
      title: "Skyferry restarts",
      body: expect.stringContaining(`The record of uploads in ${desktops.dataFolder} was removed`),
    },
  ]);
});

describe("the page of the window", () => {
  test("speaks with the station", async () => {
    const host = await desktops.start();
    expect(await bridgeOf(host).call("status", {})).toMatchObject({ ok: true, value: { running: true } });
    expect(await bridgeOf(host).call("status", { extra: 1 })).toMatchObject({
      ok: false,
      error: { code: "bad-input" },
    });
    expect(await bridgeOf(host).call("constructor", {})).toMatchObject({
      ok: false,
      error: { code: "unknown-method" },
    });
  });

  test("hears what changes: a pause that the tray began", async () => {
    const host = await desktops.start();
    const heard: string[] = [];
    const paused = Promise.withResolvers<void>();
    bridgeOf(host).subscribe(null, ({ type }) => {
      heard.push(type);
      if (heard.filter((one) => one === "status.changed").length > 1) paused.resolve();
    });
    host.tray().menu.choose("Pause for 1 hour");
    await paused.promise;
    expect(heard.slice(0, 2)).toEqual(["link", "reset"]);
    const reply = (await bridgeOf(host).call("status", {})) as Reply<Output<"status">>;
    expect(reply.ok && reply.value.holds.map(({ lane }) => lane)).toContain("pause");
    const today = new Date().toISOString().slice(0, 10);
    const titles = async () => {
      const log = (await bridgeOf(host).call("log.days", { from: today, to: today })) as Reply<
        Output<"log.days">
      >;
      return log.ok ? log.value.events.map(({ title }) => title) : [];
    };
    await expect.poll(titles, { timeout: atMost(30_000) }).toContain("Sending was paused from the tray icon");
  });

  test("may break while the station goes on, and is loaded again", async () => {
    const host = await desktops.start();
    host.window().webContents.lose("crashed");
    expect(host.window().webContents.loads).toHaveLength(2);
    expect(await bridgeOf(host).call("status", {})).toMatchObject({ ok: true, value: { running: true } });
  });

  test("finds the portal by the proxy that the system names", async () => {
    const asked: (string | undefined)[] = [];
    const proxy = createServer((request, response) => {
      asked.push(request.url);
      response.writeHead(502).end();
    });
    await once(proxy.listen(0, "127.0.0.1"), "listening");
    const { port } = proxy.address() as AddressInfo;
    const host = await desktops.start({
      before: ({ session }) => {
        session.proxy = `PROXY 127.0.0.1:${port}; DIRECT`;
      },
    });
    const portal = { url: "http://portal.invalid", allowInsecureHttp: true, username: null };
    await bridgeOf(host).call("settings.testConnection", portal);
    proxy.close();
    expect(asked[0]).toContain("http://portal.invalid");
  });

  test("has the permission for nothing", async () => {
    const host = await desktops.start();
    expect(await host.fake.session.grants("media")).toEqual([false, false, false]);
    expect(host.window().webContents.navigate("https://example.org/")).toBe(false);
    expect((await host.fake.protocol.fetch("app://skyferry/")).status).toBe(200);
  });
});

describe("the end", () => {
  test.each(["SIGTERM", "SIGINT"])("by %s stops the host, and takes tray and badge away", async (signal) => {
    const host = await desktops.start();
    host.signals.emit(signal);
    expect(await host.fake.app.exited).toBe(0);
    expect((await readHostFile(desktops.dataFolder)).kind).toBe("none");
    expect([host.tray().isDestroyed(), host.fake.app.badge]).toEqual([true, 0]);
  });

  test("of the session on Windows ends it; while it may still go on the window's place is kept", async () => {
    const host = await desktops.start({ platform: "win32" });
    const [ear] = host.fake.baseWindows;
    host.window().bounds = { x: 5, y: 6, width: 1000, height: 700 };
    ear?.emit("query-session-end", { reasons: ["shutdown"] });
    const kept = JSON.parse(await readFile(join(desktops.dataFolder, "shell.json"), "utf8"));
    expect(kept).toMatchObject({ window: { bounds: { x: 5, y: 6 } } });
    expect(host.fake.app.exitCode).toBe(null);
    host.window().bounds = { x: 7, y: 8, width: 1000, height: 700 };
    host.fake.endSession("shutdown");
    // The process is gone before it could end by itself; the next one finds everything as it was.
    expect(host.fake.app.exitCode).toBe(null);
    await expect.poll(() => host.fake.utilityProcesses.children(), { timeout: atMost(10_000) }).toEqual([]);
    const next = await desktops.start({ platform: "win32" });
    expect(next.window().options).toMatchObject({ x: 7, y: 8 });
    expect(await bridgeOf(next).call("status", {})).toMatchObject({ ok: true, value: { running: true } });
  });

  test("because the system goes down asks nothing", async () => {
    const host = await desktops.start();
    host.fake.power.emit("shutdown");
    expect(await host.fake.app.exited).toBe(0);
    expect(host.fake.dialog.boxes).toEqual([]);
  });
});
