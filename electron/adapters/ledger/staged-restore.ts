import * as fs from "node:fs";
import * as path from "node:path";
import { errorText } from "#base/text.ts";
import { type LedgerFolder, stagedRestore } from "./folder.ts";

/** The calls that change the disk, and those that look: its tests end the process between any two of them. */
export type StagingDisk = Pick<
  typeof fs,
  "existsSync" | "mkdirSync" | "readdirSync" | "renameSync" | "rmdirSync" | "rmSync"
>;

/**
 * Puts a staged station in its place, part by part; with the lock of the folder held, before anything is opened. After a kill at
 * any moment the next call goes on. Files of the empty station are kept in `replaced`. Null, or the sentence for the operator.
 */
export function placeStaged({ folder, wal, mark }: LedgerFolder, disk: StagingDisk = fs): string | null {
  const staged = stagedRestore(folder);
  if (!disk.existsSync(staged)) return null;
  const replaced = path.join(folder, "replaced");
  const setAside = (file: string): void => {
    if (!disk.existsSync(file)) return;
    const place = path.join(replaced, path.basename(file));
    disk.rmSync(place, { recursive: true, force: true });
    disk.renameSync(file, place);
  };
  try {
    disk.mkdirSync(replaced, { recursive: true, mode: 0o700 });
    // SQLite would write the log of the other ledger into this one.
    for (const file of [wal, mark]) setAside(file);
    for (const name of disk.readdirSync(staged)) {
      setAside(path.join(folder, name));
      disk.renameSync(path.join(staged, name), path.join(folder, name));
    }
    flushNames(folder);
    disk.rmdirSync(staged);
    flushNames(folder);
    return null;
  } catch (error) {
    return `The opened backup cannot be moved to its place in ${folder} (${errorText(error)}): check the folder's permissions, then start Skyferry again.`;
  }
}

/** Waits until the names in a folder are on the disk, where the system can do that. */
function flushNames(folder: string): void {
  if (process.platform === "win32") return;
  const handle = fs.openSync(folder, "r");
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}
