import { unwatchFile, watchFile } from "node:fs";

interface Stamp {
  readonly mtimeMs: number;
  readonly ino: number;
  readonly size: number;
}

/**
 * Calls `listener` after one file changed, came or went, every way of saving included (in place, by rename, on a
 * share), as it is looked at by name every `pollMs`. A change before this call is not seen. Gives a function that
 * ends it; keeps no process alive.
 */
export function onFileChanged(file: string, pollMs: number, listener: () => void): () => void {
  const look = (now: Stamp, before: Stamp) => {
    if (now.mtimeMs !== before.mtimeMs || now.ino !== before.ino || now.size !== before.size) listener();
  };
  watchFile(file, { interval: pollMs, persistent: false }, look);
  return () => unwatchFile(file, look);
}
