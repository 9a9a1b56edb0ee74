import { beforeEach, describe, expect, test } from "vitest";
import { stateToOpen, type WindowState } from "#main/window/place.ts";
import { type FirstSight, openWindow, type ShellWindow } from "#main/window/window.ts";
import { createFakeElectron, type FakeElectron } from "#test/support/fake-electron/fake-electron.ts";
import type { FakeWindow } from "#test/support/fake-electron/fake-window.ts";

const screens = [
  { workArea: { x: 0, y: 0, width: 1920, height: 1040 } },
  { workArea: { x: 1920, y: -200, width: 1280, height: 1024 } },
];
const usual = { bounds: { x: 360, y: 120, width: 1200, height: 800 }, isMaximised: false, isPlaced: false };
const at = (x: number, y: number, width = 1000, height = 700) => ({
  bounds: { x, y, width, height },
  isMaximised: false,
});

describe("the place of the window", () => {
  test.each([
    ["on the first display", at(10, 20)],
    ["on the second display", at(2000, -190)],
    ["half outside, where its title bar can be taken", at(1800, 900)],
    ["maximised", { ...at(10, 20), isMaximised: true }],
  ])("is kept: %s", (_, state) => {
    expect(stateToOpen(state, screens)).toEqual({ ...state, isPlaced: true });
  });

  test.each([
    ["never kept", undefined],
    ["on a display that is gone", at(5000, 100)],
    ["left of every display", at(-950, 100)],
    ["above every display", at(100, -500)],
    ["below every display", at(100, 1030)],
    ["smaller than the pages allow", at(10, 20, 300, 200)],
    ["larger than any display", at(10, 20, 90_000, 700)],
    ["no numbers", { bounds: { x: "1", y: 2, width: 1000, height: 700 } }],
    ["broken numbers", { bounds: { x: 1.5, y: Number.NaN, width: 1000, height: 700 } }],
    ["no object", "1000x700"],
    ["bounds that are null", { bounds: null }],
  ])("is the middle of the first display: %s", (_, kept) => {
    expect(stateToOpen(kept, screens)).toEqual(usual);
  });

  test("fits a small display, but never below what the pages need", () => {
    const small = [{ workArea: { x: 0, y: 0, width: 1024, height: 560 } }];
    expect(stateToOpen(null, small).bounds).toEqual({ x: 0, y: -20, width: 1024, height: 600 });
  });

  test("stays maximised when its display is gone", () => {
    expect(stateToOpen({ ...at(5000, 100), isMaximised: true }, screens)).toEqual({
      ...usual,
      isMaximised: true,
    });
  });
});

let fake: FakeElectron;
let nowMs: number;
let kept: WindowState[];
let logged: string[];
let answer: "hide" | "stay";
let platform: NodeJS.Platform;
let isReadyToShowTold: boolean;
/** Waits of the window: how long, and the end of it. */
let waits: { readonly ms: number; readonly over: () => void }[];

beforeEach(() => {
  waits = [];
  platform = "linux";
  isReadyToShowTold = true;
  fake = createFakeElectron({ appData: "/data", home: "/home" });
  nowMs = 0;
  kept = [];
  logged = [];
  answer = "hide";
});

async function open(
  firstSight: FirstSight = "shown",
  memory: unknown = undefined,
): Promise<{ readonly shell: ShellWindow; readonly window: FakeWindow }> {
  const shell = openHidden(firstSight, memory);
  if (firstSight === "hidden") shell.show();
  const [window] = fake.windows;
  if (window === undefined) throw new Error("there is no window");
  await Promise.resolve();
  return { shell, window };
}

function openHidden(firstSight: FirstSight = "hidden", memory: unknown = undefined): ShellWindow {
  if (platform !== "linux")
    fake = createFakeElectron({ appData: "/data", home: "/home", platform, isReadyToShowTold });
  return openWindow(
    {
      electron: fake.parts,
      platform,
      overlay: "/overlay.ico",
      sleep: (ms) => new Promise((over) => waits.push({ ms, over })),
      memory: { read: () => kept.at(-1) ?? memory, write: (state) => kept.push(state) },
      preload: "/preload.cjs",
      icon: null,
      monotonicMs: () => nowMs,
      log: (message) => logged.push(message),
      onClose: () => answer,
    },
    firstSight,
  );
}

/** The wait that began last is over. */
async function waited(ms: number): Promise<void> {
  expect(waits.at(-1)?.ms).toBe(ms);
  waits.at(-1)?.over();
  await new Promise(setImmediate);
}

