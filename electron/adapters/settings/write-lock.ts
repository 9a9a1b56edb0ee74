import { mkdir, rename, rmdir, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const pauseMs = 10;
/** A writer holds it for some milliseconds; one that ended in between holds it forever. */
const staleAfterMs = 5_000;

/**
 * Uses a file while no other process does so by this function: between its last look at a file and the new one in its place no
 * other writer may come. In a folder that cannot be written, `use` runs all the same and finds out why.
 */
export async function aloneWith<T>(file: string, use: () => Promise<T>): Promise<T> {
  const lock = path.join(path.dirname(file), `.${path.basename(file)}.lock`);
  const isHeld = await taken(lock);
  try {
    return await use();
  } finally {
    if (isHeld) await rmdir(lock).catch(() => {});
  }
}

async function taken(lock: string): Promise<boolean> {
  let seen: number | null = null;
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    try {
      await mkdir(lock);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") return false;
    }
    const now = await stat(lock).then(
      ({ ino, ctimeMs }) => ino + ctimeMs,
      () => null,
    );
    if (now !== seen) [seen, waitedMs] = [now, 0];
    if (seen !== null && waitedMs >= staleAfterMs) await takeAway(lock);
    await sleep(pauseMs);
  }
}

/** By another name first: of two that do so, only one succeeds. */
async function takeAway(lock: string): Promise<void> {
  const aside = `${lock}-${crypto.randomUUID()}`;
  await rename(lock, aside).catch(() => {});
  await rmdir(aside).catch(() => {});
}
