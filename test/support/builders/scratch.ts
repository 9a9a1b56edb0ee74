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
  return await mkdtemp(join((await isMemoryRoomy()) ? memoryFolder : tmpdir(), prefix));
}

/** Whether gigabytes may be kept in memory as files. */
export async function isMemoryRoomy(): Promise<boolean> {
  if (process.platform === "win32") return false;
  try {
    const { bavail, bsize } = await statfs(memoryFolder);
    return bavail * bsize >= enoughBytes;
  } catch {
    return false;
  }
}
