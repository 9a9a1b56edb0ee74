import { createRequire } from "node:module";
import path from "node:path";

/** Electron's own package for archives comes with a library for every system, as its makers built them. */
const folder = path.dirname(createRequire(import.meta.url).resolve("@electron-internal/extract-zip"));

/** Path of the library for `linux-x64-gnu`, `win32-arm64-msvc`, `darwin-universal` and others. */
export function nativeLibrary(name: string): string {
  return path.join(folder, `index.${name}.node`);
}
