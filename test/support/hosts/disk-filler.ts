import { closeSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";

/** Something large that lies on a disk. */
export interface DiskFiller {
  remove(): void;
}

const pieceBytes = 65_536;

/** Fills the disk of a folder at once, until `leftBytes` are free (whole pages of it). */
export function fillDisk(folder: string, leftBytes: number): DiskFiller {
  const path = join(folder, "ballast");
  const file = openSync(path, "a");
  try {
    for (;;) {
      const { bavail, bsize } = statfsSync(folder);
      const wanted = Math.floor((bavail * bsize - leftBytes) / bsize) * bsize;
      if (wanted <= 0) break;
      writeSync(file, new Uint8Array(Math.min(pieceBytes, wanted)));
    }
  } catch (error) {
    // Others wrote meanwhile: it is full all the same.
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  } finally {
    closeSync(file);
  }
  return { remove: () => rmSync(path) };
}
