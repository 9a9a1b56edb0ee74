import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readHostFile } from "#api/loopback/host-file.ts";
import { desktopProcesses } from "#test/support/hosts/desktop-processes.ts";
import {
  compileSignalAddon,
  type ElectronProcess,
  type ElectronProcessOptions,
} from "#test/support/hosts/electron-process.ts";
import { atMost } from "#test/support/limits.ts";

/** The desktop as a process: its entry under a loader as unkind as Electron's. */

const desktops = desktopProcesses();

interface State {
  readonly isReady: boolean;
  readonly windows: readonly boolean[];
  readonly tooltip: string | null;
  readonly icon: string | null;
  readonly boxes: readonly string[];
  readonly notifications: readonly string[];
  readonly children: readonly { readonly name: string; readonly pid: number }[];
}
const stateOf = (one: ElectronProcess) => one.ask<State>({ do: "state" });

/** Starts it and waits until its page is answered: the window is there before the station. */
async function start(options: Partial<ElectronProcessOptions> = {}): Promise<ElectronProcess> {
  const started = desktops.begin(options);
  await expect.poll(async () => (await stateOf(started)).windows.length, { timeout: atMost(30_000) }).toBe(1);
  await status(started);
  return started;
}

/** Id of the engine's process. */
async function engineOf(one: ElectronProcess): Promise<number> {
  const engine = (await stateOf(one)).children.find(({ name }) => name === "Skyferry engine");
  if (engine === undefined) throw new Error("there is no engine");
  return engine.pid;
}

/** Waits until another process of the engine answers. */
async function nextEngine(one: ElectronProcess, former: number): Promise<void> {
  const answering = async () => {
    const { children } = await stateOf(one);
    return children.some(({ pid }) => pid !== former) && ((await status(one)) as { ok: boolean }).ok;
  };
  await expect.poll(answering, { timeout: atMost(30_000) }).toBe(true);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
const status = (one: ElectronProcess) => one.ask({ do: "call", method: "status", input: {} });

test("the window speaks with the engine's process, and SIGTERM ends both", async () => {
  const desktop = await start();
  expect(await status(desktop)).toMatchObject({ ok: true, value: { running: true } });
  const [engine] = (await stateOf(desktop)).children;
  expect(engine?.name).toBe("Skyferry engine");
  const file = await readHostFile(desktops.dataFolder);
  expect(file.kind === "read" && file.record.pid).toBe(engine?.pid);
  desktop.kill("SIGTERM");
  expect(await desktop.exited).toEqual([0, null]);
  expect(desktop.told).toEqual([{ exit: 0, hasLock: false }]);
  expect((await readHostFile(desktops.dataFolder)).kind).toBe("none");
});

describe("a signal", () => {
  test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "%s ends it also where Electron has taken the signals, and something listened before",
    async (signal) => {
      const signalAddon = await compileSignalAddon(desktops.folder);
      if (signalAddon === null) return console.warn("there is no C compiler: signals are not taken");
      const early = `data:text/javascript,process.on(${JSON.stringify(signal)},()=>{})`;
      const desktop = await start({ signalAddon, execArgv: ["--import", early] });
      desktop.kill(signal);
      expect(await desktop.exited).toEqual([0, null]);
      expect((await readHostFile(desktops.dataFolder)).kind).toBe("none");
    },
  );
});

describe("threads in drives that hang", () => {
  test("stop neither what needs a thread, nor the end", async () => {
    const pipe = join(desktops.folder, "hanging-pipe");
    execFileSync("mkfifo", [pipe]);
    const desktop = await start({ env: { HANGING_PIPE: pipe } });
    const engine = await engineOf(desktop);
    const reply = desktop.ask({ do: "call", method: "settings.read", input: {} });
    expect(await reply).toMatchObject({ ok: true });
    desktop.kill("SIGTERM");
    expect(await desktop.exited).toEqual([0, null]);
    expect(isAlive(engine)).toBe(false);
    expect(desktop.told).toEqual([{ exit: 0, hasLock: false }]);
  });
});

describe("a mistake that nobody caught", () => {
  test.each([
    ["an exception", "throw"],
    ["a rejection", "reject"],
  ] as const)("in the window's process (%s) restarts the program without a box", async (_, kind) => {
    // A path that another program left is not started in its place.
    const desktop = await start({ words: ["--restarts=0"], env: { APPIMAGE: "/opt/Editor.AppImage" } });
    await desktop.ask({ do: kind, message: "planted in the window" }).catch(() => undefined);
    expect(await desktop.exited).toEqual([70, null]);
    expect(desktop.told).toEqual([
      {
        relaunch: {
          execPath: expect.not.stringContaining("Editor"),
          args: ["--data", desktops.dataFolder, "--hidden", "--restarts=1"],
        },
      },
      { exit: 70, hasLock: false },
    ]);
    expect((await readHostFile(desktops.dataFolder)).kind).toBe("none");
    expect(await readFile(join(desktops.dataFolder, "logs", "skyferry.log"), "utf8")).toContain(
      "planted in the window",
    );
  });

  test("in the engine's process starts that one again, and the window stays", async () => {
    const desktop = await start();
    const engine = await engineOf(desktop);
    process.kill(engine, "SIGUSR2");
    await nextEngine(desktop, engine);
    expect(desktop.told).toEqual([]);
    const log = await readFile(join(desktops.dataFolder, "logs", "skyferry.log"), "utf8");
    expect(log).toContain("planted in the engine");
    expect(log).toContain('the engine\'s process ended {"code":70');
  });
});

test("after SIGKILL of the window's process the engine is gone, and the next start works at once", async () => {
  const desktop = await start();
  const engine = await engineOf(desktop);
  desktop.kill("SIGKILL");
  await desktop.exited;
  await expect.poll(() => isAlive(engine)).toBe(false);
  expect(await status(await start())).toMatchObject({ ok: true, value: { running: true } });
});
