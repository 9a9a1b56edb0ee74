import { EventEmitter } from "node:events";
import { existsSync } from "node:fs";
import type { App, LoginItemSettings, LoginItemSettingsOptions, RelaunchOptions, Settings } from "electron";
import { fakeEvent } from "./fake-event.ts";
import { FakeLoginItems } from "./fake-login-items.ts";
import type { FakeWindow } from "./fake-window.ts";

export interface FakeAppOptions {
  /** Folder in which every program of the user has a folder. */
  readonly appData: string;
  readonly home: string;
  readonly isPackaged?: boolean;
  /**
   * Who has the lock of the data folder: nobody yet (`free`), a program of this session that hears of this one, one that
   * does not hear (another session, another PC), or the folder cannot hold a lock (a file system without links).
   */
  readonly lock?: "free" | FakeApp | "elsewhere" | "impossible";
  /** False: `ready-to-show` is lost, as it is now and then on Windows. */
  readonly isReadyToShowTold?: boolean;
  readonly platform?: NodeJS.Platform;
  /** False: `entryLoaded` will be called, and the app is not ready before. */
  readonly isEntryLoaded?: boolean;
}

type Member =
  | "disableHardwareAcceleration"
  | "exit"
  | "getLoginItemSettings"
  | "getPath"
  | "getLocale"
  | "getPreferredSystemLanguages"
  | "getVersion"
  | "isPackaged"
  | "isReady"
  | "quit"
  | "relaunch"
  | "releaseSingleInstanceLock"
  | "requestSingleInstanceLock"
  | "setAppUserModelId"
  | "setBadgeCount"
  | "setLoginItemSettings"
  | "setPath"
  | "setToastActivatorCLSID"
  | "whenReady";

/** `app`: paths, the lock, the badge, start at login and the ways to end. */
export class FakeApp extends EventEmitter implements Pick<App, Member> {
  readonly isPackaged: boolean;
  badge = 0;
  isAccelerated = true;
  toastActivator: string | null = null;
  readonly loginItems: FakeLoginItems;
  hasLock = false;
  /** Data that a second program would be told. */
  lockData: Record<string, unknown> | null = null;
  /** While it tears down, which may take forever, nobody else gets the lock. */
  hasLockAtExit: boolean | null = null;
  /** Code with which `exit` was called; null while the program runs. */
  exitCode: number | null = null;
  /** Programs that are started when this one has ended. */
  readonly relaunches: RelaunchOptions[] = [];
  readonly exited: Promise<number>;
  /** The system has ended the session, and this process with it: without an exit code of its own. */
  isSessionOver = false;
  readonly paths: Map<string, string>;
  readonly #resolveExited: (code: number) => void;
  readonly #lock: NonNullable<FakeAppOptions["lock"]>;
  /** Its windows; a quit closes them first, an exit takes them away. */
  windows: readonly Pick<FakeWindow, "close" | "destroy" | "isDestroyed">[] = [];
  readonly #platform: NodeJS.Platform;
  #modelId = "electron.app.Skyferry";
  #isReady = false;
  readonly #loaded = Promise.withResolvers<void>();
  onRelaunch: (options: RelaunchOptions) => void = () => {};
  /** Frees the process; without it a test looks at `exitCode`. */
  onExit: (code: number) => void = () => {};

  constructor(options: FakeAppOptions) {
    super();
    this.isPackaged = options.isPackaged ?? true;
    this.#lock = options.lock ?? "free";
    this.#platform = options.platform ?? "linux";
    this.loginItems = new FakeLoginItems(this.#platform, () => this.#modelId);
    if (options.isEntryLoaded !== false) this.#loaded.resolve();
    this.paths = new Map([
      ["appData", options.appData],
      ["home", options.home],
    ]);
    const { promise, resolve } = Promise.withResolvers<number>();
    this.exited = promise;
    this.#resolveExited = resolve;
  }

  getPath(name: string): string {
    const path = this.paths.get(name);
    if (path === undefined) throw new Error(`Failed to get '${name}' path`);
    return path;
  }

  setPath(name: string, path: string): void {
    if (!existsSync(path)) throw new Error(`Failed to set path: ${path} does not exist`);
    this.paths.set(name, path);
  }

  /** Languages of this PC, the one that is liked best first. */
  systemLanguages: string[] = ["en-GB"];

  getLocale(): string {
    return "en-GB";
  }

  getPreferredSystemLanguages(): string[] {
    return this.systemLanguages;
  }

  getVersion(): string {
    return "0.1.0";
  }

  requestSingleInstanceLock(additionalData: Record<string, unknown> = {}): boolean {
    this.lockData = additionalData;
    this.hasLock = this.#lock === "free";
    // The other one has answered before this returns; its listeners hear of it in a turn of their own.
    if (this.#lock instanceof FakeApp && this.#finds(this.#lock)) this.#lock.hearSecond(additionalData);
    return this.hasLock;
  }

  /** On Windows by the name of its folder, elsewhere by a link in it. */
  #finds(other: FakeApp): boolean {
    return this.#platform !== "win32" || this.paths.get("userData") === other.paths.get("userData");
  }

  hearSecond(additionalData: Record<string, unknown>): void {
    setImmediate(() => this.emit("second-instance", fakeEvent({}), [], "/", structuredClone(additionalData)));
  }

  relaunch(options: RelaunchOptions = {}): void {
    this.mustRun("relaunch");
    this.relaunches.push(options);
    this.onRelaunch(options);
  }

  releaseSingleInstanceLock(): void {
    this.hasLock = false;
  }

  isReady(): boolean {
    return this.#isReady;
  }

  /** Not in the turn in which the program begins, and not before its entry has run. */
  async whenReady(): Promise<void> {
    await this.#loaded.promise;
    await new Promise(setImmediate);
    this.#isReady = true;
  }

  entryLoaded(): void {
    this.#loaded.resolve();
  }

  disableHardwareAcceleration(): void {
    if (this.isReady())
      throw new Error("app.disableHardwareAcceleration() can only be called before app is ready");
    this.isAccelerated = false;
  }

  setAppUserModelId(id: string): void {
    this.#modelId = id;
  }

  setToastActivatorCLSID(id: string): void {
    this.toastActivator = id;
  }

  setBadgeCount(count = 0): boolean {
    // There is none on Windows.
    if (this.#platform === "win32") return false;
    this.badge = count;
    return true;
  }

  setLoginItemSettings(settings: Settings): void {
    this.loginItems.set(settings);
  }

  getLoginItemSettings(options: LoginItemSettingsOptions = {}): LoginItemSettings {
    return this.loginItems.get(options);
  }

  quit(): void {
    const event = fakeEvent({});
    this.emit("before-quit", event);
    if (event.defaultPrevented) return;
    const open = this.windows.filter((window) => !window.isDestroyed());
    for (const window of open) window.close();
    // A window that refuses calls the quit off.
    if (open.some((window) => !window.isDestroyed())) return;
    const last = fakeEvent({});
    this.emit("will-quit", last);
    if (!last.defaultPrevented) this.exit(0);
  }

  /** After the end no script runs: what is asked of Electron then is a mistake of the program or of a test. */
  mustRun(call: string): void {
    if (this.exitCode !== null) throw new Error(`${call} is asked for after app.exit(): nothing runs then`);
  }

  exit(code = 0): void {
    if (this.exitCode !== null || this.isSessionOver) return;
    this.exitCode = code;
    for (const window of this.windows) window.destroy();
    this.hasLockAtExit = this.hasLock;
    this.#resolveExited(code);
    this.onExit(code);
  }
}
