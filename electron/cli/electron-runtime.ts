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