describe("the window", () => {
  test("shows the pages when they are ready, confined and no smaller than they need", async () => {
    const { window } = await open();
    expect(window.webContents.loads).toEqual(["app://skyferry/#/"]);
    expect(window.options).toMatchObject({
      show: true,
      backgroundColor: "#ffffff",
      minWidth: 900,
      minHeight: 600,
    });
    expect(window.options.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      preload: "/preload.cjs",
    });
    expect(window.isVisible()).toBe(true);
  });

  test.each(["win32", "darwin"] as const)("on %s stays hidden until its page is painted", async (system) => {
    platform = system;
    const shell = openHidden("shown", { ...at(10, 20), isMaximised: true });
    const [window] = fake.windows;
    expect([window?.options.show, window?.isVisible()]).toEqual([false, false]);
    await new Promise(setImmediate);
    expect([window?.isVisible(), window?.isMaximized()]).toEqual([true, true]);
    expect(shell.current()).not.toBe(null);
  });

  test.each([
    ["200 ms after its page was loaded", 200],
    ["3 s after it was made", 3_000],
  ])("is shown %s, where nothing says that it is painted", async (_, ms) => {
    platform = "win32";
    isReadyToShowTold = false;
    openHidden("shown");
    await new Promise(setImmediate);
    const [window] = fake.windows;
    expect(window?.isVisible()).toBe(false);
    waits.find((wait) => wait.ms === ms)?.over();
    await new Promise(setImmediate);
    expect(window?.isVisible()).toBe(true);
    // A later event shows no window again that was hidden meanwhile.
    window?.hide();
    for (const { over } of waits.filter((wait) => wait.ms <= 3_000)) over();
    await new Promise(setImmediate);
    expect(window?.isVisible()).toBe(false);
  });

  test("on Linux is made as it is to be seen, maximised too: hidden it would never be painted", () => {
    openHidden("shown", { ...at(10, 20), isMaximised: true });
    const [window] = fake.windows;
    expect([window?.options.show, window?.isVisible(), window?.isMaximized()]).toEqual([true, true, true]);
  });

  test("is not made at a hidden start before somebody wants it, then comes as it was left", () => {
    const shell = openHidden("hidden", { ...at(10, 20), isMaximised: true });
    expect([fake.windows.length, shell.current()]).toEqual([0, null]);
    for (const quiet of [shell.hide, shell.remember, shell.restart]) quiet();
    expect([fake.windows.length, kept]).toEqual([0, []]);
    shell.show("/files");
    const [window] = fake.windows;
    expect([window?.isVisible(), window?.isMaximized()]).toEqual([true, true]);
    expect(window?.webContents.loads).toEqual(["app://skyferry/#/files"]);
  });

  test("that was hidden for half an hour is given up, and made again as it was when it is wanted", async () => {
    const { shell, window } = await open();
    shell.badge(2);
    window.bounds = at(50, 60).bounds;
    window.close();
    await waited(30 * 60_000);
    expect([window.isDestroyed(), shell.current()]).toEqual([true, null]);
    shell.show();
    expect(fake.windows[1]).toMatchObject({ title: "(2) Skyferry", bounds: at(50, 60).bounds });
    expect(fake.windows[1]?.isVisible()).toBe(true);
  });

  test("that is looked at within half an hour stays", async () => {
    const { shell, window } = await open();
    window.close();
    shell.show();
    await waited(30 * 60_000);
    expect(window.isDestroyed()).toBe(false);
    window.close();
    shell.show();
    window.close();
    waits[1]?.over();
    await new Promise(setImmediate);
    expect(window.isDestroyed()).toBe(false);
  });

  test("says in the task bar how many things need a person, in its title on Linux", async () => {
    const { shell, window } = await open();
    expect(window.title).toBe("Skyferry");
    shell.badge(3);
    expect([window.title, window.overlay]).toEqual(["(3) Skyferry", null]);
    shell.badge(0);
    expect(window.title).toBe("Skyferry");
  });

  test("says it on its button on Windows, where a badge of the program is not shown", async () => {
    platform = "win32";
    const { shell, window } = await open();
    shell.badge(1);
    expect(window.overlay).toEqual({ path: "/overlay.ico", description: "1 thing needs you" });
    shell.badge(0);
    expect([window.overlay, window.title]).toEqual([null, "Skyferry"]);
  });

  test("hides when it is closed, keeps its place, and comes back with its page", async () => {
    const { shell, window } = await open();
    window.bounds = at(50, 60).bounds;
    window.close();
    expect([window.isDestroyed(), window.isVisible()]).toEqual([false, false]);
    expect(kept.at(-1)).toEqual(at(50, 60));
    shell.show();
    expect(window.isVisible()).toBe(true);
    expect(window.webContents.loads).toHaveLength(1);
  });

  test("leaves full screen on macOS before it hides, which would leave a black space there", async () => {
    platform = "darwin";
    const { shell, window } = await open();
    const fullScreen = async () => {
      window.setFullScreen(true);
      await Promise.resolve();
      expect(window.isFullScreen()).toBe(true);
    };
    await fullScreen();
    window.close();
    expect(window.isVisible()).toBe(true);
    await Promise.resolve();
    expect([window.isFullScreen(), window.isVisible()]).toEqual([false, false]);
    // Called for on its way out, it stays.
    shell.show();
    await fullScreen();
    shell.hide();
    shell.show();
    await Promise.resolve();
    expect([window.isFullScreen(), window.isVisible(), window.leftBlackSpace]).toEqual([false, true, false]);
  });

  test("hides at once in full screen elsewhere", async () => {
    const { shell, window } = await open();
    window.setFullScreen(true);
    await Promise.resolve();
    shell.hide();
    expect([window.isFullScreen(), window.isVisible()]).toEqual([true, false]);
  });

  test("stays when it must not hide, and closes when it was released", async () => {
    const { shell, window } = await open();
    answer = "stay";
    window.close();
    expect(window.isVisible()).toBe(true);
    shell.release();
    window.close();
    expect(window.isDestroyed()).toBe(true);
  });

  test("remembers that it is maximised, and nothing of a minimised one", async () => {
    const { window } = await open();
    window.maximize();
    expect(kept.at(-1)?.isMaximised).toBe(true);
    kept = [];
    window.minimize();
    window.emit("blur");
    expect(kept).toEqual([]);
  });

  test("comes back from the task bar and opens the page that is asked for", async () => {
    const { shell, window } = await open();
    shell.minimise();
    shell.show("/files?cause=tls");
    expect(window.isMinimized()).toBe(false);
    expect(window.webContents.page.frame.url).toBe("app://skyferry/#/files?cause=tls");
  });
});

