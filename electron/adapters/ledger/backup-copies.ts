import fs from "node:fs";
import { readdir } from "node:fs/promises";

/** `station-20261128T010203Z.tar.gz`: in the order of their names they are in the order of their times. */
const copyName = /^station-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/;

/** Name of a copy of this moment. */
export function newCopyName(nowMs: number): string {
  return `station-${new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, "")}.tar.gz`;
}

/** When the copy of this name was made, epoch milliseconds. */
export function copyTime(name: string): number {
  return Date.parse(name.replace(copyName, "$1-$2-$3T$4:$5:$6Z"));
}

/** Names of the copies in a folder, oldest first. */
export async function copyNames(folder: string): Promise<readonly string[]> {
  return sorted(await readdir(folder).catch(() => []));
}

/** Name of the newest copy; null where there is none. */
export function newestCopy(folder: string): string | null {
  try {
    return sorted(fs.readdirSync(folder)).at(-1) ?? null;
  } catch {
    return null;
  }
}

function sorted(names: readonly string[]): readonly string[] {
  return names.filter((name) => copyName.test(name)).toSorted();
}
