import { once } from "node:events";
import { mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readHostFile } from "#api/loopback/host-file.ts";
import { timers } from "#base/async.ts";
import type { Bridge } from "#contract/bridge.ts";
import type { TransportEvent } from "#contract/events.ts";
import type { Output } from "#contract/methods.ts";
import type { Reply } from "#contract/reply.ts";
import { exposeBridge } from "#preload/bridge.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { fakeEvent } from "#test/support/fake-electron/fake-event.ts";
import type { FakeWindow } from "#test/support/fake-electron/fake-window.ts";
import {
  type DesktopOptions,
  type DesktopUnderTest,
  startDesktopUnderTest,
} from "#test/support/hosts/desktop-under-test.ts";

let dataFolder: string;
const running: DesktopUnderTest[] = [];

beforeEach(async () => {
  dataFolder = await makeScratch("skyferry-desktop-");
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()));
  await rm(dataFolder, { recursive: true, force: true });
});

async function start(options: Partial<DesktopOptions> = {}): Promise<DesktopUnderTest> {
  const started = await startDesktopUnderTest({ dataFolder, ...options });
  running.push(started);
  return started;
}

function bridgeOf(host: { window(): FakeWindow }): Bridge {
  const { page } = host.window().webContents;
  if (!page.exposed.has("skyferry")) exposeBridge(page);
  return page.exposed.get("skyferry") as Bridge;
}

const factsOf = async (host: DesktopUnderTest): Promise<Output<"shell.facts">> => {
  const reply = (await bridgeOf(host).call("shell.facts", {})) as Reply<Output<"shell.facts">>;
  if (!reply.ok) throw new Error(reply.error.message);
  return reply.value;
};

test("a record that is taken away is told, and the engine starts again", async () => {
  const host = await start({ sleep: timers.sleep });
  const answers = () => bridgeOf(host).call("host", {});
  const first = await answers();
  await rm(join(dataFolder, "ledger.sqlite"));
  await expect.poll(answers, { timeout: 30_000 }).toMatchObject({ ok: false, error: { code: "no-answer" } });
  await expect.poll(answers, { timeout: 30_000 }).toMatchObject({ ok: true });
  expect(await answers()).not.toEqual(first);
  expect(host.fake.app.exitCode).toBe(null);
  const told = host.fake.notifications.map(({ options }) => options);
  expect(told).toMatchObject([
    {
      title: "Skyferry restarts",
      body: expect.stringContaining(`The record of uploads in ${dataFolder} was removed`),
    },
  ]);
});

