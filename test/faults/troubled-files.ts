import { troubleOf } from "#adapters/files/file-errors.ts";
import type { FileError, Files, OpenFile } from "#engine/ports/host.ts";

/** Where reading fails: at the open, at the first read, or behind the first piece of a long file. */
export type TroubledAt = "open" | "read" | "middle";

/** Files of which one cannot be read, as the system would say it with `code`, for the first `times` tries. */
export function troubledFiles(
  real: Files,
  trouble: {
    readonly relPath: string;
    readonly code: string;
    readonly at: TroubledAt;
    readonly times: number;
  },
): Files {
  let left = trouble.times;
  const said = (): FileError => troubleOf(trouble.code, { kind: "file", path: trouble.relPath });
  return {
    walk: (request, signal) => real.walk(request, signal),
    stat: (folder, relPath) => real.stat(folder, relPath),
    isHeldForWriting: (folder, relPath) => real.isHeldForWriting(folder, relPath),
    drive: (folder) => real.drive(folder),
    async open(folder, relPath) {
      if (relPath !== trouble.relPath || left === 0) return await real.open(folder, relPath);
      left -= 1;
      if (trouble.at === "open") return said();
      const opened = await real.open(folder, relPath);
      return "trouble" in opened ? opened : unreadable(opened, trouble.at, said);
    },
  };
}

function unreadable(file: OpenFile, at: TroubledAt, said: () => FileError): OpenFile {
  let met: FileError | null = null;
  return {
    stat: file.stat,
    get readTrouble() {
      return met ?? file.readTrouble;
    },
    readWhole: async () => said(),
    checksum: (size, signal) => (at === "read" ? Promise.resolve(said()) : file.checksum(size, signal)),
    quietChecksum: (size, signal) =>
      at === "read" ? Promise.resolve(said()) : file.quietChecksum(size, signal),
    async *chunks(size) {
      for await (const piece of file.chunks(size)) {
        yield piece;
        met = said();
        return;
      }
    },
    statAgain: () => file.statAgain(),
    close: () => file.close(),
  };
}
