import type { LaunchItems, LoginItemSettings, LoginItemSettingsOptions, Settings } from "electron";

/** Entries that start at login: Windows' values of Run and of StartupApproved, or the one entry of macOS. */
export class FakeLoginItems {
  /** Command lines of the key `Run`, by name. */
  readonly run = new Map<string, string>();
  /** Names that the user has switched off, as the Task Manager does. */
  readonly disabled = new Set<string>();
  isOnMac = false;
  /** macOS has started the program because somebody logged in. */
  wasOpenedAtLogin = false;
  readonly #platform: NodeJS.Platform;
  readonly #modelId: () => string;

  constructor(platform: NodeJS.Platform, modelId: () => string) {
    this.#platform = platform;
    this.#modelId = modelId;
  }

  set(settings: Settings): void {
    if (this.#platform !== "win32") {
      this.isOnMac = settings.openAtLogin ?? false;
      return;
    }
    const { openAtLogin = false, enabled = true, path = "", args = [], name = this.#modelId() } = settings;
    this.run.delete(name);
    this.disabled.delete(name);
    if (!openAtLogin) return;
    // Path and arguments are joined as they are.
    this.run.set(name, [path, ...args].join(" "));
    if (!enabled) this.disabled.add(name);
  }

  get(options: LoginItemSettingsOptions): LoginItemSettings {
    const { path = "", args = [] } = options;
    const launchItems = [...this.run].flatMap(([name, command]) => this.#itemOf(name, command, path));
    const isSame = this.run.get(this.#modelId()) === [path, ...args].join(" ");
    return {
      openAtLogin: this.#platform === "win32" ? isSame : this.isOnMac,
      wasOpenedAtLogin: this.#platform === "darwin" && this.wasOpenedAtLogin,
      status: "enabled",
      executableWillLaunchAtLogin: launchItems.some(({ enabled }) => enabled),
      launchItems: this.#platform === "win32" ? launchItems : [],
    };
  }

  #itemOf(name: string, command: string, path: string): LaunchItems[] {
    const [program = "", ...words] = wordsOf(command);
    if (program.toLowerCase() !== wordsOf(path)[0]?.toLowerCase()) return [];
    // Chromium counts what begins with a dash as a switch, and no switch as an argument.
    const args = words.filter((word) => !word.startsWith("-"));
    return [{ name, path: program, args, scope: "user", enabled: !this.disabled.has(name) }];
  }
}

/** The words of a command line of Windows: quotes hold blanks together. */
export function wordsOf(command: string): readonly string[] {
  return [...command.matchAll(/"((?:[^"\\]|\\(?!"))*(?:\\\\)*)"|(\S+)/g)].map(
    ([, quoted, bare]) => quoted?.replace(/\\+$/, (signs) => signs.slice(signs.length / 2)) ?? bare ?? "",
  );
}
