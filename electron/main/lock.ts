import { accessSync, constants, readlinkSync } from "node:fs";
import path from "node:path";
import { errorText } from "#base/text.ts";
import { makeNamedFolder } from "#compose/named-folder.ts";
import { shellText } from "./text.ts";

/**
 * Makes the data folder, for its owner alone, where it is not there. One sentence where it cannot be used: Electron would
 * otherwise refuse the lock of the folder without a word.
 */
export function folderProblem(dataFolder: string): string | null {
  try {
    makeNamedFolder(dataFolder, "owner");
    accessSync(dataFolder, constants.W_OK);
    return null;
  } catch (error) {
    return shellText.folderUnusable(dataFolder, errorText(error));
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
