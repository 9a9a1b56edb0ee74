import { posix, win32 } from "node:path";
import { shownPath } from "#domain/folder-paths.ts";

/**
 * How paths are written on one system. Pure: the rules of Windows can be tried on any system.
 * `relPath` is always relative to an instrument's folder, has `/` between its parts, and is otherwise spelled as on disk.
 */
export interface FilePaths {
  /** Names of this system that differ in upper and lower case only are one name. */
  readonly isCaseInsensitive: boolean;
  /** The path to hand to the system; on Windows in the `\\?\` form where the plain form would be too long. */
  absolute(folder: string, relPath: string): string;
  /** The same path as an operator would write it, for messages. */
  shown(folder: string, relPath: string): string;
  /** `relPath` of a path below the folder; "" for the folder itself, null for what lies elsewhere. */
  relPathOf(folder: string, absolutePath: string): string | null;
}

/** Windows refuses plain paths from 260 characters on, for folders from 248. */
const longestPlainPath = 248;

const posixPaths: FilePaths = {
  isCaseInsensitive: false,
  absolute: joinPosix,
  shown: shownPath,
  relPathOf(folder, absolutePath) {
    const base = endingIn("/", posix.resolve(folder));
    if (`${absolutePath}/` === base) return "";
    return absolutePath.startsWith(base) ? absolutePath.slice(base.length) : null;
  },
};

const windowsPaths: FilePaths = {
  isCaseInsensitive: true,
  absolute(folder, relPath) {
    const joined = joinWindows(folder, relPath);
    return joined.length < longestPlainPath ? joined : withLongPrefix(joined);
  },
  shown: (folder, relPath) => shownPath(withoutLongPrefix(folder), relPath),
  relPathOf(folder, absolutePath) {
    const base = endingIn("\\", win32.normalize(withoutLongPrefix(folder)));
    const path = win32.normalize(withoutLongPrefix(absolutePath));
    if (fold(endingIn("\\", path)) === fold(base)) return "";
    if (fold(path.slice(0, base.length)) !== fold(base)) return null;
    return path.slice(base.length).replaceAll("\\", "/");
  },
};

/** The rules of a platform as `process.platform` names it. */
export function filePathsOf(platform: NodeJS.Platform): FilePaths {
  return platform === "win32" ? windowsPaths : posixPaths;
}

/** Plain concatenation: a name such as `a//b` or `..` never comes from a listing, and nothing else may be rewritten. */
function joinPosix(folder: string, relPath: string): string {
  return relPath === "" ? folder : endingIn("/", folder) + relPath;
}

function joinWindows(folder: string, relPath: string): string {
  const base = win32.normalize(withoutLongPrefix(folder));
  return relPath === "" ? base : endingIn("\\", base) + relPath.replaceAll("/", "\\");
}

/** `\\?\C:\…` and `\\?\UNC\server\share\…` are taken literally and may have 32,767 characters. */
function withLongPrefix(path: string): string {
  return path.startsWith("\\\\") ? `\\\\?\\UNC\\${path.slice(2)}` : `\\\\?\\${path}`;
}

function withoutLongPrefix(path: string): string {
  if (/^\\\\\?\\UNC\\/i.test(path)) return `\\\\${path.slice(8)}`;
  return path.startsWith("\\\\?\\") ? path.slice(4) : path;
}

function endingIn(separator: string, path: string): string {
  return path.endsWith(separator) ? path : path + separator;
}

/** Windows compares upper-case forms letter by letter, so the length stays ("ß" is no "SS"). */
function fold(path: string): string {
  return Array.from(path, (letter) => {
    const upper = letter.toUpperCase();
    return upper.length === letter.length ? upper : letter;
  }).join("");
}
