import { isAdded } from "./added-files.ts";

/** How paths are written: `win32` knows drive letters, UNC, `\` and no upper and lower case. */
export type PathStyle = "posix" | "win32";

/**
 * Gives one spelling for each absolute path: `/` between parts, no `.`, `..` or doubled `/`, none at the end.
 * win32: drive letter in upper case, `//server/share` for UNC, long-path prefixes (`\\?\`, `\\?\UNC\`) taken off.
 * Null when the path is not absolute. Letters keep their case.
 */
export function normalisePath(path: string, style: PathStyle): string | null {
  if (style === "posix") return path.startsWith("/") ? `/${resolveParts(path)}` : null;
  const slashed = path
    .replaceAll("\\", "/")
    .replace(/^\/\/[?.]\/(?:(UNC)\/)?/i, (_, unc) => (unc ? "//" : ""));
  const drive = /^([A-Za-z]):(?:\/|$)/.exec(slashed);
  if (drive?.[1] !== undefined) return `${drive[1].toUpperCase()}:/${resolveParts(slashed.slice(2))}`;
  const share = /^\/\/([^/]+\/[^/]+)(.*)$/s.exec(slashed);
  if (share?.[1] === undefined) return null;
  const rest = resolveParts(share[2] ?? "");
  return rest === "" ? `//${share[1]}` : `//${share[1]}/${rest}`;
}

function resolveParts(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/**
 * How a file of a folder is shown to people, with one kind of separator: that of the folder's system. `relPath` has `/`
 * between its parts; "" is the folder itself. A folder of Windows begins with a drive letter or a backslash. A file that a
 * person added is shown by its place in the data folder.
 */
export function shownPath(folder: string, relPath: string): string {
  if (isAdded(relPath)) return relPath.slice(1);
  const joined = relPath === "" ? folder : `${folder}${/[\\/]$/.test(folder) ? "" : "/"}${relPath}`;
  return /^(?:[A-Za-z]:|\\)/.test(folder) ? joined.replaceAll("/", "\\") : joined;
}

/**
 * The path below the folder, `/` between parts, letters as given; "" for the folder itself, null when it lies
 * elsewhere. Both are absolute.
 */
export function relativePath(folder: string, path: string, style: PathStyle): string | null {
  const top = normalisePath(folder, style);
  const below = normalisePath(path, style);
  if (top === null || below === null) return null;
  const start = top.endsWith("/") ? top : `${top}/`;
  if (sameText(below, top, style)) return "";
  return sameText(below.slice(0, start.length), start, style) ? below.slice(start.length) : null;
}

/** True when one folder is the other or lies in it, so that a file may belong to both. */
export function doFoldersMeet(a: string, b: string, style: PathStyle): boolean {
  return relativePath(a, b, style) !== null || relativePath(b, a, style) !== null;
}

function sameText(a: string, b: string, style: PathStyle): boolean {
  return style === "win32" ? a.toLowerCase() === b.toLowerCase() : a === b;
}