describe("a page that is lost", () => {
  test("is loaded again", async () => {
    const { window } = await open();
    window.webContents.lose("crashed");
    expect(window.webContents.loads).toHaveLength(2);
    expect(logged).toEqual(["the window's page crashed; uploads continue"]);
  });

  test("is not loaded without end: the fourth time within a minute the operator is asked", async () => {
    const { window } = await open();
    for (let index = 0; index < 4; index += 1) window.webContents.lose("oom");
    expect(window.webContents.loads).toHaveLength(4);
    expect(fake.dialog.boxes.map(({ buttons }) => buttons)).toEqual([["Reload"]]);
    await new Promise(setImmediate);
    expect(window.webContents.loads).toHaveLength(5);
  });

  test("is always loaded again when it breaks once in a while", async () => {
    const { window } = await open();
    for (let index = 0; index < 10; index += 1) {
      nowMs += 30_000;
      window.webContents.lose("crashed");
    }
    expect(window.webContents.loads).toHaveLength(11);
    expect(fake.dialog.boxes).toEqual([]);
  });

  test("that does not answer for half a minute is ended and loaded again", async () => {
    const { window } = await open();
    window.emit("unresponsive");
    expect(logged).toEqual(["the window's page does not answer; uploads continue"]);
    await waited(30_000);
    expect(window.webContents.loads).toHaveLength(2);
  });

  test("that answers again in time is left alone", async () => {
    const { window } = await open();
    window.emit("unresponsive");
    window.emit("responsive");
    await waited(30_000);
    expect(window.webContents.loads).toHaveLength(1);
  });

  test("while the window is hidden is not loaded before somebody looks", async () => {
    const { shell, window } = await open();
    window.close();
    window.webContents.lose("oom");
    expect([window.isDestroyed(), fake.windows.length]).toEqual([true, 1]);
    shell.show();
    expect(fake.windows).toHaveLength(2);
  });

  test("that ended by itself is no loss", async () => {
    const { window } = await open();
    window.webContents.lose("clean-exit");
    expect(window.webContents.loads).toHaveLength(1);
  });
});
