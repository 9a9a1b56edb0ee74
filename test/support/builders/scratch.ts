import { mkdtemp, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const memoryFolder = "/dev/shm";
const enoughBytes = 2 ** 31;

/**
 * A new folder for one test, to be removed by it. In memory where there is room: a killed process leaves the same
 * behind there as on a disk, and thousands of fsyncs cost nothing.
 */
export async function makeScratch(prefix: string): Promise<string> {
  return await mkdtemp(join((await isRoomy(memoryFolder)) ? memoryFolder : tmpdir(), prefix));
}

async function isRoomy(folder: string): Promise<boolean> {
  if (process.platform === "win32") return false;
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize >= enoughBytes;
  } catch {
    return false;
  }
}
