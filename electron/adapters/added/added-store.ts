import type { Hash } from "node:crypto";
import { type FileHandle, lstat, open, readdir, rename, rm, unlink } from "node:fs/promises";
import { join } from "node:path";
import { readSample } from "#adapters/files/content-sample.ts";
import { codeOf } from "#adapters/files/file-errors.ts";
import { filePathsOf } from "#adapters/files/file-paths.ts";
import { seenFileOf } from "#adapters/files/file-stat.ts";
import { lateModules } from "#adapters/late-modules.ts";
import { makeFolder } from "#adapters/owner-only.ts";
import { errorText } from "#base/text.ts";
import { addedDate, addedTo } from "#domain/added-files.ts";
import type { SeenFile } from "#domain/file-version.ts";
import type { Clock, Log } from "#engine/ports/host.ts";
import type { AddedFiles, AddingError } from "#engine/ports/received-copies.ts";

export interface AddedStoreParts {
  readonly dataFolder: string;
  readonly clock: Pick<Clock, "monotonicMs">;
  readonly log: Pick<Log, "warn">;
  readonly platform?: NodeJS.Platform;
}

/** A file on its way here. */
interface Part {
  readonly path: string;
  readonly size: number;
  readonly hash: Hash;
  /** Open until the last byte has come. */
  handle: FileHandle | null;
  received: number;
  checksum: string;
  /** Monotonic. */
  touchedAt: number;
  /** Work on one piece after another. Tells when, and holds nothing of what was read: a part may wait for a day. */
  working: Promise<void>;
}

const keptForMs = 24 * 3_600_000;
/** Files that may be on their way at once. */
const mostOpen = 32;
const unknown: AddingError = {
  error: "unknown",
  message: "This file is no longer here: add it again.",
};

/** The folder `added` of the data folder; what is being received lies in `added/.received`. */
export function createAddedStore(parts: AddedStoreParts): AddedFiles {
  const { dataFolder, clock, log, platform = process.platform } = parts;
  const paths = filePathsOf(platform);
  const receiving = join(dataFolder, "added", ".received");
  const known = new Map<string, Part>();
  const foldsCase = platform === "win32" || platform === "darwin";
  const placeOf = (relPath: string) => paths.absolute(dataFolder, relPath.slice(1));

  const forget = async (id: string): Promise<void> => {
    const part = known.get(id);
    if (part === undefined) return;
    known.delete(id);
    await part.working;
    await part.handle?.close().catch(() => {});
    await unlink(part.path).catch(() => {});
  };

  /** Descriptors are few: of those that are still being received, the one that waited longest makes room. */
  const limitOpen = async (): Promise<void> => {
    const open = [...known].filter(([, { handle }]) => handle !== null);
    const longest = open.toSorted(([, one], [, other]) => one.touchedAt - other.touchedAt);
    for (const [id] of longest.slice(0, Math.max(0, open.length - mostOpen))) await forget(id);
  };

  const forgetOld = async (): Promise<void> => {
    for (const [id, { touchedAt }] of known)
      if (clock.monotonicMs() - touchedAt > keptForMs) await forget(id);
  };

  /** Calls of one file wait for each other. */
  const inTurn = async <T>(part: Part, work: () => Promise<T>): Promise<T> => {
    part.touchedAt = clock.monotonicMs();
    const turn = part.working.then(work);
    part.working = turn.then(
      () => {},
      () => {},
    );
    return await turn;
  };

  const write = async (part: Part, offset: number, bytes: Uint8Array): Promise<number | AddingError> => {
    if (offset !== part.received || part.handle === null || offset + bytes.length > part.size)
      return {
        error: "wrong-place",
        message: "The parts of this file did not arrive in order: add it again.",
      };
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await part.handle.write(bytes, done, bytes.length - done, offset + done);
      done += bytesWritten;
    }
    part.hash.update(bytes);
    part.received += bytes.length;
    if (part.received === part.size) {
      part.checksum = part.hash.digest("hex");
      await part.handle.sync();
      await part.handle.close();
      part.handle = null;
    }
    return part.received;
  };

  const moveTo = async (part: Part, relPath: string, modifiedAtMs: number): Promise<AddingError | null> => {
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
    const handle = await open(part.path, "r+");
    try {
      await handle.utimes(modifiedAtMs / 1000, modifiedAtMs / 1000);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part.path, place);
    if (platform !== "win32") await syncFolders(folder, dataFolder);
    return null;
  };

  return {
    dataFolder,
    async begin(size) {
      await forgetOld();
      const id = crypto.randomUUID();
      const path = join(receiving, id);
      try {
        makeFolder(receiving);
        const handle = await open(path, "wx", 0o600);
        const touchedAt = clock.monotonicMs();
        const hash = lateModules.crypto().createHash("md5");
        const part = {
          path,
          size,
          hash,
          handle,
          received: 0,
          checksum: "",
          touchedAt,
          working: Promise.resolve(),
        };
        known.set(id, part);
        await limitOpen();
        return id;
      } catch (error) {
        return errorOf(error, dataFolder);
      }
    },
    async append(id, offset, bytes) {
      const part = known.get(id);
      if (part === undefined) return unknown;
      try {
        return await inTurn(part, () => write(part, offset, bytes));
      } catch (error) {
        await forget(id);
        return errorOf(error, dataFolder);
      }
    },
    async received(id) {
      const part = known.get(id);
      if (part === undefined) return unknown;
      try {
        return await inTurn(part, async () => {
          if (part.handle !== null)
            return { error: "wrong-place", message: "This file has not arrived completely yet." } as const;
          return { size: part.size, checksum: part.checksum, sample: await readSample(part.path) };
        });
      } catch (error) {
        return errorOf(error, dataFolder);
      }
    },
    async keep(id, relPath, modifiedAtMs) {
      const part = known.get(id);
      if (part === undefined || part.handle !== null) return unknown;
      try {
        const error = await inTurn(part, () => moveTo(part, relPath, modifiedAtMs));
        if (error === null) known.delete(id);
        return error;
      } catch (error) {
        return errorOf(error, dataFolder);
      }
    },
    discard: forget,
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
    async start() {
      await rm(receiving, { recursive: true, force: true }).catch(() => {});
    },
    async close() {
      await Promise.all([...known.keys()].map(forget));
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

function errorOf(error: unknown, dataFolder: string): AddingError {
  const code = codeOf(error);
  if (code === "ENOSPC" || code === "EDQUOT")
    return {
      error: "disk-full",
      message: `The disk of the data folder ${dataFolder} is full. Free up space on it, then add the file again.`,
    };
  return { error: "unwritable", message: `The file cannot be kept in ${dataFolder}: ${errorText(error)}.` };
}
