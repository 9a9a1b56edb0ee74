import { close, constants, fstat, lstat, open } from "node:fs";
import { realpath, stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { kindOfNetworkDrive } from "#adapters/support/network-drive.ts";
import type { FileStat } from "#domain/file-version.ts";
import type { Drive, FileError, Files, OpenFile } from "#engine/ports/host.ts";
import { codeOf, errorOf, quoted } from "./file-errors.ts";
import { filePathsOf } from "./file-paths.ts";
import { fileStatOf } from "./file-stat.ts";
import { createHasher } from "./hasher.ts";
import { DescriptorFile } from "./open-file.ts";
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
export function createNodeFiles(
  platform: NodeJS.Platform = process.platform,
  walker = createWalker(platform),
): NodeFiles {
  const paths = filePathsOf(platform);
  const probe = systemProbe(platform);
  const hasher = createHasher();

  async function stat(folder: string, relPath: string): Promise<FileStat | FileError> {
    try {
      return fileStatOf(await statPath(paths.absolute(folder, relPath), { bigint: true }));
    } catch (error) {
      return errorOf(codeOf(error), { kind: "file", path: paths.shown(folder, relPath) });
    }
  }

  /** Finds a folder between the instrument's and the file that is a link by now: the system follows it when it opens. */
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
      if (link !== null) return errorOf("ELOOP", { kind: "folder", path: link });
      return { error: "not-a-file", message: `${quoted(shown)} is not a file.` };
    } catch (error) {
      if (descriptor !== null) await closeDescriptor(descriptor).catch(() => {});
      return errorOf(codeOf(error), { kind: "file", path: shown });
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

/** The drive behind a folder. The root is found by walking up as long as the number stays the same. */
async function driveOf(folder: string): Promise<Drive | FileError> {
  try {
    const whole = await realpath(folder);
    let root = whole;
    const { dev } = await stat(root, { bigint: true });
    const { blocks, bavail, bsize, type } = await statfs(root);
    const network = kindOfNetworkDrive(type, whole);
    for (let above = dirname(root); above !== root; above = dirname(root)) {
      if ((await stat(above, { bigint: true })).dev !== dev) break;
      root = above;
    }
    return {
      device: String(dev),
      root,
      bytes: blocks * bsize,
      freeBytes: bavail * bsize,
      ...(network === null ? {} : { network }),
    };
  } catch (error) {
    return errorOf(codeOf(error), { kind: "folder", path: folder });
  }
}

/** Part of the system that `isHeldForWriting` needs; given from outside so that Windows can be tried anywhere. */
interface WriteProbe {
  readonly platform: NodeJS.Platform;
  /** Opens and closes at once; gives null, or the code of the error. */
  readonly tryOpen: (path: string, flags: "r+") => Promise<string | null>;
}

/**
 * True when another program holds the file and shares it with nobody who wants to write: on Windows a writer
 * that opened it the usual way. The file is opened for read and write with everything shared and closed at once;
 * nothing is written, and size and times stay. A sharing violation (EBUSY) is the proof; "access denied" (EPERM,
 * EACCES: a read-only file or share) proves nothing, and a writer that shares writing cannot be told at all.
 *
 * An exclusive open would find those writers too, and is not used: while it lasts, the instrument's own open
 * would fail. Even this one, for its moment, fails an open that shares no writing; so it is asked once per file
 * version, after the file has settled. Other systems have no such holds: false, without touching the file.
 */
export async function isHeldForWriting(probe: WriteProbe, path: string): Promise<boolean> {
  if (probe.platform !== "win32") return false;
  return (await probe.tryOpen(path, "r+")) === "EBUSY";
}

/** The system's own open. */
export function systemProbe(platform: NodeJS.Platform): WriteProbe {
  return {
    platform,
    tryOpen: (path, flags) =>
      new Promise((resolve) => {
        open(path, flags, (error, descriptor) => {
          if (error !== null) return resolve(error.code ?? "UNKNOWN");
          close(descriptor, () => resolve(null));
        });
      }),
  };
}
