import type { UpdateCheck } from "#contract/shell.ts";
import { shellText } from "./text.ts";

/** The part of electron-updater that is used. */
export interface Updater {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  disableWebInstaller: boolean;
  setFeedURL(options: { readonly provider: "generic"; readonly url: string }): void;
  checkForUpdates(): Promise<{ readonly updateInfo: { readonly version: string } } | null>;
  /** Tells what fails as `error`, at once or later; the program goes on then. */
  quitAndInstall(isSilent: boolean, isForceRunAfter: boolean): void;
  on(event: "update-downloaded", hear: () => void): unknown;
  on(event: "error", hear: (error: Error) => void): unknown;
  on(event: "appimage-filename-updated", hear: (path: string) => void): unknown;
}

/** `updates` in `shell.json`. */
export interface UpdateSettings {
  /** Address of the folder of updates; null: off, as it is until somebody asks for it. */
  readonly url: string | null;
  /** Minutes after midnight of this PC's clock at which the program looks for a version and installs it; null: never. */
  readonly installAt: number | null;
}

export interface UpdateParts {
  /** Null where this program was not installed by a package that can be replaced. */
  readonly updater: Updater | null;
  readonly settings: UpdateSettings;
  readonly version: string;
  /** False where a person is asked for a password, or where the new version would not know its data folder. */
  readonly canInstallAlone: boolean;
  /** Files are on their way, here or by a daemon that this window shows. */
  readonly isSending: () => boolean;
  /** Nothing is in flight any more that this program would lose. */
  readonly isStopped: () => boolean;
  /** Stops everything and ends; `installIfReady` is called last. */
  readonly quit: () => void;
  /** Starts the program again, hidden, and ends this process. `program`: where it is now, if it was moved. */
  readonly startAgain: (program: string | null) => void;
  readonly nowMs: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly log: (message: string, facts?: Readonly<Record<string, unknown>>) => void;
}

export interface Updates {
  /** Null where updates are off. Fetches a newer version and keeps it until it is installed. */
  readonly check: (() => Promise<UpdateCheck>) | null;
  /**
   * Installs a version that was fetched, where a person quits or the set hour is there: never because the system ends. True:
   * the installer ends the program, or it is started again. Called last when the program quits, after the host has
   * stopped; it is the only place where anything is installed.
   */
  installIfReady(isByPerson: boolean): boolean;
  /** No more hours are waited for. */
  close(): void;
}

const minuteMs = 60_000;
const lookEveryMs = 5 * minuteMs;
/** So long after the set hour the program waits for a moment in which nothing is sent. */
const hourLastsMinutes = 60;
/** An installer that was started ends the program much sooner. */
const installWithinMs = 2 * minuteMs;

const off: Updates = { check: null, installIfReady: () => false, close: () => {} };

/** `kept`: what `shell.json` has under `updates`; null and wrong values count as not set. */
export function readUpdateSettings(stored: unknown): UpdateSettings {
  const read = (name: string): unknown =>
    typeof stored === "object" && stored !== null ? Reflect.get(stored, name) : undefined;
  const [url, at] = [read("url"), read("installAt")];
  const isSafe = typeof url === "string" && URL.parse(url)?.protocol === "https:";
  const time = typeof at === "string" ? /^([01]\d|2[0-3]):([0-5]\d)$/.exec(at) : null;
  return {
    url: isSafe ? url : null,
    installAt: time === null ? null : Number(time[1]) * 60 + Number(time[2]),
  };
}

/** Newer versions from one folder on the web (electron-updater, provider `generic`). Off by default. */
export function createUpdates(parts: UpdateParts): Updates {
  const { updater, settings, version, log } = parts;
  const { url, installAt } = settings;
  if (updater === null || url === null) return off;
  let isReady = false;
  let isTheHour = false;
  let isInstalling = false;
  let isClosed = false;
  let movedTo: string | null = null;

  updater.autoDownload = true;
  // It would install at any quit, also while files are on their way or the system ends.
  updater.autoInstallOnAppQuit = false;
  updater.disableWebInstaller = true;
  updater.setFeedURL({ provider: "generic", url });

  /** The station has stopped already: without a program nothing would be sent. */
  const startAgain = (reason: string): void => {
    if (!isInstalling) return;
    isInstalling = false;
    log("the newer version could not be installed; the program starts again", { error: reason });
    parts.startAgain(movedTo);
  };

  updater.on("update-downloaded", () => {
    isReady = true;
    log("a newer version is ready and is installed when a person quits");
  });
  updater.on("appimage-filename-updated", (path) => {
    movedTo = path;
  });
  updater.on("error", (error) => {
    if (isInstalling) startAgain(error.message);
    else log("the check for updates failed", { error: error.message });
  });

  const check = async (): Promise<UpdateCheck> => {
    try {
      const found = (await updater.checkForUpdates())?.updateInfo.version ?? version;
      return found === version ? { kind: "newest", version } : { kind: "found", version: found };
    } catch (error) {
      return { kind: "failed", message: shellText.updateServerSilent(url, firstLine(error)) };
    }
  };

  const isHourNow = (): boolean => {
    if (installAt === null) return false;
    const now = new Date(parts.nowMs());
    const since = now.getHours() * 60 + now.getMinutes() - installAt;
    return (since + 1440) % 1440 < hourLastsMinutes;
  };

  /** Looks often instead of waiting long: a PC that slept through the hour must not restart in the middle of the day. */
  const followHour = async (): Promise<void> => {
    let hasLooked = false;
    while (!isClosed) {
      await parts.sleep(lookEveryMs);
      if (isClosed) return;
      if (!isHourNow()) hasLooked = false;
      else if (isReady && !parts.isSending()) {
        isTheHour = true;
        parts.quit();
        return;
      } else if (!hasLooked && !isReady) {
        hasLooked = true;
        const found = await check();
        if (found.kind === "failed") log(found.message);
      }
    }
  };
  if (installAt !== null && parts.canInstallAlone) void followHour();

  return {
    check,
    installIfReady(isByPerson) {
      if (!isReady || !(isByPerson || isTheHour) || !parts.isStopped() || parts.isSending()) return false;
      isInstalling = true;
      void parts.sleep(installWithinMs).then(() => startAgain(shellText.installerSilent));
      try {
        // The new version starts by itself where nobody is there to start it.
        updater.quitAndInstall(true, !isByPerson);
      } catch (error) {
        startAgain(firstLine(error));
      }
      return true;
    },
    close() {
      isClosed = true;
    },
  };
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message.split("\n", 1)[0] : String(error)) ?? "";
}
