import { realpath, stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { Drive, FileError } from "#engine/ports/host.ts";
import { codeOf, troubleOf } from "./file-errors.ts";

/** The drive behind a folder. The root is found by walking up as long as the number stays the same. */
export async function driveOf(folder: string): Promise<Drive | FileError> {
  try {
    let root = await realpath(folder);
    const { dev } = await stat(root, { bigint: true });
    const { blocks, bsize } = await statfs(root);
    for (let above = dirname(root); above !== root; above = dirname(root)) {
      if ((await stat(above, { bigint: true })).dev !== dev) break;
      root = above;
    }
    return { device: String(dev), root, bytes: blocks * bsize };
  } catch (error) {
    return troubleOf(codeOf(error), { kind: "folder", path: folder });
  }
}
