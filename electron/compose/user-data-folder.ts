import { existsSync } from "node:fs";
import path from "node:path";
import { networkDriveAt } from "#adapters/support/network-drive.ts";
import { installedService } from "./installed-service.ts";

export interface UserDataFolder {
  /** Absolute. */
  readonly folder: string;
  /** Further places in which this account has a station that is not in `folder`: nothing there is sent. */
  readonly others: readonly string[];
}

interface Asker {
  /** True for a daemon that a service manager has started. */
  readonly isService?: boolean;
  /** Data folder of the service that is installed; null where there is none. Left out: this system is asked. */
  readonly ofService?: string | null;
}

/**
 * The data folder where `--data` names none, the same for window, commands and service: the one in which this account has a
 * station, else that of the service that is installed here, else this account's usual place. A station that is there is
 * never left: with one in each place that was usual before, window and service go on with what each has used (ADR 22).
 */
export function dataFolderOfUser(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
  home: string,
  { isService = false, ofService }: Asker = {},
): UserDataFolder {
  const [usual = "", former] = placesOf(platform, env, home);
  const stations = [usual, ...(former === undefined ? [] : [former])].filter(isStation);
  const isFormerOurs = former !== undefined && (platform === "win32" || isService);
  const [folder] = isFormerOurs ? stations.toReversed() : stations;
  if (folder !== undefined) return { folder, others: stations.filter((one) => one !== folder) };
  const service =
    ofService === undefined ? (installedService(platform, env, home)?.dataFolder ?? null) : ofService;
  return { folder: service ?? usual, others: [] };
}

/** Gives the folder in which the window keeps the station of this account; the same for the daemon that replaces it. */
export function userDataFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): string {
  return dataFolderOfUser(platform, env, home).folder;
}

/**
 * The usual place, and one that was usual before. On Windows it stays on this PC: a ledger in the roaming profile would be
 * copied over the network at each login, and be overwritten by that of another PC. On Linux the systemd unit had a place of
 * its own.
 */
function placesOf(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): readonly string[] {
  if (platform === "win32") {
    const place = (named: string | undefined, usual: string): string =>
      path.join(named || path.join(home, "AppData", usual), "Skyferry");
    return [place(env.LOCALAPPDATA, "Local"), place(env.APPDATA, "Roaming")];
  }
  if (platform === "darwin") return [path.join(home, "Library", "Application Support", "Skyferry")];
  return [
    path.join(env.XDG_CONFIG_HOME ?? path.join(home, ".config"), "Skyferry"),
    path.join(home, ".local/share/skyferry"),
  ];
}

function isStation(folder: string): boolean {
  return ["ledger.sqlite", "settings.json"].some((name) => existsSync(path.join(folder, name)));
}

/** Kind of the network drive (`NFS`) that a folder is on or would be on; null for a disk of this PC. */
export function networkDriveOf(folder: string): string | null {
  return networkDriveAt(folder);
}
