import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path, { dirname } from "node:path";
import { lateModules } from "#adapters/late-modules.ts";

/** The tools of Windows that are needed; a test has its own. Both throw where the tool fails. */
export interface RightsTools {
  /** The SID of this process's user: `S-1-5-21-…`. */
  userSid(): string;
  icacls(words: readonly string[]): void;
  /** The rights of a file or folder in SDDL: `D:PAI(A;;FA;;;SY)…`. */
  sddlOf(path: string): string;
}

/** Keeps files and folders for this user alone where modes mean nothing. Elsewhere the modes do it, and nothing is done. */
export interface OwnerOnly {
  /** Takes it, and all that will be made in it, away from other users. Null, or one sentence that says why it failed. */
  protect(path: string, kind: "file" | "folder"): string | null;
  /** Null where other users may not read it; else one sentence that names it and says what to do. */
  check(path: string, kind: "file" | "folder"): string | null;
}

/** The system itself and its administrators read everything anyway, as root does elsewhere. */
const system = "S-1-5-18";
const administrators = "S-1-5-32-544";

/** By `icacls`, synchronously: some tens of milliseconds a call. */
export function createOwnerOnly(
  platform: NodeJS.Platform = process.platform,
  tools: RightsTools = windowsTools,
): OwnerOnly {
  if (platform !== "win32") return { protect: () => null, check: () => null };
  return {
    protect(place, kind) {
      const rights = kind === "folder" ? "(OI)(CI)F" : "F";
      try {
        const grants = [tools.userSid(), system, administrators].flatMap((sid) => [
          "/grant:r",
          `*${sid}:${rights}`,
        ]);
        tools.icacls([place, "/inheritance:r", ...grants]);
        return null;
      } catch {
        return cannotBeKept(place);
      }
    },
    check(place, kind) {
      try {
        const sid = tools.userSid();
        if (!isForOthers(tools.sddlOf(place), sid)) return null;
        const rights = kind === "folder" ? "(OI)(CI)F" : "F";
        return `Other users of this PC can read ${place}: icacls "${place}" /inheritance:r /grant:r *${sid}:${rights} prevents that.`;
      } catch {
        return cannotBeKept(place);
      }
    },
  };
}

function cannotBeKept(place: string): string {
  return `Skyferry cannot check or change whether other users of this PC can read ${place}: keep it on an NTFS drive, in a folder of your own.`;
}

/** SYSTEM, administrators (also the built-in one), and two that stand for the owner. */
const trusted = ["SY", "BA", "LA", "CO", "OW", system, administrators];

/** True where somebody else is let in, or all are because there is no list. */
function isForOthers(sddl: string, userSid: string): boolean {
  const list = /D:.*/s.exec(sddl)?.[0];
  if (list === undefined) throw new Error("no access rights were listed");
  if (list.startsWith("D:NO_ACCESS_CONTROL")) return true;
  // (type;flags;rights;object;inherited object;who[;condition]), where a type with an A at its end lets in.
  const entries = list.matchAll(/\(([A-Z]+);[^;]*;[^;]*;[^;]*;[^;]*;([^;)]+)/g);
  return [...entries].some(
    ([, type = "", sid = ""]) => type.endsWith("A") && !trusted.includes(sid) && sid !== userSid,
  );
}

const longestMs = 10_000;

/** By whole paths: a program of that name in another folder is not run. */
function runTool(name: string, words: readonly string[]): string {
  const tool = path.win32.join(process.env.SystemRoot ?? "C:\\Windows", "System32", name);
  return lateModules.processes().execFileSync(tool, [...words], {
    encoding: "utf8",
    timeout: longestMs,
    windowsHide: true,
  });
}

let knownSid: string | null = null;

const windowsTools: RightsTools = {
  userSid() {
    knownSid ??= /\bS-1-[\d-]+/.exec(runTool("whoami.exe", ["/user", "/fo", "csv", "/nh"]))?.[0] ?? null;
    if (knownSid === null) throw new Error("whoami named no SID");
    return knownSid;
  },
  icacls: (words) => void runTool("icacls.exe", words),
  sddlOf(place) {
    // Printed, names of users would be in the language of the system.
    const folder = mkdtempSync(path.join(tmpdir(), "skyferry-rights-"));
    try {
      const file = path.join(folder, "rights");
      runTool("icacls.exe", [place, "/save", file]);
      return readFileSync(file, "utf16le");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** That of this computer. */
export const ownerOnly = createOwnerOnly();

/** Mode of a folder that holds what only this user may read. */
const ownMode = 0o700;

/**
 * Makes a folder with those above it, for this user alone, or with the usual rights where `owner` is null; one that is
 * there keeps its rights. Makes them one by one: asked for a folder whose parent answers "no such file" (as /proc does),
 * Node's recursive mkdir never returns. Throws what the system says.
 */
export function makeFolder(folder: string, owner: Pick<OwnerOnly, "protect"> | null = ownerOnly): void {
  if (isFolder(folder)) return;
  const above = dirname(folder);
  // A drive that is not there has nothing above it.
  const isTop = above === folder || existsSync(above);
  if (!isTop) makeFolder(above, owner);
  try {
    mkdirSync(folder, owner === null ? {} : { mode: ownMode });
    // Files and folders that are made in it inherit its rights. If these cannot be set, the check at the start tells.
    if (isTop) owner?.protect(folder, "folder");
  } catch (error) {
    // Another process may have been faster.
    if (!isFolder(folder)) throw error;
  }
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}
