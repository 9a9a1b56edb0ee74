import { EventEmitter } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startDesktop } from "#main/desktop.ts";
import type { DesktopParts } from "#main/desktop-parts.ts";
import type { Desktop } from "#main/desktop-run.ts";
import { openShellStore } from "#main/shell-store.ts";
import type { Updater } from "#main/updates.ts";
import type { FakeAppOptions } from "#test/support/fake-electron/fake-app.ts";
import { createFakeElectron, type FakeElectron } from "#test/support/fake-electron/fake-electron.ts";
import { fakeStore } from "#test/support/fake-electron/fake-store.ts";
import type { FakeTray } from "#test/support/fake-electron/fake-tray.ts";
import type { FakeWindow } from "#test/support/fake-electron/fake-window.ts";

export interface DesktopOptions {
  /** Given with `--data`; null: the usual one of the user, below `appData`. */
  readonly dataFolder: string | null;
  /** Default: the data folder itself. */
  readonly appData?: string;
  readonly argv?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly platform?: NodeJS.Platform;
  readonly app?: Partial<FakeAppOptions>;
  /** False: a desktop without a tray area. */
  readonly hasTrayArea?: boolean;
  /** A tray area that may come and go. */
  readonly trayArea?: { isThere: boolean };
  readonly pages?: string;
  readonly updater?: Updater | null;
  /** Waits of the shell. Left out: they never end, but for a signal. */
  readonly sleep?: DesktopParts["sleep"];
  /** Runs when the fake is there and the shell has not begun. */
  readonly before?: (fake: FakeElectron) => void;
}

/** The real shell around stand-ins for Electron, on a real data folder. */
export interface DesktopUnderTest {
  readonly fake: FakeElectron;
  /** Null where the shell gave up. */
  readonly desktop: Desktop | null;
  readonly signals: EventEmitter;
  /** Tells the shell of a mistake that nobody caught. */
  readonly mistakes: EventEmitter;
  window(): FakeWindow;
  tray(): FakeTray;
  /** Ends it as SIGTERM does; resolves when the program has ended. */
  close(): Promise<void>;
}

/** Environment that the engine's process needs, and the tests' own cache of compiled sources. */
const testsOwn = {
  PATH: process.env.PATH,
  TMPDIR: process.env.TMPDIR,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
};

/** Pages that say nothing, for tests in which no browser looks at them. */
const plainPages = fileURLToPath(new URL("./plain-pages/", import.meta.url));

/** Starts the shell and waits until it runs. */
export async function startDesktopUnderTest(options: DesktopOptions): Promise<DesktopUnderTest> {
  const { dataFolder, platform = "linux", hasTrayArea = true } = options;
  const trayArea = options.trayArea ?? { isThere: hasTrayArea };
  const appData = options.appData ?? dataFolder ?? "/nowhere";
  const fake = createFakeElectron({ appData, home: join(appData, "home"), platform, ...options.app });
  options.before?.(fake);
  const signals = new EventEmitter();
  const mistakes = new EventEmitter();
  const parts: DesktopParts = {
    electron: fake.parts,
    platform,
    argv: [...(dataFolder === null ? [] : ["--data", dataFolder]), ...(options.argv ?? [])],
    env: { ...testsOwn, HOME: appData, SKYFERRY_PASSWORD: "station", ...options.env },
    cwd: appData,
    paths: {
      preload: "/nowhere/preload.cjs",
      pages: options.pages ?? plainPages,
      trayIcons: "/icons",
      windowIcon: null,
      program: "/opt/Skyferry/skyferry",
    },
    openMemory: (folder) => openShellStore(fakeStore(fake.ipcMain), fake.parts.ipcMain, folder),
    openUpdater: async () => options.updater ?? null,
    runProgram: async () => `   boolean ${trayArea.isThere}`,
    signals,
    mistakes,
    nowMs: Date.now,
    monotonicMs: () => performance.now(),
    sleep:
      options.sleep ??
      ((_, signal) => new Promise((resolve) => signal?.addEventListener("abort", () => resolve()))),
  };
  const desktop = await startDesktop(parts);
  const first = <T>(all: readonly T[], what: string): T => {
    const [one] = all;
    if (one === undefined) throw new Error(`there is no ${what}`);
    return one;
  };
  return {
    fake,
    desktop,
    signals,
    mistakes,
    window: () => first(fake.windows, "window"),
    tray: () => first(fake.trays, "tray"),
    async close() {
      if (desktop === null || fake.app.isSessionOver) return;
      signals.emit("SIGTERM");
      await fake.app.exited;
    },
  };
}
