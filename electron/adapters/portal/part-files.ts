import { readdir, readFile, unlink, writeFile } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { makeFolder } from "#adapters/owner-only.ts";
import type { PartFiles } from "#engine/ports/portal-reads.ts";

/** The end of a part file's name; a note of another name is no note of ours. */
const partName = /\.([0-9a-f]{8}-[0-9a-f-]{27})\.part$/;

/** Notes of part files in `folder`, one small file for each, which a killed process leaves behind as well. */
export function createPartFiles(folder: string): PartFiles & { removeLeft(): Promise<void> } {
  const begun = new Set<string>();
  const noteOf = (path: string): string => join(folder, partName.exec(path)?.[1] ?? "");
  return {
    async begin(path) {
      begun.add(path);
      makeFolder(folder);
      await writeFile(noteOf(path), path);
    },
    async end(path) {
      await unlink(noteOf(path)).catch(() => {});
    },
    /** Removes the part files that an earlier process left. A file that cannot be removed now is tried at the next start. */
    async removeLeft() {
      for (const name of await readdir(folder).catch(() => [])) {
        const path = await readFile(join(folder, name), "utf8").catch(() => "");
        if (begun.has(path)) continue;
        const isPart = isAbsolute(path) && partName.exec(path)?.[1] === name;
        const isGone =
          !isPart ||
          (await unlink(path).then(
            () => true,
            ({ code }: NodeJS.ErrnoException) => code === "ENOENT",
          ));
        if (isGone) await unlink(join(folder, name)).catch(() => {});
      }
    },
  };
}
