import type { FileStat } from "#domain/file-version.ts";
import { isSameVersion } from "#domain/file-version.ts";
import type { CleanupLook, KeepReason } from "#domain/removable.ts";
import type { Upload } from "#domain/upload.ts";
import type { Clock, Files, OpenFile } from "#engine/ports/host.ts";

/** A file as it was read, and the entry that was read: nothing more of it is kept. */
export interface ReadFile {
  readonly look: CleanupLook;
  readonly stat: FileStat | null;
}

interface ReadParts {
  readonly clock: Pick<Clock, "monotonicMs" | "sleep">;
  readonly files: Files;
}

/**
 * Parts of rest to one of work: a tenth of the disk's and the core's time, also with the last look, which does not rest, so that
 * what is named holds when it is told. Within a larger file the hash worker rests.
 */
const restsPerWork = 14;
/** Rests are taken together: a timer for each small file would cost more than its reading. */
const leastRestMs = 100;
const longestRestMs = 5_000;
/** The way to the hash worker and back costs more than the reading of a smaller file. */
const smallBytes = 128 * 1024;
/** A file of one piece is read without a rest. */
const pieceBytes = 1024 * 1024;

/**
 * Reads delivered files again, one at a time; `read` gives null where the file is gone, which is no reason to name it. `paced`
 * is for all other work on a file, such as questions to the ledger: it rests as much.
 */
export function createFileReader({ clock, files }: ReadParts, signal: AbortSignal) {
  let owedMs = 0;

  const rest = async (): Promise<void> => {
    if (owedMs < leastRestMs) return;
    const restMs = Math.min(owedMs, longestRestMs);
    owedMs -= restMs;
    await clock.sleep(restMs, signal);
  };

  const paced = async <T>(work: () => Promise<T>): Promise<T> => {
    await rest();
    const beganAt = clock.monotonicMs();
    const done = await work();
    owedMs += (clock.monotonicMs() - beganAt) * restsPerWork;
    return done;
  };

  return {
    paced,
    async read(
      folder: string,
      upload: Pick<Upload, "relPath" | "size" | "mtimeUs">,
    ): Promise<ReadFile | null> {
      const { relPath, size } = upload;
      await rest();
      const beganAt = clock.monotonicMs();
      const opened = await files.open(folder, relPath);
      if ("error" in opened) {
        if (opened.error === "vanished") return null;
        return { look: { kind: opened.error === "not-a-file" ? "link" : "unread" }, stat: null };
      }
      try {
        const { stat } = opened;
        if (!isSameVersion(stat, upload)) return { look: { kind: "changed" }, stat };
        const checksum = await checksumOf(opened, size, signal);
        if (checksum === null) return { look: { kind: "unread" }, stat };
        const { byPath } = await opened.statAgain();
        const isStill = byPath !== null && isSameEntryAndTimes(byPath, stat);
        return { look: { kind: "read", checksum, size: stat.size, isStill }, stat };
      } finally {
        await opened.close();
        if (size <= pieceBytes) owedMs += (clock.monotonicMs() - beganAt) * restsPerWork;
      }
    },
    /** Null where the path still shows the entry that was read, with its size and times, and nobody writes to it. */
    async lookAgain(folder: string, relPath: string, stat: FileStat): Promise<KeepReason | "gone" | null> {
      if (await files.isHeldForWriting(folder, relPath)) return "growing";
      const now = await files.stat(folder, relPath);
      if ("error" in now) return now.error === "vanished" ? "gone" : "unread";
      return isSameEntryAndTimes(now, stat) ? null : "changed";
    },
  };
}

export type FileReader = ReturnType<typeof createFileReader>;

/** Null where it could not be read whole. */
async function checksumOf(opened: OpenFile, size: number, signal: AbortSignal): Promise<string | null> {
  if (size > smallBytes) {
    const checksum = await opened.quietChecksum(size, signal);
    return typeof checksum === "string" ? checksum : null;
  }
  const whole = await opened.readWhole(size);
  return "error" in whole ? null : whole.checksum;
}

function isSameEntryAndTimes(a: FileStat, b: FileStat): boolean {
  return (
    a.kind === "file" &&
    isSameVersion(a, b) &&
    a.ctimeUs === b.ctimeUs &&
    a.fileId === b.fileId &&
    a.device === b.device
  );
}
