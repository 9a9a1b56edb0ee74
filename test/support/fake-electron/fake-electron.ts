import type {
  ActivationArguments,
  BaseWindowConstructorOptions,
  BrowserWindowConstructorOptions,
  NotificationConstructorOptions,
} from "electron";
import type { ElectronParts } from "#main/electron-parts.ts";
import { FakeApp, type FakeAppOptions } from "./fake-app.ts";
import { fakeEvent } from "./fake-event.ts";
import { FakeIpcMain } from "./fake-ipc.ts";
import { FakeMessageChannel } from "./fake-ports.ts";
import { FakePower, FakePowerSaveBlocker } from "./fake-power.ts";
import { FakeProtocol, FakeSession } from "./fake-session.ts";
import {
  FakeCrashReporter,
  FakeDialog,
  FakeNotification,
  type FakeNotificationCentre,
  FakeSafeStorage,
  FakeScreen,
  FakeShell,
} from "./fake-system.ts";
import { FakeMenus, FakeTheme, FakeTray, fakeNativeImage } from "./fake-tray.ts";
import { type FakeUtilityProcesses, fakeUtilityProcess } from "./fake-utility-process.ts";
import { FakeBaseWindow, FakeWebContents, FakeWindow } from "./fake-window.ts";

/** Electron without a screen: what the shell is given, and what a test looks at and turns. */
export interface FakeElectron {
  /** To be given to the shell. */
  readonly parts: ElectronParts;
  readonly app: FakeApp;
  readonly ipcMain: FakeIpcMain;
  readonly dialog: FakeDialog;
  readonly menus: FakeMenus;
  readonly theme: FakeTheme;
  readonly crashReporter: FakeCrashReporter;
  readonly power: FakePower;
  readonly powerSaveBlocker: FakePowerSaveBlocker;
  readonly protocol: FakeProtocol;
  readonly safeStorage: FakeSafeStorage;
  readonly screen: FakeScreen;
  readonly session: FakeSession;
  readonly shell: FakeShell;
  readonly windows: readonly FakeWindow[];
  /** Windows without a page. */
  readonly baseWindows: readonly FakeBaseWindow[];
  readonly trays: readonly FakeTray[];
  readonly notifications: readonly FakeNotification[];
  /** Notifications of an earlier process that lie in macOS' Notification Center. */
  readonly left: FakeNotification[];
  /** Who hears of a click on any notification of the program, on Windows. */
  /** Handling of a notification by the system. */
  readonly notificationCentre: FakeNotificationCentre;
  readonly activation: { hear: ((details: ActivationArguments) => void) | null };
  readonly utilityProcesses: FakeUtilityProcesses;
  /** The session of Windows ends: when the listeners of `session-end` return, nothing of the program is left. */
  endSession(...reasons: string[]): void;
}

/** A fresh one for each program that is started. */
export function createFakeElectron(options: FakeAppOptions): FakeElectron {
  const windows: FakeWindow[] = [];
  const baseWindows: FakeBaseWindow[] = [];
  const trays: FakeTray[] = [];
  const notifications: FakeNotification[] = [];
  const app = new FakeApp(options);
  app.windows = windows;
  const ipcMain = new FakeIpcMain();
  const session = new FakeSession();
  const fakes = {
    app,
    ipcMain,
    session,
    dialog: new FakeDialog(),
    menus: new FakeMenus(),
    theme: new FakeTheme(),
    crashReporter: new FakeCrashReporter(),
    power: new FakePower(),
    powerSaveBlocker: new FakePowerSaveBlocker(),
    protocol: new FakeProtocol(),
    safeStorage: new FakeSafeStorage(),
    screen: new FakeScreen(),
    shell: new FakeShell(),
    windows,
    baseWindows,
    trays,
    notifications,
    left: [] as FakeNotification[],
    activation: { hear: null } as FakeElectron["activation"],
    notificationCentre: { does: "shows" } as FakeNotificationCentre,
    utilityProcesses: fakeUtilityProcess(() => {
      app.mustRun("utilityProcess.fork");
      return app.isReady();
    }),
  };

  class BaseWindow extends FakeBaseWindow {
    constructor(given: BaseWindowConstructorOptions = {}) {
      super(given);
      baseWindows.push(this);
    }
  }
  class BrowserWindow extends FakeWindow {
    constructor(given: BrowserWindowConstructorOptions = {}) {
      app.mustRun("new BrowserWindow");
      super(given, new FakeWebContents(windows.length + 1, ipcMain), {
        platform: options.platform ?? "linux",
        isReadyToShowTold: options.isReadyToShowTold ?? true,
      });
      windows.push(this);
      app.emit("web-contents-created", fakeEvent({}), this.webContents);
    }
  }
  class Tray extends FakeTray {
    constructor(image: ConstructorParameters<typeof FakeTray>[0]) {
      super(image);
      trays.push(this);
    }
  }
  class Notification extends FakeNotification {
    static isSupported(): boolean {
      return true;
    }
    static handleActivation(callback: (details: ActivationArguments) => void): void {
      fakes.activation.hear = callback;
    }
    static async getHistory(): Promise<FakeNotification[]> {
      return fakes.left;
    }
    constructor(given: NotificationConstructorOptions) {
      super(given, fakes.notificationCentre);
      notifications.push(this);
    }
  }

  // Each class states which members of Electron's own it stands for; a wrong shape of one does not compile. A member that a fake
  // does not have is missing at run time, and the test that needs it says so.
  const parts = {
    app,
    BaseWindow,
    BrowserWindow,
    crashReporter: fakes.crashReporter,
    dialog: fakes.dialog,
    ipcMain,
    Menu: fakes.menus.parts,
    MessageChannelMain: FakeMessageChannel,
    nativeImage: fakeNativeImage,
    nativeTheme: fakes.theme,
    Notification,
    powerMonitor: fakes.power,
    powerSaveBlocker: fakes.powerSaveBlocker,
    protocol: fakes.protocol,
    safeStorage: fakes.safeStorage,
    screen: fakes.screen,
    session: { defaultSession: session },
    shell: fakes.shell,
    Tray,
    utilityProcess: fakes.utilityProcesses,
  } satisfies Record<keyof ElectronParts, unknown>;
  return {
    ...fakes,
    parts: parts as unknown as ElectronParts,
    endSession(...reasons) {
      for (const window of [...baseWindows, ...windows])
        if (!window.isDestroyed()) window.emit("session-end", { reasons });
      app.isSessionOver = true;
      for (const { pid } of fakes.utilityProcesses.children()) process.kill(pid, "SIGKILL");
    },
  };
}
