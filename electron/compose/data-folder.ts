import { existsSync } from "node:fs";
import path from "node:path";

/**
 * Where the desktop keeps the station of this user, and the daemon that replaces it. On Windows it stays on this PC: a
 * ledger in the roaming profile would be copied over the network at each login, and be overwritten by that of another PC.
 * A station that already lies there stays where it is.
 */
export function userDataFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): string {
  if (platform === "win32") {
    const place = (named: string | undefined, usual: string): string =>
      path.join(named || path.join(home, "AppData", usual), "Skyferry");
    const roaming = place(env.APPDATA, "Roaming");
    return isStation(roaming) ? roaming : place(env.LOCALAPPDATA, "Local");
  }
  if (platform === "darwin") return path.join(home, "Library", "Application Support", "Skyferry");
  return path.join(env.XDG_CONFIG_HOME ?? path.join(home, ".config"), "Skyferry");
}

function isStation(folder: string): boolean {
  return ["ledger.sqlite", "settings.json"].some((name) => existsSync(path.join(folder, name)));
}