describe("a start", () => {
  test("opens the window, the tray and the station of the user's data folder", async () => {
    const host = await start();
    expect(host.window().isVisible()).toBe(true);
    expect(host.tray().menu.labels()).toContain("Open Skyferry");
    expect((await readHostFile(dataFolder)).kind).toBe("read");
    expect(await factsOf(host)).toMatchObject({
      kind: "desktop",
      dataFolder,
      homeFolder: join(dataFolder, "home"),
      canReveal: true,
      canChooseFolder: true,
      canUpdate: false,
      startAtLogin: false,
      hasTray: true,
      isAttached: false,
    });
    // Chromium's own files stay out of the station's.
    expect(host.fake.app.getPath("sessionData")).toBe(join(dataFolder, "browser"));
  });

  test("shows its window and loads the page before the station is opened; what the page asks is answered then", async () => {
    const seen: unknown[] = [];
    const replies: Promise<unknown>[] = [];
    const heard: TransportEvent[] = [];
    await start({
      before({ utilityProcesses, windows }) {
        const fork = utilityProcesses.fork.bind(utilityProcesses);
        utilityProcesses.fork = (...given) => {
          const [window] = windows;
          seen.push(window?.isVisible(), window?.webContents.loads);
          if (window !== undefined) {
            const bridge = bridgeOf({ window: () => window });
            replies.push(bridge.call("status", {}), bridge.call("shell.facts", {}));
            bridge.subscribe(null, (event) => heard.push(event));
          }
          return fork(...given);
        };
      },
    });
    expect(seen).toEqual([true, ["app://skyferry/#/"]]);
    expect(await Promise.all(replies)).toMatchObject([
      { ok: true, value: { running: true } },
      { ok: true, value: { dataFolder } },
    ]);
    await expect.poll(() => heard[0]).toEqual({ type: "link", isUp: true });
  });

  test("without a tray keeps a window within reach that was closed before the station was open", async () => {
    const host = await start({
      hasTrayArea: false,
      before({ utilityProcesses, windows }) {
        const fork = utilityProcesses.fork.bind(utilityProcesses);
        utilityProcesses.fork = (...given) => {
          windows[0]?.close();
          return fork(...given);
        };
      },
    });
    expect(host.window().isDestroyed()).toBe(false);
    expect(host.window().isMinimized()).toBe(true);
  });

  test("whose window is there and whose station is not can be quit", async () => {
    const isGone: (boolean | undefined)[] = [];
    await start({
      before({ app, utilityProcesses, windows }) {
        const fork = utilityProcesses.fork.bind(utilityProcesses);
        utilityProcesses.fork = (...given) => {
          app.emit("before-quit", fakeEvent({}));
          windows[0]?.close();
          isGone.push(windows[0]?.isDestroyed());
          return fork(...given);
        };
      },
    });
    expect(isGone).toEqual([true]);
  });

  test("with --hidden shows the tray alone, until it is clicked", async () => {
    const host = await start({ argv: ["--hidden"] });
    expect(host.fake.windows).toEqual([]);
    host.tray().emit("click");
    expect(host.window().isVisible()).toBe(true);
  });

  test("with --hidden keeps the window within reach where there is no tray area, and says so", async () => {
    const host = await start({ argv: ["--hidden"], hasTrayArea: false });
    expect(host.fake.trays).toEqual([]);
    expect(host.window().isMinimized()).toBe(true);
    expect((await factsOf(host)).hasTray).toBe(false);
    host.window().close();
    await new Promise(setImmediate);
    expect(host.fake.dialog.boxes[0]?.message).toContain("has no tray");
    expect(host.window().isDestroyed()).toBe(false);
  });

  test("asks again for a tray when its window is closed, and hides in one that came meanwhile", async () => {
    const area = { isThere: false };
    const host = await start({ trayArea: area });
    area.isThere = true;
    host.window().close();
    await expect.poll(() => host.window().isVisible()).toBe(false);
    expect([host.fake.dialog.boxes, (await factsOf(host)).hasTray]).toEqual([[], true]);
    host.tray().emit("click");
    expect(host.window().isVisible()).toBe(true);
  });

  test("brings the entry for start at login up to date, with its folder", async () => {
    const config = join(dataFolder, "config");
    await mkdir(join(config, "autostart"), { recursive: true });
    const host = await start({ env: { XDG_CONFIG_HOME: config } });
    await bridgeOf(host).call("shell.setStartAtLogin", { isOn: true });
    const [name = ""] = await readdir(join(config, "autostart"));
    const entry = join(config, "autostart", name);
    const text = await readFile(entry, "utf8");
    expect(text).toContain(`"/opt/Skyferry/skyferry" --data "${dataFolder}" --hidden`);
    await host.close();
    await writeFile(entry, text.replaceAll("/opt/Skyferry/skyferry", "/home/a/Skyferry-0.0.9.AppImage"));
    await start({ env: { XDG_CONFIG_HOME: config } });
    await expect.poll(() => readFile(entry, "utf8")).toBe(text);
  });

  test("with --data works in another folder", async () => {
    const host = await start({ argv: ["--data", "elsewhere"] });
    expect((await factsOf(host)).dataFolder).toBe(join(dataFolder, "elsewhere"));
  });

  test("without --data works in the user's own folder for programs", async () => {
    const env = { XDG_CONFIG_HOME: dataFolder };
    const host = await start({ dataFolder: null, appData: dataFolder, env });
    expect((await factsOf(host)).dataFolder).toBe(join(dataFolder, "Skyferry"));
  });

  test("of a second one for the same folder ends at once, and the first shows its window", async () => {
    const first = await start({ argv: ["--hidden"] });
    const second = await start({ app: { isSecond: true } });
    expect([second.desktop, second.fake.app.exitCode, second.fake.windows.length]).toEqual([null, 0, 0]);
    first.fake.app.emit("second-instance", {}, [], dataFolder, second.fake.app.lockData);
    expect(first.window().isVisible()).toBe(true);
  });

  test("of a second one with --hidden leaves the window where it is", async () => {
    const first = await start({ argv: ["--hidden"] });
    const second = await start({ argv: ["--hidden"], app: { isSecond: true } });
    first.fake.app.emit("second-instance", {}, [], dataFolder, second.fake.app.lockData);
    expect(first.fake.windows).toEqual([]);
  });

  test("on a folder that another PC has says so, where somebody sees it", async () => {
    await symlink("radar-pc-4711", join(dataFolder, "SingletonLock"));
    const host = await start({ app: { isSecond: true } });
    expect([host.desktop, host.fake.app.exitCode]).toEqual([null, 1]);
    expect(host.fake.dialog.errors[0]).toContain("on another PC (radar-pc)");
  });

  test("that is called for before its window is there shows it after all", async () => {
    const host = await start({
      argv: ["--hidden"],
      before: ({ app }) => void queueMicrotask(() => app.emit("second-instance")),
    });
    expect(host.window().isVisible()).toBe(true);
  });

  test("on a folder that cannot be used says why and ends", async () => {
    const host = await start({ dataFolder: "/dev/null/data" });
    expect(host.desktop).toBe(null);
    expect(host.fake.dialog.errors[0]).toMatch(/^Skyferry cannot start: .*\/dev\/null\/data/);
    expect(host.fake.app.exitCode).toBe(1);
  });

  test("that is hidden opens no box for that, and tries again later", async () => {
    const waited: number[] = [];
    let errors: readonly string[] = [];
    const starting = start({
      dataFolder: "/dev/null/data",
      argv: ["--hidden", "--restarts=1"],
      sleep: async (ms) => void waited.push(ms),
      before: ({ dialog }) => {
        errors = dialog.errors;
      },
    });
    // What nobody catches starts the program again.
    await expect(starting).rejects.toThrow("/dev/null/data cannot be used");
    expect([waited, errors]).toEqual([[5_000], []]);
  });
});

