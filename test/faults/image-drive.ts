import { execFile } from "node:child_process";
import { rm, truncate, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { makeScratch } from "#test/support/builders/scratch.ts";

const run = promisify(execFile);
const timeout = 10_000;

/** A drive with a file system of its own (ext4), which keeps its files when it is unmounted. */
export interface ImageDrive {
  mount(folder: string): Promise<void>;
  unmount(): Promise<void>;
  /** Plugged in again while it is unmounted: the system gives it another device number. */
  renumber(): Promise<void>;
  remove(): Promise<void>;
}

/** A file that is being read at this moment keeps a drive for a moment; rejects where it is kept for seconds. */
async function unmountWhenFree(folder: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await run("umount", [folder], { timeout });
      return;
    } catch (error) {
      if (tries === 100 || !String(error).includes("busy")) throw error;
      await sleep(50);
    }
  }
}

/** An empty drive of `sizeMiB` in a file; else why that cannot be done here. */
export async function makeImageDrive(sizeMiB: number): Promise<ImageDrive | string> {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "only root on Linux may mount a drive";
  const parent = await makeScratch("skyferry-drive-");
  const image = `${parent}/image`;
  const loops: string[] = [];
  let mounted: string | null = null;

  const attach = async () => {
    const { stdout } = await run("losetup", ["--find", "--show", image], { timeout });
    loops.push(stdout.trim());
  };
  const drive: ImageDrive = {
    async mount(folder) {
      await run("mount", ["-t", "ext4", loops.at(-1) ?? "", folder], { timeout });
      mounted = folder;
    },
    async unmount() {
      if (mounted !== null) await unmountWhenFree(mounted);
      mounted = null;
    },
    async renumber() {
      // Attached before the former is let go, or it would get that number again.
      const [former = ""] = loops.slice(-1);
      await attach();
      await run("losetup", ["--detach", former], { timeout });
      loops.splice(loops.indexOf(former), 1);
    },
    async remove() {
      await drive.unmount();
      for (const loop of loops) await run("losetup", ["--detach", loop], { timeout });
      await rm(parent, { recursive: true, force: true });
    },
  };
  try {
    await writeFile(image, "");
    await truncate(image, sizeMiB * 1024 * 1024);
    await run("mkfs.ext4", ["-q", "-m", "0", "-O", "^has_journal", image], { timeout });
    await attach();
    return drive;
  } catch (error) {
    await drive.remove();
    return `a drive in a file cannot be had here: ${error instanceof Error ? error.message : error}`;
  }
}
