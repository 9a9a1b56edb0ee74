import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/**
 * Path of the Electron program that belongs to this checkout; null where it was never fetched. Looks at files alone:
 * the package itself begins a download when it is loaded.
 */
export function electronRuntime(): string | null {
  let home: string;
  try {
    home = path.dirname(createRequire(import.meta.url).resolve("electron/package.json"));
  } catch {
    return null;
  }
  try {
    const program = path.join(home, "dist", readFileSync(path.join(home, "path.txt"), "utf8").trim());
    return existsSync(program) ? program : null;
  } catch {
    return null;
  }
}

/** False where no window could be seen: a Linux session without a display. */
export function hasDisplay(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean {
  if (platform !== "linux") return true;
  return [env.DISPLAY, env.WAYLAND_DISPLAY].some((display) => display !== undefined && display !== "");
}

/** Where the desktop keeps the station of this user; the same place for the daemon that replaces it. */
export function userDataFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): string {
  if (platform === "win32")
    return path.join(env.APPDATA ?? path.join(home, "AppData", "Roaming"), "Skyferry");
  if (platform === "darwin") return path.join(home, "Library", "Application Support", "Skyferry");
  return path.join(env.XDG_CONFIG_HOME ?? path.join(home, ".config"), "Skyferry");
}
