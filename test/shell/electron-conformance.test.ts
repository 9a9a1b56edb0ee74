import { expect, test } from "vitest";
import { createFakeElectron, type FakeElectron } from "#test/support/fake-electron/fake-electron.ts";
import { FakeWindow } from "#test/support/fake-electron/fake-window.ts";

/**
 * Refusals of Electron, which its stand-in shares: one row for each, with the page of Electron's documentation that says so.
 * `electron.d.ts` of the version that is installed has the same sentences.
 */
const rows: readonly {
  readonly says: string;
  /** Below https://www.electronjs.org/docs/latest/api/. */
  readonly page: string;
  readonly platform?: NodeJS.Platform;
  readonly shows: (fake: FakeElectron) => void | Promise<void>;
}[] = [
  {
    says: "app.exit() ends without asking; before-quit is not emitted",
    page: "app#appexitexitcode",
    shows({ app }) {
      let asked = 0;
      app.on("before-quit", () => {
        asked += 1;
      });
      app.exit(3);
      expect([asked, app.exitCode]).toEqual([0, 3]);
    },
  },
  {
    says: "app.setPath(): a folder that does not exist is an error",
    page: "app#appsetpathname-path",
    shows({ app }) {
      expect(() => app.setPath("userData", "/no/such/folder")).toThrow("does not exist");
    },
  },
  {
    says: "app.disableHardwareAcceleration(): only before ready",
    page: "app#appdisablehardwareacceleration",
    async shows({ app }) {
      app.disableHardwareAcceleration();
      await app.whenReady();
      expect(() => app.disableHardwareAcceleration()).toThrow("before app is ready");
    },
  },
  {
    says: "app.setBadgeCount() is there on Linux and macOS alone",
    page: "app#appsetbadgecountcount-linux-macos",
    platform: "win32",
    shows({ app }) {
      expect([app.setBadgeCount(3), app.badge]).toEqual([false, 0]);
    },
  },
  {
    says: "app.setLoginItemSettings(): path and arguments are written as they are: take care to wrap paths in quotes",
    page: "app#appsetloginitemsettingssettings-macos-windows",
    platform: "win32",
    shows({ app }) {
      app.setLoginItemSettings({ openAtLogin: true, path: "C:\\A B\\c.exe", args: ["--data", "D:\\x y"] });
      expect([...app.loginItems.run.values()]).toEqual(["C:\\A B\\c.exe --data D:\\x y"]);
      expect(app.getLoginItemSettings({ path: "C:\\A B\\c.exe" }).launchItems).toMatchObject([
        { path: "C:\\A" },
      ]);
    },
  },
  {
    says: "app.setLoginItemSettings({ name }): the value has that name, and openAtLogin looks at the AppUserModelID's only",
    page: "app#appgetloginitemsettingsoptions-macos-windows",
    platform: "win32",
    shows({ app }) {
      const item = { path: '"C:\\c.exe"', args: ["--hidden"] };
      app.setLoginItemSettings({ ...item, openAtLogin: true, name: "other" });
      const found = app.getLoginItemSettings(item);
      expect(found.openAtLogin).toBe(false);
      expect(found.launchItems.map(({ name, args }) => [name, args])).toEqual([["other", []]]);
    },
  },
  {
    says: "app.setLoginItemSettings(): enabled is true where it is left out, also where the user has switched it off",
    page: "app#appsetloginitemsettingssettings-macos-windows",
    platform: "win32",
    shows({ app }) {
      const item = { path: "C:\\c.exe", openAtLogin: true };
      app.setLoginItemSettings({ ...item, enabled: false });
      app.setLoginItemSettings(item);
      expect(app.getLoginItemSettings(item).executableWillLaunchAtLogin).toBe(true);
    },
  },
  {
    says: "crashReporter.start(): submitURL is required unless uploadToServer is false",
    page: "crash-reporter#crashreporterstartoptions",
    shows({ crashReporter }) {
      expect(() => crashReporter.start({})).toThrow("submitURL");
      crashReporter.start({ uploadToServer: false });
    },
  },
  {
    says: "win.destroy(): close is not emitted, closed is; what is asked of it afterwards is an error",
    page: "browser-window#windestroy",
    shows({ parts, windows }) {
      const window = new parts.BrowserWindow({ show: false });
      const heard: string[] = [];
      window.on("close", () => heard.push("close"));
      window.on("closed", () => heard.push("closed"));
      window.destroy();
      expect([heard, window.isDestroyed()]).toEqual([["closed"], true]);
      for (const ask of [() => window.show(), () => window.isVisible(), () => window.setTitle("x")])
        expect(ask).toThrow("destroyed");
      expect(windows[0]).toBeInstanceOf(FakeWindow);
    },
  },
  {
    says: "page-title-updated: the page's title becomes the window's, unless it is prevented",
    page: "browser-window#event-page-title-updated",
    async shows({ parts }) {
      const [taken, kept] = [
        new parts.BrowserWindow({ title: "ours" }),
        new parts.BrowserWindow({ title: "ours" }),
      ];
      kept.on("page-title-updated", (event) => event.preventDefault());
      await Promise.all([taken.loadURL("app://x/"), kept.loadURL("app://x/")]);
      const titles = [taken, kept].map((window) => (window as unknown as FakeWindow).title);
      expect(titles).toEqual(["the page's", "ours"]);
    },
  },
  {
    says: "contents.forcefullyCrashRenderer(): render-process-gone is emitted with killed or crashed",
    page: "web-contents#contentsforcefullycrashrenderer",
    shows({ parts }) {
      const { webContents } = new parts.BrowserWindow();
      const reasons: string[] = [];
      webContents.on("render-process-gone", (_, { reason }) => reasons.push(reason));
      webContents.forcefullyCrashRenderer();
      expect(reasons).toEqual(["killed"]);
    },
  },
  {
    says: "tray.destroy(): what is asked of it afterwards is an error",
    page: "tray#traydestroy",
    shows({ parts }) {
      const tray = new parts.Tray("/icon.png");
      tray.destroy();
      expect(tray.isDestroyed()).toBe(true);
      expect(() => tray.setToolTip("x")).toThrow("destroyed");
    },
  },
  {
    says: "new Notification({ id }): a random one where it is left out or empty",
    page: "notification#new-notificationoptions",
    shows({ parts }) {
      const made = ["", "portal-1"].map((id) => new parts.Notification({ id, title: "x" }).id);
      expect(made).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), "portal-1"]);
    },
  },
  {
    says: "Notification.getHistory(): those of an earlier process, which nobody hears before they are asked for",
    page: "notification#notificationgethistory-macos",
    platform: "darwin",
    async shows({ parts, left, notifications }) {
      expect(await parts.Notification.getHistory()).toBe(left);
      expect(notifications).toEqual([]);
    },
  },
];

test.each(rows)("$says ($page)", async ({ platform = "linux", shows }) => {
  await shows(createFakeElectron({ appData: "/data", home: "/home", platform }));
});
