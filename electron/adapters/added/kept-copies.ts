import { lstat, open, readdir, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "#adapters/files/file-errors.ts";
import { filePathsOf } from "#adapters/files/file-paths.ts";
import { seenFileOf } from "#adapters/files/file-stat.ts";
import { makeFolder } from "#adapters/owner-only.ts";
import { errorText } from "#base/text.ts";
import { addedDate, addedTo } from "#domain/added-files.ts";
import type { SeenFile } from "#domain/file-version.ts";
import type { Log } from "#engine/ports/host.ts";
import type { AddedFiles, AddingError } from "#engine/ports/received-copies.ts";

export interface KeptCopiesParts {
  readonly dataFolder: string;
  readonly log: Pick<Log, "warn">;
  readonly platform?: NodeJS.Platform;
}

/** Copies in their places in the folder `added`. */
export interface KeptCopies extends Pick<AddedFiles, "list" | "remove"> {
  /** `AddedFiles.keep` of the whole file at the path `received`. Rejects as the file system does. */
  moveHere(received: string, relPath: string, modifiedAtMs: number): Promise<AddingError | null>;
}

export function createKeptCopies(parts: KeptCopiesParts): KeptCopies {
  const { dataFolder, log, platform = process.platform } = parts;
  const paths = filePathsOf(platform);
  const foldsCase = platform === "win32" || platform === "darwin";
  const placeOf = (relPath: string) => paths.absolute(dataFolder, relPath.slice(1));

  return {
    async moveHere(received, relPath, modifiedAtMs) {
      const place = placeOf(relPath);
      const folder = placeOf(relPath.slice(0, relPath.lastIndexOf("/")));
      makeFolder(folder);
      const name = relPath.slice(relPath.lastIndexOf("/") + 1);
      const other = foldsCase ? (await readdir(folder)).find((one) => isSameButCase(one, name)) : undefined;
      if (other !== undefined)
        return {
          error: "unwritable",
          message: `${other} already exists: this PC cannot tell the two names apart.`,
        };
      const handle = await open(received, "r+");
      try {
        await handle.utimes(modifiedAtMs / 1000, modifiedAtMs / 1000);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(received, place);
      if (platform !== "win32") await syncFolders(folder, dataFolder);
      return null;
    },
    async list(instrument) {
      const found: SeenFile[] = [];
      const top = addedTo(instrument);
      try {
        for (const date of await readdir(placeOf(top.slice(0, -1)))) {
          if (addedDate(`${top}${date}/-`) === null) continue;
          for (const name of await readdir(placeOf(top + date))) {
            const relPath = `${top}${date}/${name}`;
            const entry = await lstat(placeOf(relPath), { bigint: true });
            if (entry.isFile()) found.push(seenFileOf(relPath, entry));
          }
        }
      } catch (error) {
        if (codeOf(error) !== "ENOENT" && codeOf(error) !== "ENOTDIR")
          log.warn("added files cannot be checked", { instrument, error: errorText(error) });
      }
      return found;
    },
    async remove(relPath) {
      if (addedDate(relPath) === null) return;
      await unlink(placeOf(relPath)).catch((error: unknown) => {
        if (codeOf(error) !== "ENOENT")
          log.warn("a copy that is no longer needed cannot be removed", {
            relPath,
            error: errorText(error),
          });
      });
    },
  };
}

function isSameButCase(one: string, other: string): boolean {
  return one !== other && one.toLowerCase() === other.toLowerCase();
}

/** A name is on the disk once its folder is, and that one's folder. */
async function syncFolders(folder: string, dataFolder: string): Promise<void> {
  for (const at of [folder, join(folder, ".."), join(folder, "../.."), dataFolder]) {
    const handle = await open(at, "r");
    await handle.sync().finally(() => handle.close());
  }
}
