import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { type OwnerOnly, ownerOnly } from "./owner-only.ts";

/** Of a folder that holds what only this user may read. */
const ownMode = 0o700;

/**
 * Makes a folder with those above it, for this user alone; one that is there keeps its rights. One by one: asked for a
 * folder whose parent answers "no such file" (as /proc does), Node's recursive mkdir never returns. Throws what the
 * system says.
 */
export function makeFolder(folder: string, owner: OwnerOnly = ownerOnly): void {
  if (existsSync(folder)) return;
  const isTop = existsSync(dirname(folder));
  makeFolder(dirname(folder), owner);
  try {
    mkdirSync(folder, { mode: ownMode });
    // What is made in it inherits its rights. Where they cannot be set, the check at the start tells.
    if (isTop) owner.protect(folder, "folder");
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(folder)) throw error;
  }
}
