import type { BigIntStats } from "node:fs";
import type { FileStat, SeenFile } from "#domain/file-version.ts";

/**
 * Gives the system's facts of an entry, with integers only: inode numbers of Windows do not fit a float, and floating
 * milliseconds cannot carry a time with nanoseconds. The one place where it is made: walking, stat and open must give
 * the same figures, or every file would look changed. On Windows libuv gives the file index as `ino` and NTFS's change
 * time as `ctimeNs`; FAT has none there, which comes as a time before 1970.
 */
export function fileStatOf(stats: BigIntStats): FileStat {
  return {
    kind: stats.isFile() ? "file" : stats.isDirectory() ? "folder" : "other",
    size: Number(stats.size),
    mtimeUs: microseconds(stats.mtimeNs),
    ctimeUs: microseconds(stats.ctimeNs),
    fileId: String(stats.ino),
    device: String(stats.dev),
  };
}

/** The same of a file that a walk meets. */
export function seenFileOf(relPath: string, { size, mtimeNs, ctimeNs, ino }: BigIntStats): SeenFile {
  return {
    relPath,
    size: Number(size),
    mtimeUs: microseconds(mtimeNs),
    ctimeUs: microseconds(ctimeNs),
    fileId: String(ino),
  };
}

/** Whole microseconds, to the nearest; division of BigInt cuts towards zero, which differs before 1970. */
function microseconds(ns: bigint): number {
  const shifted = ns + 500n;
  const us = shifted / 1000n;
  return Number(shifted < 0n && us * 1000n !== shifted ? us - 1n : us);
}
