import { readdir, stat } from "node:fs/promises";
import path from "node:path";

/**
 * Calls `listener` after a file of a folder changed, came or went, every way of saving included, as names, times, sizes and
 * rights are looked at every `pollMs`. The folder need not be there. A change before this call is not seen. Gives a
 * function that ends it; keeps no process alive.
 */
export function onFolderChanged(folder: string, pollMs: number, listener: () => void): () => void {
  let before = stampOf(folder);
  const look = async () => {
    const [was, now] = [await before, stampOf(folder)];
    before = now;
    if ((await now) !== was) listener();
  };
  const timer = setInterval(() => void look(), pollMs);
  timer.unref();
  return () => clearInterval(timer);
}

async function stampOf(folder: string): Promise<string> {
  const names = await readdir(folder).catch((error: Error) => error);
  if (names instanceof Error) return String(names);
  const stamps = ["", ...names.sort()].map(async (name) => {
    const found = await stat(path.join(folder, name)).catch((error: Error) => error);
    return found instanceof Error
      ? [name, String(found)]
      : [name, found.mtimeMs, found.ino, found.size, found.mode];
  });
  return JSON.stringify(await Promise.all(stamps));
}
