import { execFile } from "node:child_process";
import { mkdir, rm } from "node:fs/promises";
import { promisify } from "node:util";
import { makeScratch } from "#test/support/builders/scratch.ts";

const run = promisify(execFile);

/** A disk of its own that is soon full. */
export interface SmallDisk {
  readonly folder: string;
  remove(): Promise<void>;
}

/** Mounts a file system in memory of `sizeKiB`, with further options of mount(8); else why that cannot be done here. */
export async function makeSmallDisk(
  sizeKiB: number,
  options: readonly string[] = [],
): Promise<SmallDisk | string> {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "only root on Linux may mount a disk";
  const parent = await makeScratch("skyferry-disk-");
  const folder = `${parent}/disk`;
  await mkdir(folder);
  const remove = () => rm(parent, { recursive: true, force: true });
  try {
    const all = [`size=${sizeKiB}k`, ...options].join();
    await run("mount", ["-t", "tmpfs", "-o", all, "tmpfs", folder], { timeout: 10_000 });
  } catch (error) {
    await remove();
    return `mount is not allowed here: ${error instanceof Error ? error.message : error}`;
  }
  return {
    folder,
    async remove() {
      await run("umount", [folder], { timeout: 10_000 });
      await remove();
    },
  };
}
