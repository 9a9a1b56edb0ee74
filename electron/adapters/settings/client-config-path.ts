import path from "node:path";

/** A `path_fmt` of the official client, as folder and pattern. */
export type SubmitPath =
  | {
      readonly kind: "split";
      readonly folder: string;
      readonly pattern: string;
      /** Differences from the path as written, as sentences without the key. */
      readonly notes: readonly string[];
    }
  | { readonly kind: "refused"; readonly reason: string };

/**
 * Splits a `path_fmt` (`docs/instruments.md`, the official client) at the first part that is not literal: what comes before
 * is the folder, the rest the pattern. Takes POSIX, drive letter and UNC paths. A relative one is taken from `baseFolder`.
 */
export function splitSubmitPath(
  pathFmt: string,
  periodicity: "daily" | "monthly",
  baseFolder: string | null,
): SubmitPath {
  const notes: string[] = [];
  let full = pathFmt;
  if (!isWindowsPath(pathFmt) && !pathFmt.startsWith("/")) {
    if (baseFolder === null) return refuse("is not an absolute path: enter the full path");
    full = path.join(escapePercent(baseFolder), pathFmt);
    notes.push(`is relative; it was read as relative to ${baseFolder}, the folder of the file`);
  }
  const isWindows = isWindowsPath(full);
  const paths = isWindows ? path.win32 : path.posix;
  const { root } = paths.parse(full);
  const parts = full
    .slice(root.length)
    .split(isWindows ? /[\\/]+/ : /\/+/)
    .filter((part) => part !== "" && part !== ".");
  if (parts.length === 0) return refuse("has no file name");
  const literal = parts.slice(0, -1).findIndex((part) => !isLiteral(part));
  const depth = literal === -1 ? parts.length - 1 : literal;
  const folder = paths.join(root, ...parts.slice(0, depth).map((part) => part.replaceAll("%%", "%")));
  const rest: string[] = [];
  for (const part of parts.slice(depth)) {
    const translated = translate(part, periodicity);
    if ("reason" in translated) return refuse(translated.reason);
    rest.push(translated.part);
    notes.push(...translated.notes);
  }
  return { kind: "split", folder, pattern: rest.join("/"), notes: [...new Set(notes)] };
}

/** A drive letter, or a share (`\\\\host\\share`, also with slashes). */
function isWindowsPath(text: string): boolean {
  return /^([A-Za-z]:[\\/]|\\\\|\/\/)/.test(text);
}

function refuse(reason: string): SubmitPath {
  return { kind: "refused", reason };
}

function escapePercent(folder: string): string {
  return folder.replaceAll("%", "%%");
}

function isLiteral(part: string): boolean {
  return !/[*?[\]{}%]/.test(part.replaceAll("%%", ""));
}

type Translated = { readonly part: string; readonly notes: readonly string[] } | { readonly reason: string };

/** Puts a part with strftime codes and glob characters into the words of a pattern. */
function translate(part: string, periodicity: "daily" | "monthly"): Translated {
  if (/[[\]]/.test(part))
    return { reason: `contains "[" or "]", which a pattern cannot contain: use * or {a,b}` };
  const notes: string[] = [];
  let unknown: string | null = null;
  const spelled = part.replaceAll(/%(-?.|$)/g, (code, letter: string) => {
    if (["%", "Y", "y", "m"].includes(letter)) return code;
    if (letter === "d") {
      if (periodicity === "daily") return code;
      notes.push("is monthly: its %d was replaced by 01");
      return "01";
    }
    if (letter === "F") return "%Y-%m-%d";
    if (["H", "M", "S"].includes(letter)) {
      notes.push(`contains ${code}, which the official client writes as 00; it was replaced by 00`);
      return "00";
    }
    unknown ??= code;
    return code;
  });
  if (unknown !== null)
    return { reason: `contains ${unknown}, which a pattern cannot contain: use %Y %y %m %d` };
  // Without its recursive option, Python's glob takes ** as *.
  return { part: spelled.replaceAll(/\*{2,}/g, "*"), notes };
}
