import { beforeEach, describe, expect, test } from "vitest";
import {
  type FirstSight,
  openWindow,
  type ShellWindow,
  stateToOpen,
  type WindowState,
} from "#main/window/window.ts";
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

beforeEach(() => {
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
  const shell = openWindow(
    {
      electron: fake.parts,
      memory: { read: () => memory, write: (state) => kept.push(state) },
      preload: "/preload.cjs",
      icon: null,
      monotonicMs: () => nowMs,
      log: (message) => logged.push(message),
      onClose: () => answer,
    },
    firstSight,
  );
  const [window] = fake.windows;
  if (window === undefined) throw new Error("there is no window");
  await Promise.resolve();
  return { shell, window };
}

describe("the window", () => {
  test("shows the pages when they are ready, confined and no smaller than they need", async () => {
    const { window } = await open();
    expect(window.webContents.loads).toEqual(["app://skyferry/#/"]);
    expect(window.options).toMatchObject({ show: false, minWidth: 900, minHeight: 600 });
    expect(window.options.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      preload: "/preload.cjs",
    });
    expect(window.isVisible()).toBe(true);
  });

  test("stays unseen at a hidden start until somebody wants it, then comes as it was left", async () => {
    const { shell, window } = await open("hidden", { ...at(10, 20), isMaximised: true });
    expect([window.isVisible(), window.isMaximized()]).toEqual([false, false]);
    shell.show();
    expect([window.isVisible(), window.isMaximized()]).toEqual([true, true]);
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
    shell.show("/queue?cause=tls");
    expect(window.isMinimized()).toBe(false);
    expect(window.webContents.page.frame.url).toBe("app://skyferry/#/queue?cause=tls");
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

  test("that ended by itself is no loss", async () => {
    const { window } = await open();
    window.webContents.lose("clean-exit");
    expect(window.webContents.loads).toHaveLength(1);
  });
});
