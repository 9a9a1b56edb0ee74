import type { UpdateCheck } from "#contract/shell.ts";
import { shellText } from "./text.ts";

/** The part of electron-updater that is used. */
export interface Updater {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  setFeedURL(options: { readonly provider: "generic"; readonly url: string }): void;
  checkForUpdates(): Promise<{ readonly updateInfo: { readonly version: string } } | null>;
  quitAndInstall(isSilent: boolean, isForceRunAfter: boolean): void;
  on(event: "update-downloaded", hear: () => void): unknown;
  on(event: "error", hear: (error: Error) => void): unknown;
}

export interface UpdateParts {
  /** Null where this program was not installed by a package that can be replaced. */
  readonly updater: Updater | null;
  /** Address of the folder of updates; null: off, as it is until somebody asks for it. */
  readonly feedUrl: string | null;
  readonly version: string;
  readonly isUploading: () => boolean;
  readonly log: (message: string, facts?: Readonly<Record<string, unknown>>) => void;
}

export interface Updates {
  /** Null where updates are off. Fetches a newer version and keeps it until the program quits. */
  readonly check: (() => Promise<UpdateCheck>) | null;
  /**
   * Installs a version that was fetched, when nothing is being uploaded. True: the installer ends the program. Called
   * last when the program quits, after the host has stopped; it is the only place where anything is installed.
   */
  installIfReady(): boolean;
}

/** Newer versions from one folder on the web (electron-updater, provider `generic`). Off by default. */
export function createUpdates({ updater, feedUrl, version, isUploading, log }: UpdateParts): Updates {
  if (updater === null || feedUrl === null || URL.parse(feedUrl)?.protocol !== "https:") {
    return { check: null, installIfReady: () => false };
  }
  let isReady = false;
  updater.autoDownload = true;
  // It would install at any quit, also while files are on their way.
  updater.autoInstallOnAppQuit = false;
  updater.setFeedURL({ provider: "generic", url: feedUrl });
  updater.on("update-downloaded", () => {
    isReady = true;
    log("a newer version is ready and is installed at the next quit");
  });
  updater.on("error", (error) => log("the check for updates failed", { error: error.message }));
  return {
    async check() {
      try {
        const found = (await updater.checkForUpdates())?.updateInfo.version ?? version;
        return found === version ? { kind: "newest", version } : { kind: "found", version: found };
      } catch (error) {
        const reason = error instanceof Error ? error.message.split("\n", 1)[0] : String(error);
        return { kind: "failed", message: shellText.updateServerSilent(feedUrl, reason ?? "") };
      }
    },
    installIfReady() {
      if (!isReady || isUploading()) return false;
      updater.quitAndInstall(true, false);
      return true;
    },
  };
}
