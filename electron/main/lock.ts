import { randomUUID } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import type { App } from "electron";
import type { Sleeper } from "#base/async.ts";
import { createEmitter, type Subscribe } from "#base/event.ts";
import { errorText } from "#base/text.ts";
import { makeNamedFolder } from "#compose/named-folder.ts";
import { type FolderFault, shellText } from "./text.ts";

/**
 * Makes the data folder with `inIt`, for its owner alone, where they are not there. Tells what is wrong and what to do where
 * they cannot be used: Electron would otherwise refuse the lock of the folder without a word.
 */
export function folderProblem(dataFolder: string, inIt: readonly string[]): string | null {
  try {
    for (const folder of [dataFolder, ...inIt]) {
      makeNamedFolder(folder, "owner");
      accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    }
    return null;
  } catch (error) {
    return shellText.folderUnusable(dataFolder, ...faultOf(error));
  }
}

const faults: Readonly<Record<string, FolderFault>> = {
  EACCES: "denied",
  EPERM: "denied",
  EROFS: "readOnly",
  ENOSPC: "full",
  EDQUOT: "full",
  ELOOP: "circle",
  ENOTDIR: "inFile",
};

/** The fault, what it is about, and the system's code. */
function faultOf(error: unknown): readonly [FolderFault, string, string] {
  const { code = "", path: at = "" } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  const fault = code === "EEXIST" ? inTheWay(at) : faults[code];
  return fault === undefined ? ["other", errorText(error), ""] : [fault, at, ` (${code})`];
}

/** The thing at this path that is no folder: a file, or a link. */
function inTheWay(at: string): FolderFault {
  if (!lstatSync(at).isSymbolicLink()) return "file";
  try {
    return statSync(at).isDirectory() ? "other" : "file";
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ELOOP" ? "circle" : "dangling";
  }
}

/**
 * The data folder, which is there, by its one real name: on Windows Chromium finds the program that has the lock by the name
 * of the folder that it was given.
 */
export function realFolder(dataFolder: string): string {
  try {
    return realpathSync.native(dataFolder);
  } catch {
    // Some drives of Windows have no such names.
    return dataFolder;
  }
}

/**
 * Why the lock of the data folder cannot be had; null where another program of this PC has it, which was told to come to
 * the front. `hostName` is this PC's.
 */
export function lockProblem(dataFolder: string, hostName: string): string | null {
  const owner = lockOwner(dataFolder);
  return owner === null || owner === hostName ? null : shellText.folderOfOtherPc(dataFolder, owner);
}

/** The PC that Chromium's lock on Linux and macOS names: a link to `PC-PROCESS`. Windows has none. */
function lockOwner(dataFolder: string): string | null {
  try {
    const target = readlinkSync(path.join(dataFolder, "SingletonLock"));
    return target.slice(0, target.lastIndexOf("-"));
  } catch {
    return null;
  }
}

const everyMs = 100;
const longestMs = 2_000;

/** By this the program that has the lock answers; given to it with the request for the lock. */
export function newCall(): string {
  return randomUUID();
}

/** Screens of Linux that a program can show its window on, by their names in its environment. */
export function screensOf(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): readonly string[] {
  if (platform !== "linux") return [];
  // `:0.0` is the first part of `:0`.
  const names = [env.DISPLAY?.replace(/(:\d+)\.\d+$/, "$1"), env.WAYLAND_DISPLAY];
  return names.flatMap((name) => (name ? [name] : []));
}

/**
 * Answers a program that was refused the lock, so that it may end: also that this one's window is on none of its screens,
 * as in another session of the same user. A value that is no call is passed over.
 */
function answerCall(
  dataFolder: string,
  call: unknown,
  screens: readonly string[],
  itsScreens: unknown,
): void {
  if (typeof call !== "string" || !/^[\da-f-]{36}$/.test(call)) return;
  const its: readonly unknown[] = Array.isArray(itsScreens) ? itsScreens : [];
  const isElsewhere = screens.length > 0 && its.length > 0 && !screens.some((name) => its.includes(name));
  try {
    writeFileSync(answerFile(dataFolder, call, isElsewhere ? "elsewhere" : "here"), "", {
      flag: "wx",
      mode: 0o600,
    });
  } catch {
    // A full disk: the other program says that nobody answered.
  }
}

/** Calls of other programs for the window on this data folder. */
export interface Calls {
  isCalled(): boolean;
  /** Resolves with the first one. */
  readonly first: Promise<void>;
  readonly onCall: Subscribe<void>;
}

/** Hears and answers the programs that are refused the lock, from now on. */
export function hearCalls(app: Pick<App, "on">, dataFolder: string, screens: readonly string[]): Calls {
  const called = createEmitter();
  const first = Promise.withResolvers<void>();
  let isCalled = false;
  app.on("second-instance", (_, __, ___, told) => {
    const read = (name: string): unknown =>
      typeof told === "object" && told !== null ? Reflect.get(told, name) : undefined;
    answerCall(dataFolder, read("call"), screens, read("screens"));
    // Start at login, while it runs already.
    if (read("isHidden") === true) return;
    isCalled = true;
    first.resolve();
    called.emit();
  });
  return { isCalled: () => isCalled, first: first.promise, onCall: called.on };
}

/** Whether the window of the program that has the lock can be seen from this one. */
type Where = "here" | "elsewhere";

/**
 * The answer of the program that has the lock; null when none comes within 2 s. Then nobody has it whom this program could
 * reach: it runs in another session of this PC, hangs, or the folder's file system cannot hold a lock.
 */
export async function heardFrom(dataFolder: string, call: string, clock: Sleeper): Promise<Where | null> {
  const answer = (): Where | null =>
    (["here", "elsewhere"] as const).find((where) => existsSync(answerFile(dataFolder, call, where))) ?? null;
  for (let waitedMs = 0; answer() === null && waitedMs < longestMs; waitedMs += everyMs)
    await clock.sleep(everyMs);
  const where = answer();
  if (where !== null) rmSync(answerFile(dataFolder, call, where), { force: true });
  return where;
}

function answerFile(dataFolder: string, call: string, where: Where): string {
  return path.join(dataFolder, "browser", `answer-${call}-${where}`);
}
