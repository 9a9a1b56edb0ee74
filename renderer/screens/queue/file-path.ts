/** `folder` and `relPath` (`/` between parts) as the host's system writes them; `platform` as Node names it. */
export function absolutePath(folder: string, relPath: string, platform: string): string {
  const separator = platform === "win32" ? "\\" : "/";
  const written = platform === "win32" ? relPath.replaceAll("/", "\\") : relPath;
  return /[\\/]$/.test(folder) ? `${folder}${written}` : `${folder}${separator}${written}`;
}

/** The last part of a path whose parts stand between `/`. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
