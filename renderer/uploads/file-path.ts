/** `folder` and `relPath` (`/` between parts; empty for the folder) as the host's system writes them; `platform` as Node names it. */
export function writtenPath(folder: string, relPath: string, platform: string): string {
  if (relPath === "") return folder;
  const joined = `${folder}${/[\\/]$/.test(folder) ? "" : "/"}${relPath}`;
  return platform === "win32" ? joined.replaceAll("/", "\\") : joined;
}

/** The last part of a path whose parts are separated by `/`. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