describe("the page of the window", () => {
  test("speaks with the station", async () => {
    const host = await start();
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
    const host = await start();
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
    await expect.poll(titles, { timeout: 30_000 }).toContain("Sending was paused from the tray icon");
  });

  test("may break while the station goes on, and is loaded again", async () => {
    const host = await start();
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
    const host = await start({
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
    const host = await start();
    expect(await host.fake.session.grants("media")).toEqual([false, false, false]);
    expect(host.window().webContents.navigate("https://example.org/")).toBe(false);
    expect((await host.fake.protocol.fetch("app://skyferry/")).status).toBe(200);
  });
});

describe("the end", () => {
  test.each(["SIGTERM", "SIGINT"])("by %s stops the host, and takes tray and badge away", async (signal) => {
    const host = await start();
    host.signals.emit(signal);
    expect(await host.fake.app.exited).toBe(0);
    expect((await readHostFile(dataFolder)).kind).toBe("none");
    expect([host.tray().isDestroyed(), host.fake.app.badge]).toEqual([true, 0]);
  });

  test("of the session on Windows ends it; while it may still go on the window's place is kept", async () => {
    const host = await start({ platform: "win32" });
    const [ear] = host.fake.baseWindows;
    host.window().bounds = { x: 5, y: 6, width: 1000, height: 700 };
    ear?.emit("query-session-end", { reasons: ["shutdown"] });
    const kept = JSON.parse(await readFile(join(dataFolder, "shell.json"), "utf8"));
    expect(kept).toMatchObject({ window: { bounds: { x: 5, y: 6 } } });
    expect(host.fake.app.exitCode).toBe(null);
    ear?.emit("session-end", { reasons: ["shutdown"] });
    expect(await host.fake.app.exited).toBe(0);
  });

  test("because the system goes down asks nothing", async () => {
    const host = await start();
    host.fake.power.emit("shutdown");
    expect(await host.fake.app.exited).toBe(0);
    expect(host.fake.dialog.boxes).toEqual([]);
  });
});
