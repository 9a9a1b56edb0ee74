import { close, constants, fstat, lstat, open } from "node:fs";
import { promisify } from "node:util";
import type { FileStat } from "#domain/file-version.ts";
import type { FileError, Files, OpenFile } from "#engine/ports/host.ts";
import { driveOf } from "./drive-of.ts";
import { codeOf, quoted, troubleOf } from "./file-errors.ts";
import { filePathsOf } from "./file-paths.ts";
import { fileStatOf } from "./file-stat.ts";
import { createHasher } from "./hasher.ts";
import { DescriptorFile } from "./open-file.ts";
import { isHeldForWriting, systemProbe } from "./open-for-writing.ts";
import { createWalker } from "./walker.ts";

/** The Files port with its two threads. */
export interface NodeFiles extends Files {
  /** Ends the threads; walks and hashing under way end with them. */
  close(): Promise<void>;
}

/**
 * Read only, links not followed, and never waiting: a pipe that took the place of a file must not hold us.
 * On Windows libuv opens with everything shared, so the instrument can write, rename and delete meanwhile.
 */
const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const openPath = promisify(open);
const closeDescriptor = promisify(close);
const statDescriptor = promisify(fstat);
const statPath = promisify(lstat);

/** The instruments' folders as `node:fs` shows them. Nothing here can write. */
export function createNodeFiles(platform: NodeJS.Platform = process.platform): NodeFiles {
  const paths = filePathsOf(platform);
  const probe = systemProbe(platform);
  const hasher = createHasher();
  const walker = createWalker(platform);

  async function stat(folder: string, relPath: string): Promise<FileStat | FileError> {
    try {
      return fileStatOf(await statPath(paths.absolute(folder, relPath), { bigint: true }));
    } catch (error) {
      return troubleOf(codeOf(error), { kind: "file", path: paths.shown(folder, relPath) });
    }
  }

  /** Where a folder between the instrument's and the file is a link by now: the system follows it when it opens. */
  async function linkAbove(folder: string, relPath: string): Promise<string | null> {
    const names = relPath.split("/");
    const above = names.slice(1).map((_, index) => names.slice(0, index + 1).join("/"));
    const stats = await Promise.all(above.map((one) => statPath(paths.absolute(folder, one))));
    const link = above[stats.findIndex((one) => one.isSymbolicLink())];
    return link === undefined ? null : paths.shown(folder, link);
  }

  async function openFile(folder: string, relPath: string): Promise<OpenFile | FileError> {
    const path = paths.absolute(folder, relPath);
    const shown = paths.shown(folder, relPath);
    let descriptor: number | null = null;
    try {
      descriptor = await openPath(path, openFlags);
      const found = fileStatOf(await statDescriptor(descriptor, { bigint: true }));
      const link = await linkAbove(folder, relPath);
      if (found.kind === "file" && link === null)
        return new DescriptorFile(descriptor, found, path, shown, hasher);
      await closeDescriptor(descriptor);
      if (link !== null) return troubleOf("ELOOP", { kind: "folder", path: link });
      return { trouble: "not-a-file", message: `${quoted(shown)} is not a file.` };
    } catch (error) {
      if (descriptor !== null) await closeDescriptor(descriptor).catch(() => {});
      return troubleOf(codeOf(error), { kind: "file", path: shown });
    }
  }

  return {
    walk: walker.walk,
    stat,
    open: openFile,
    drive: driveOf,
    isHeldForWriting: (folder, relPath) => isHeldForWriting(probe, paths.absolute(folder, relPath)),
    close: async () => void (await Promise.all([walker.close(), hasher.close()])),
  };
}
