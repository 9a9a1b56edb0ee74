import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { readHostFile } from "#api/loopback/host-file.ts";
import { timers } from "#base/async.ts";
import type { TransportEvent } from "#contract/events.ts";
import type { FakeElectron } from "#test/support/fake-electron/fake-electron.ts";
import { fakeEvent } from "#test/support/fake-electron/fake-event.ts";
import { bridgeOf, desktopsOfTest, factsOf } from "./desktops-of-test.ts";

const desktops = desktopsOfTest();

const untilAborted = (signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal?.addEventListener("abort", () => resolve()));

describe("a start", () => {
  test("opens the window, the tray and the station of the user's data folder", async () => {
    const host = await desktops.start();
    expect(host.window().isVisible()).toBe(true);
    expect(host.tray().menu.labels()).toContain("Open Skyferry");
    expect((await readHostFile(desktops.dataFolder)).kind).toBe("read");
    expect(await factsOf(host)).toMatchObject({
      kind: "desktop",
      dataFolder: desktops.dataFolder,
      homeFolder: join(desktops.dataFolder, "home"),
      canReveal: true,
      canChooseFolder: true,
      canUpdate: false,
      startAtLogin: false,
      hasTray: true,
      isAttached: false,
    });
    // Chromium's own files stay out of the station's.
    expect(host.fake.app.getPath("sessionData")).toBe(join(desktops.dataFolder, "browser"));
  });

  test("shows its window and loads the page before the station is opened; what the page asks is answered then", async () => {
    const seen: unknown[] = [];
    const replies: Promise<unknown>[] = [];
    const heard: TransportEvent[] = [];
    await desktops.start({
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
      { ok: true, value: { dataFolder: desktops.dataFolder } },
    ]);
    await expect.poll(() => heard[0]).toEqual({ type: "link", isUp: true });
  });

  test("without a tray keeps a window within reach that was closed before the station was open", async () => {
    const host = await desktops.start({
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
    await desktops.start({
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
    const host = await desktops.start({ argv: ["--hidden"] });
    expect(host.fake.windows).toEqual([]);
    host.tray().emit("click");
    expect(host.window().isVisible()).toBe(true);
  });

  test("with --hidden keeps the window within reach where there is no tray area, and says so", async () => {
    const host = await desktops.start({ argv: ["--hidden"], hasTrayArea: false });
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
    const host = await desktops.start({ trayArea: area });
    area.isThere = true;
    host.window().close();
    await expect.poll(() => host.window().isVisible()).toBe(false);
    expect([host.fake.dialog.boxes, (await factsOf(host)).hasTray]).toEqual([[], true]);
    host.tray().emit("click");
    expect(host.window().isVisible()).toBe(true);
  });

  test("brings the entry for start at login up to date, with its folder", async () => {
    const config = join(desktops.dataFolder, "config");
    await mkdir(join(config, "autostart"), { recursive: true });
    const host = await desktops.start({ env: { XDG_CONFIG_HOME: config } });
    await bridgeOf(host).call("shell.setStartAtLogin", { isOn: true });
    const [name = ""] = await readdir(join(config, "autostart"));
    const entry = join(config, "autostart", name);
    const text = await readFile(entry, "utf8");
    expect(text).toContain(`"/opt/Skyferry/skyferry" --data "${desktops.dataFolder}" --hidden`);
    await host.close();
    await writeFile(entry, text.replaceAll("/opt/Skyferry/skyferry", "/home/a/Skyferry-0.0.9.AppImage"));
    await desktops.start({ env: { XDG_CONFIG_HOME: config } });
    await expect.poll(() => readFile(entry, "utf8")).toBe(text);
  });

  test("with --data works in another folder", async () => {
    const host = await desktops.start({ argv: ["--data", "elsewhere"] });
    expect((await factsOf(host)).dataFolder).toBe(join(desktops.dataFolder, "elsewhere"));
  });

  test("without --data works in the user's own folder for programs", async () => {
    const env = { XDG_CONFIG_HOME: desktops.dataFolder };
    const host = await desktops.start({ dataFolder: null, appData: desktops.dataFolder, env });
    expect((await factsOf(host)).dataFolder).toBe(join(desktops.dataFolder, "Skyferry"));
  });

  test("of a second one for the same folder ends at once, and the first shows its window", async () => {
    const first = await desktops.start({ argv: ["--hidden"] });
    const second = await desktops.start({ app: { lock: first.fake.app }, sleep: timers.sleep });
    expect([second.desktop, second.fake.app.exitCode, second.fake.windows.length]).toEqual([null, 0, 0]);
    // Nothing is left of how they spoke.
    const left = await readdir(join(desktops.dataFolder, "browser"));
    expect(left.filter((name) => name.startsWith("answer-"))).toEqual([]);
    expect(first.window().isVisible()).toBe(true);
  });

  test.each(["linux", "win32"] as const)(
    "of a second one for the same folder by another name (%s) ends, and the first shows its window",
    async (platform) => {
      const first = await desktops.start({ argv: ["--hidden"], platform });
      const link = join(desktops.dataFolder, "link");
      await symlink(desktops.dataFolder, link);
      const lock = { lock: first.fake.app };
      const second = await desktops.start({ dataFolder: link, app: lock, sleep: timers.sleep, platform });
      expect([second.desktop, second.fake.app.exitCode, second.fake.dialog.errors]).toEqual([null, 0, []]);
      expect(first.window().isVisible()).toBe(true);
    },
  );

  test.each([
    [{ DISPLAY: ":0" }, { DISPLAY: ":1" }, "elsewhere"],
    [{ WAYLAND_DISPLAY: "wayland-0", DISPLAY: ":0" }, { WAYLAND_DISPLAY: "wayland-1" }, "elsewhere"],
    [{ WAYLAND_DISPLAY: "wayland-0", DISPLAY: ":0" }, { DISPLAY: ":0.0" }, "here"],
    [{ DISPLAY: ":0" }, {}, "here"],
  ])("with %o of a second one with %o says in a box when the first is %s", async (ours, its, where) => {
    const first = await desktops.start({ env: ours });
    const lock = { lock: first.fake.app };
    const second = await desktops.start({ env: its, app: lock, sleep: timers.sleep });
    expect([second.desktop, second.fake.app.exitCode]).toEqual([null, where === "here" ? 0 : 1]);
    expect(second.fake.dialog.errors).toEqual(
      where === "here"
        ? []
        : [
            `Skyferry cannot start: Skyferry already shows the data folder ${desktops.dataFolder} in another session of this PC. Use it there, or quit it there and start it here again.`,
          ],
    );
    const left = await readdir(join(desktops.dataFolder, "browser"));
    expect(left.filter((name) => name.startsWith("answer-"))).toEqual([]);
  });

  test("at login in another session opens no box", async () => {
    const first = await desktops.start({ env: { DISPLAY: ":0" } });
    const second = await desktops.start({
      argv: ["--hidden"],
      env: { DISPLAY: ":1" },
      app: { lock: first.fake.app },
      sleep: timers.sleep,
    });
    expect([second.fake.app.exitCode, second.fake.dialog.errors]).toEqual([0, []]);
  });

  test("of a second one with --hidden leaves the window where it is", async () => {
    const first = await desktops.start({ argv: ["--hidden"] });
    await desktops.start({ argv: ["--hidden"], app: { lock: first.fake.app }, sleep: timers.sleep });
    expect(first.fake.windows).toEqual([]);
  });

  test("on a folder that another PC has says so, where somebody sees it", async () => {
    await symlink("radar-pc-4711", join(desktops.dataFolder, "SingletonLock"));
    const host = await desktops.start({ app: { lock: "elsewhere" } });
    expect([host.desktop, host.fake.app.exitCode]).toEqual([null, 1]);
    expect(host.fake.dialog.errors[0]).toContain("on another PC (radar-pc)");
  });

  test.each(["elsewhere", "impossible"] as const)(
    "on a folder whose lock cannot be had (%s) waits for an answer, then says so and ends with 1",
    async (lock) => {
      const waited: number[] = [];
      const host = await desktops.start({ app: { lock }, sleep: async (ms) => void waited.push(ms) });
      expect([host.desktop, host.fake.app.exitCode]).toEqual([null, 1]);
      expect(host.fake.dialog.errors[0]).toContain("cannot be locked, and no other Skyferry answers");
      expect(waited.reduce((sum, ms) => sum + ms, 0)).toBe(2_000);
    },
  );

  test("that macOS makes at login shows the tray alone", async () => {
    const host = await desktops.start({
      platform: "darwin",
      before: ({ app }) => {
        app.loginItems.wasOpenedAtLogin = true;
      },
    });
    expect(host.fake.windows).toEqual([]);
    host.tray().menu.choose("Open Skyferry");
    expect(host.window().isVisible()).toBe(true);
  });

  test("that is called for before its window is there shows it after all", async () => {
    const host = await desktops.start({
      argv: ["--hidden"],
      before: ({ app }) => void queueMicrotask(() => app.emit("second-instance")),
    });
    expect(host.window().isVisible()).toBe(true);
  });

  describe("while the engine of a program that crashed still has the record of uploads", () => {
    /** Waits for another process, in milliseconds. Others never end. */
    let waited: number[];
    let told: FakeElectron["notifications"];
    const hold = (): DatabaseSync => {
      const lock = new DatabaseSync(join(desktops.dataFolder, "ledger.lock"));
      lock.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
      return lock;
    };
    const start = (argv: readonly string[], onWait: () => void) => {
      waited = [];
      return desktops.start({
        argv,
        async sleep(ms, signal) {
          if (ms !== 3_000) return await untilAborted(signal);
          waited.push(ms);
          onWait();
        },
        before({ notifications }) {
          told = notifications;
        },
      });
    };

    test("waits for its end, says so, and opens the station then", async () => {
      const lock = hold();
      const host = await start([], () => {
        if (waited.length === 2) lock.close();
      });
      expect(host.desktop).not.toBe(null);
      expect(waited).toHaveLength(2);
      expect(told.map(({ options }) => options.title)).toEqual(["Skyferry is waiting"]);
      expect(host.fake.dialog.errors).toEqual([]);
      expect((await readHostFile(desktops.dataFolder)).kind).toBe("read");
    });

    test("gives up after a minute with the reason", async () => {
      const lock = hold();
      const host = await start([], () => {});
      lock.close();
      expect(host.desktop).toBe(null);
      expect(waited).toHaveLength(20);
      expect(host.fake.dialog.errors).toEqual([
        `Skyferry cannot start: The record of uploads is already in use by another Skyferry process (data folder ${desktops.dataFolder}). Stop that one first.`,
      ]);
      expect(host.fake.app.exitCode).toBe(1);
    });

    test("notifies nobody where the start is hidden", async () => {
      const lock = hold();
      await start(["--hidden"], () => lock.close());
      expect([waited.length, told]).toEqual([1, []]);
    });
  });

  test("on a folder that cannot be used says why and ends", async () => {
    const host = await desktops.start({ dataFolder: "/dev/null/data" });
    expect(host.desktop).toBe(null);
    expect(host.fake.dialog.errors[0]).toMatch(/^Skyferry cannot start: .*\/dev\/null\/data/);
    expect(host.fake.app.exitCode).toBe(1);
  });

  test("that is hidden opens no box for that, and tries again later", async () => {
    const waited: number[] = [];
    let errors: readonly string[] = [];
    const starting = desktops.start({
      dataFolder: "/dev/null/data",
      argv: ["--hidden", "--restarts=1"],
      sleep: async (ms) => void waited.push(ms),
      before: ({ dialog }) => {
        errors = dialog.errors;
      },
    });
    // An error that nobody catches starts the program again.
    await expect(starting).rejects.toThrow("/dev/null/data cannot be used");
    expect([waited, errors]).toEqual([[5_000], []]);
  });
});
