import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Kind of content; each has a folder of its own under `content/`. */
export type ContentKind = "product" | "raw" | "image";

/** A content that lies complete and synced under a temporary name, to be put in place by `keep` or thrown away. */
export type ReceivedContent = {
  size: number;
  /** Lower-case MD5 of the bytes as they streamed by. */
  md5: string;
  /** Puts it in its place, at once and whole; replaces what was there. */
  keep(kind: ContentKind, name: string): void;
  /** Removes it, unless it was kept. */
  discard(): Promise<void>;
};

/** The content files beside the records. */
export type Contents = {
  /** Gives the path at which a content lies, or would lie. */
  path(kind: ContentKind, name: string): string;
  /**
   * Stores bytes that can be made again, without waiting for the disk; their record comes after them. Takes the place of
   * what was there, into which nothing is written: another name may lead to it.
   */
  put(kind: ContentKind, name: string, bytes: Uint8Array): void;
  /** Streams a body to a temporary file and computes its MD5 on the way; rejects when body or disk fail. */
  receive(body: AsyncIterable<Buffer>): Promise<ReceivedContent>;
};

/** Bodies up to this many bytes are written in one piece. Larger ones go to disk in pieces of this size. */
const pieceBytes = 1 << 20;

/** Opens `content/` in the data folder; removes what a killed process left under temporary names. */
export function openContents(dataFolder: string): Contents {
  const root = join(dataFolder, "content");
  const incoming = join(dataFolder, "incoming");
  rmSync(incoming, { recursive: true, force: true });
  mkdirSync(incoming, { recursive: true });
  // 256 folders a kind, so that no folder holds every file of a big portal. Images keep their object name.
  const path = (kind: ContentKind, name: string): string =>
    kind === "image" ? join(root, kind, name) : join(root, kind, name.slice(0, 2), name);
  const madeFolders = new Set<string>();
  const placeFor = (kind: ContentKind, name: string): string => {
    const place = path(kind, name);
    const folder = dirname(place);
    if (!madeFolders.has(folder)) {
      mkdirSync(folder, { recursive: true });
      madeFolders.add(folder);
    }
    return place;
  };
  return {
    path,
    put: (kind, name, bytes) => {
      const place = placeFor(kind, name);
      rmSync(place, { force: true });
      writeFileSync(place, bytes);
    },
    receive: async (body) => {
      const temporary = join(incoming, randomUUID());
      let isKept = false;
      const discard = async (): Promise<void> => {
        if (!isKept) await rm(temporary, { force: true });
      };
      const hash = createHash("md5");
      try {
        const size = await writeSynced(temporary, body, (bytes) => hash.update(bytes));
        const keep = (kind: ContentKind, name: string): void => {
          renameSync(temporary, placeFor(kind, name));
          isKept = true;
        };
        return { size, md5: hash.digest("hex"), keep, discard };
      } catch (error) {
        await discard();
        throw error;
      }
    },
  };
}

/** Writes the body to a new file, syncs it to disk and gives its size; memory holds one piece at most. */
async function writeSynced(
  path: string,
  body: AsyncIterable<Buffer>,
  onBytes: (bytes: Buffer) => void,
): Promise<number> {
  let file: FileHandle | undefined;
  let size = 0;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  const flush = async (): Promise<void> => {
    file ??= await open(path, "wx");
    await file.writeFile(Buffer.concat(waiting));
    waiting = [];
    waitingBytes = 0;
  };
  try {
    for await (const bytes of body) {
      onBytes(bytes);
      size += bytes.length;
      waiting.push(bytes);
      waitingBytes += bytes.length;
      if (waitingBytes >= pieceBytes) await flush();
    }
    if (waitingBytes > 0 || size === 0) await flush();
    await file?.sync();
    return size;
  } finally {
    await file?.close();
  }
}
