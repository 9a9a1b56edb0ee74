import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** Of a folder that holds what only this user may read. */
const ownMode = 0o700;

/**
 * Makes a folder with those above it, for this user alone; one that is there keeps its mode. One by one: asked for a
 * folder whose parent answers "no such file" (as /proc does), Node's recursive mkdir never returns. Throws what the
 * system says.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: ownMode });
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(folder)) throw error;
  }
}
