import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** Folder of the Electron package of this checkout; null in a package, wherever it was unpacked: it has no sources. */
export function electronHome(): string | null {
  if (!existsSync(path.join(import.meta.dirname, "start.ts"))) return null;
  try {
    return path.dirname(createRequire(import.meta.url).resolve("electron/package.json"));
  } catch {
    return null;
  }
}

/** Files without which Chromium ends at once; on macOS they lie in a bundle that is verified as a whole. */
const neededFiles = process.platform === "darwin" ? [] : ["icudtl.dat", "resources.pak"];

/**
 * Path of the Electron program in the package's folder; null where it was never fetched, is another version's, or lacks
 * files. Looks at files alone: the package itself begins a download when it is loaded.
 */
export function electronRuntime(home: string | null = electronHome()): string | null {
  if (home === null) return null;
  const read = (name: string): string => readFileSync(path.join(home, name), "utf8").trim();
  try {
    const { version } = JSON.parse(read("package.json")) as { readonly version: string };
    const name = read("path.txt");
    const isWhole = [name, ...neededFiles].every((file) => statSync(path.join(home, "dist", file)).size > 0);
    const isThis = read("dist/version").replace(/^v/, "") === version;
    return name !== "" && isWhole && isThis ? path.join(home, "dist", name) : null;
  } catch {
    return null;
  }
}

/** False where no window could be seen: a Linux session without a display. */
export function hasDisplay(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean {
  if (platform !== "linux") return true;
  return [env.DISPLAY, env.WAYLAND_DISPLAY].some((display) => display !== undefined && display !== "");
}
