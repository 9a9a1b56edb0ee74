import { EventEmitter } from "node:events";
import type { App, LoginItemSettings, LoginItemSettingsOptions, RelaunchOptions, Settings } from "electron";
import { fakeEvent } from "./fake-event.ts";
import { FakeLoginItems } from "./fake-login-items.ts";

export interface FakeAppOptions {
  /** Where every program of the user has a folder. */
  readonly appData: string;
  readonly home: string;
  readonly isPackaged?: boolean;
  /** Another program of this data folder holds the lock. */
  readonly isSecond?: boolean;
  readonly platform?: NodeJS.Platform;
}

type Member =
  | "exit"
  | "getLoginItemSettings"
  | "getPath"
  | "getVersion"
  | "isPackaged"
  | "quit"
  | "relaunch"
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
  toastActivator: string | null = null;
  readonly loginItems: FakeLoginItems;
  /** What `exit` was called with; null while the program runs. */
  exitCode: number | null = null;
  /** What is started when this program has ended. */
  readonly relaunches: RelaunchOptions[] = [];
  readonly exited: Promise<number>;
  readonly paths: Map<string, string>;
  readonly #resolveExited: (code: number) => void;
  readonly #isSecond: boolean;
  #modelId = "electron.app.Skyferry";

  constructor(options: FakeAppOptions) {
    super();
    this.isPackaged = options.isPackaged ?? true;
    this.#isSecond = options.isSecond ?? false;
    this.loginItems = new FakeLoginItems(options.platform ?? "linux", () => this.#modelId);
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
    this.paths.set(name, path);
  }

  getVersion(): string {
    return "0.1.0";
  }

  requestSingleInstanceLock(): boolean {
    return !this.#isSecond;
  }

  relaunch(options: RelaunchOptions = {}): void {
    this.relaunches.push(options);
  }

  async whenReady(): Promise<void> {}

  setAppUserModelId(id: string): void {
    this.#modelId = id;
  }

  setToastActivatorCLSID(id: string): void {
    this.toastActivator = id;
  }

  setBadgeCount(count = 0): boolean {
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
    if (!event.defaultPrevented) this.exit(0);
  }

  exit(code = 0): void {
    if (this.exitCode !== null) return;
    this.exitCode = code;
    this.#resolveExited(code);
  }
}
