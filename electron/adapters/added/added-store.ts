import type { Hash } from "node:crypto";
import { type FileHandle, open, rm, unlink } from "node:fs/promises";
import { join } from "node:path";
import { readSample } from "#adapters/files/content-sample.ts";
import { codeOf } from "#adapters/files/file-errors.ts";
import { lateModules } from "#adapters/late-modules.ts";
import { makeFolder } from "#adapters/owner-only.ts";
import { errorText } from "#base/text.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { AddedFiles, AddingError } from "#engine/ports/received-copies.ts";
import { createKeptCopies, type KeptCopiesParts } from "./kept-copies.ts";

export interface AddedStoreParts extends KeptCopiesParts {
  readonly clock: Pick<Clock, "monotonicMs">;
}

export interface AddedStore extends AddedFiles {
  /** Path of a file that has come as a whole; null for any other. */
  placeOf(id: string): string | null;
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
export function createAddedStore(parts: AddedStoreParts): AddedStore {
  const { dataFolder, clock } = parts;
  const copies = createKeptCopies(parts);
  const receiving = join(dataFolder, "added", ".received");
  const asError = (error: unknown) => errorOf(error, dataFolder);
  const coming = partsOnTheirWay(clock);
  const { known, forget, inTurn } = coming;

  return {
    dataFolder,
    async begin(size) {
      await coming.forgetOld();
      const id = crypto.randomUUID();
      const path = join(receiving, id);
      try {
        makeFolder(receiving);
        const handle = await open(path, "wx", 0o600);
        const touchedAt = clock.monotonicMs();
        const hash = lateModules.crypto().createHash("md5");
        const working = Promise.resolve();
        known.set(id, { path, size, hash, handle, received: 0, checksum: "", touchedAt, working });
        await coming.limitOpen();
        return id;
      } catch (error) {
        return asError(error);
      }
    },
    async append(id, offset, bytes) {
      const part = known.get(id);
      if (part === undefined) return unknown;
      try {
        return await inTurn(part, () => write(part, offset, bytes));
      } catch (error) {
        await forget(id);
        return asError(error);
      }
    },
    async received(id) {
      const part = known.get(id);
      if (part === undefined) return unknown;
      const reading = inTurn(part, async () => {
        if (part.handle !== null)
          return { error: "wrong-place", message: "This file has not arrived completely yet." } as const;
        return { size: part.size, checksum: part.checksum, sample: await readSample(part.path) };
      });
      return await reading.catch(asError);
    },
    placeOf(id) {
      const part = known.get(id);
      return part?.handle === null ? part.path : null;
    },
    async keep(id, relPath, modifiedAtMs) {
      const part = known.get(id);
      if (part === undefined || part.handle !== null) return unknown;
      const moving = inTurn(part, () => copies.moveHere(part.path, relPath, modifiedAtMs));
      const error = await moving.catch(asError);
      if (error === null) known.delete(id);
      return error;
    },
    discard: forget,
    list: copies.list,
    remove: copies.remove,
    async start() {
      await rm(receiving, { recursive: true, force: true }).catch(() => {});
    },
    async close() {
      await Promise.all([...known.keys()].map(forget));
    },
  };
}

/** Files that are being received, or wait to be kept. */
function partsOnTheirWay(clock: Pick<Clock, "monotonicMs">) {
  const known = new Map<string, Part>();

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

  return { known, forget, limitOpen, forgetOld, inTurn };
}

/** Gives how many bytes are there now. */
async function write(part: Part, offset: number, bytes: Uint8Array): Promise<number | AddingError> {
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
