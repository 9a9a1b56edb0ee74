import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { becomeElectron } from "#test/support/fake-electron/electron-identity.ts";
import { FakeApp, type FakeAppOptions } from "#test/support/fake-electron/fake-app.ts";
import { createFakeElectron, type FakeElectron } from "#test/support/fake-electron/fake-electron.ts";
import type { FakeWindow } from "#test/support/fake-electron/fake-window.ts";
import { atMost } from "#test/support/limits.ts";

/**
 * Traits in which the real thing is less kind than a stand-in would be by itself. Each has one row, with the place in Electron's
 * documents, source or threads that says so.
 */
const docs = "https://www.electronjs.org/docs/latest";
const source = "https://github.com/electron/electron/blob/main";
const issues = "https://github.com/electron/electron/issues";

const script = (name: string) => fileURLToPath(new URL(`./utility-scripts/${name}`, import.meta.url));
const turn = () => new Promise(setImmediate);

const rows: readonly {
  readonly says: string;
  readonly place: string;
  readonly options?: Partial<FakeAppOptions>;
  readonly shows: (fake: FakeElectron) => void | Promise<void>;
}[] = [
  {
    says: "its processes say which Electron they are, of which kind, and where the program's own files are",
    place: `${docs}/api/process#processresourcespath`,
    async shows({ app, parts }) {
      const undo = becomeElectron("browser", "/opt/Skyferry/resources");
      expect([process.type, process.resourcesPath]).toEqual(["browser", "/opt/Skyferry/resources"]);
      expect(process.versions.electron).toMatch(/^\d+\./);
      undo();
      expect([process.type, process.resourcesPath, process.versions.electron]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
      await app.whenReady();
      const child = parts.utilityProcess.fork(script("obeys.js"), [], { stdio: "ignore" });
      await once(child, "message");
      child.postMessage({ do: "identity" });
      const [identity] = await once(child, "message");
      process.kill(child.pid ?? 0, "SIGKILL");
      expect(identity).toEqual({
        electron: expect.stringMatching(/^\d+\./),
        kind: "utility",
        hasResources: true,
      });
    },
  },
  {
    says: "ready-to-show does not come on Wayland while the window is hidden",
    place: `${issues}/48859`,
    async shows({ parts }) {
      const window = new parts.BrowserWindow({ show: false });
      let times = 0;
      window.on("ready-to-show", () => {
        times += 1;
      });
      await window.loadURL("app://x/");
      await turn();
      expect(times).toBe(0);
      window.show();
      await turn();
      expect(times).toBe(1);
    },
  },
  {
    says: "ready-to-show may be missing on Windows, too; did-finish-load comes",
    place: `${issues}/54025`,
    options: { platform: "win32", isReadyToShowTold: false },
    async shows({ parts }) {
      const window = new parts.BrowserWindow({ show: false });
      const heard: string[] = [];
      window.on("ready-to-show", () => heard.push("ready"));
      window.webContents.on("did-finish-load", () => heard.push("loaded"));
      await window.loadURL("app://x/");
      window.show();
      await turn();
      expect(heard).toEqual(["loaded"]);
    },
  },
  {
    says: "session-end: nothing prevents it, and nothing of the process is left when its listeners return",
    place: `${docs}/api/base-window#event-session-end-windows`,
    options: { platform: "win32" },
    async shows(fake) {
      const { app, parts } = fake;
      await app.whenReady();
      const child = parts.utilityProcess.fork(script("obeys.js"), [], { stdio: "ignore" });
      await once(child, "message");
      const window = new parts.BaseWindow({ show: false });
      window.on("session-end", () => void turn().then(() => app.exit(0)));
      const ended = once(child, "exit");
      fake.endSession("shutdown");
      await ended;
      expect(app.exitCode).toBe(null);
    },
  },
  {
    says: "requestSingleInstanceLock() is false where another has it, who hears of it later or not at all, and where the folder can hold none",
    place: `${source}/shell/browser/api/electron_api_app.cc`,
    async shows() {
      const first = new FakeApp({ appData: "/", home: "/" });
      const heard: unknown[] = [];
      first.on("second-instance", (_, __, ___, told) => heard.push(told));
      const tries = (["free", first, "elsewhere", "impossible"] as const).map((lock) =>
        new FakeApp({ appData: "/", home: "/", lock }).requestSingleInstanceLock({ word: 1 }),
      );
      expect([tries, heard]).toEqual([[true, false, false, false], []]);
      await turn();
      expect(heard).toEqual([{ word: 1 }]);
    },
  },
  {
    says: "a notification may fail, as of an unsigned program on macOS, or say nothing at all",
    place: `${docs}/api/notification#event-failed-windows`,
    async shows({ parts, notificationCentre }) {
      const heard: string[] = [];
      for (const does of ["shows", "fails", "nothing"] as const) {
        notificationCentre.does = does;
        const made = new parts.Notification({ title: does });
        made.on("show", () => heard.push(`${does}: show`));
        made.on("failed", () => heard.push(`${does}: failed`));
        made.show();
        await turn();
      }
      expect(heard).toEqual(["shows: show", "fails: failed"]);
    },
  },
  {
    says: "wasOpenedAtLogin is true where macOS opened the program at login, which gives it no argument",
    place: `${docs}/api/app#appgetloginitemsettingsoptions-macos-windows`,
    options: { platform: "darwin" },
    shows({ app }) {
      app.loginItems.wasOpenedAtLogin = true;
      expect(app.getLoginItemSettings().wasOpenedAtLogin).toBe(true);
    },
  },
  {
    says: "a utility process that cannot be started gives exit, or nothing: neither spawn nor exit",
    place: `${source}/shell/browser/api/electron_api_utility_process.cc`,
    async shows({ app, parts, utilityProcesses }) {
      await app.whenReady();
      const heard: string[] = [];
      for (const start of ["exits", "nothing"] as const) {
        utilityProcesses.start = start;
        const child = parts.utilityProcess.fork(script("obeys.js"));
        child.on("spawn", () => heard.push(`${start}: spawn`));
        child.on("exit", (code) => heard.push(`${start}: ${code}`));
        expect([child.pid, child.kill()]).toEqual([undefined, false]);
      }
      await turn();
      await turn();
      expect(heard).toEqual(["exits: 1"]);
    },
  },
  {
    says: "a utility process that has ended keeps its number until exit is told, which may not come",
    place: `${source}/shell/browser/api/electron_api_utility_process.cc`,
    async shows({ app, parts, utilityProcesses }) {
      await app.whenReady();
      const child = parts.utilityProcess.fork(script("obeys.js"), [], { stdio: "pipe" });
      await once(child, "message");
      utilityProcesses.end = "untold";
      process.kill(child.pid ?? 0, "SIGKILL");
      await once(child.stdout ?? child, "close");
      expect(child.pid).toBeGreaterThan(0);
    },
  },
  {
    says: "the listeners of a utility process's streams are taken away in the turn of exit",
    place: `${source}/lib/browser/api/utility-process.ts`,
    async shows({ app, parts }) {
      await app.whenReady();
      const child = parts.utilityProcess.fork(script("obeys.js"), [], { stdio: "pipe" });
      await once(child, "message");
      const { stdout } = child;
      stdout?.on("data", () => {});
      process.kill(child.pid ?? 0, "SIGKILL");
      const counted = once(child, "exit").then(() => stdout?.listenerCount("data"));
      expect(await counted).toBe(0);
    },
  },
  {
    says: "a utility process whose parent is gone tears down, and a thread that hangs holds that up",
    place: `${docs}/tutorial/process-model#the-utility-process`,
    async shows() {
      const parent = spawn(process.execPath, [script("parent.js"), "says-end"], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const lines = createInterface(parent.stdout)[Symbol.asyncIterator]();
      const { value: pid } = await lines.next();
      expect(Number(pid)).toBeGreaterThan(0);
      parent.kill("SIGKILL");
      // SIGKILL at once would leave it no last word.
      expect(await lines.next()).toMatchObject({ value: "tears down" });
    },
  },
  {
    says: "app.quit() closes each window before will-quit, and one that refuses calls it off",
    place: `${source}/shell/browser/browser.cc`,
    shows({ app, parts }) {
      const heard: string[] = [];
      const window = new parts.BrowserWindow({ show: false });
      let refuses = true;
      app.on("before-quit", () => heard.push("before-quit"));
      app.on("will-quit", () => heard.push("will-quit"));
      window.on("close", (event) => {
        heard.push("close");
        if (refuses) event.preventDefault();
      });
      app.quit();
      expect([heard, app.exitCode]).toEqual([["before-quit", "close"], null]);
      refuses = false;
      app.quit();
      expect(heard.slice(2)).toEqual(["before-quit", "close", "will-quit"]);
      expect([app.exitCode, window.isDestroyed()]).toEqual([0, true]);
    },
  },
  {
    says: "macOS keeps the space of a window that is hidden in full screen, and tells later that one has left it",
    place: `${issues}/39572`,
    options: { platform: "darwin" },
    async shows({ parts }) {
      const window = new parts.BrowserWindow() as unknown as FakeWindow;
      window.setFullScreen(true);
      expect(window.isFullScreen()).toBe(false);
      await turn();
      window.hide();
      expect([window.isFullScreen(), window.leftBlackSpace]).toEqual([true, true]);
    },
  },
  {
    says: "app.exit(): no script runs after it",
    place: `${docs}/api/app#appexitexitcode`,
    shows({ app, parts }) {
      app.exit(0);
      expect(() => app.relaunch()).toThrow("after app.exit()");
      expect(() => new parts.BrowserWindow()).toThrow("after app.exit()");
      expect(() => parts.utilityProcess.fork(script("obeys.js"))).toThrow("after app.exit()");
    },
  },
];

test.each(rows)(
  "$says ($place)",
  async ({ options, shows }) => {
    await shows(createFakeElectron({ appData: "/data", home: "/home", platform: "linux", ...options }));
  },
  atMost(30_000),
);
