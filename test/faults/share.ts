import { execFile } from "node:child_process";
import { mkdir, rename, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { errorOf } from "#adapters/files/file-errors.ts";
import type { FileError, Files, OpenFile } from "#engine/ports/host.ts";

const run = promisify(execFile);
const timeout = 10_000;

/** An instrument's folder on a drive that can be taken away. */
export interface Share {
  /** The folder is not there any more. */
  vanish(): Promise<void>;
  /** It is there with nothing in it, as a mount point without its drive. */
  standEmpty(): Promise<void>;
  /** It is back with all its files, the same as before. */
  comeBack(): Promise<void>;
  /** Undoes what this made; the folder is whole then. */
  end(): Promise<void>;
}

/** Takes the folder itself away and puts it back. */
export function movedShare(folder: string): Share {
  const aside = `${folder}.away`;
  let stands: "whole" | "empty" | "away" = "whole";
  const vanish = async () => {
    if (stands === "empty") await rmdir(folder);
    if (stands === "whole") await rename(folder, aside);
    stands = "away";
  };
  const comeBack = async () => {
    if (stands === "whole") return;
    await vanish();
    await rename(aside, folder);
    stands = "whole";
  };
  return {
    vanish,
    async standEmpty() {
      await vanish();
      await mkdir(folder);
      stands = "empty";
    },
    comeBack,
    end: comeBack,
  };
}

/** A drive that is mounted on the folder, and unmounted although it is in use. For root; `drive` holds the files. */
export async function mountedShare(folder: string, drive: string): Promise<Share> {
  let isMounted = false;
  const mount = async () => {
    await mkdir(folder, { recursive: true });
    if (!isMounted) await run("mount", ["--bind", drive, folder], { timeout });
    isMounted = true;
  };
  const unmount = async () => {
    if (isMounted) await run("umount", ["--lazy", folder], { timeout });
    isMounted = false;
  };
  await mount();
  return {
    async vanish() {
      await unmount();
      await rmdir(folder);
    },
    async standEmpty() {
      await unmount();
      await mkdir(folder, { recursive: true });
    },
    comeBack: mount,
    end: unmount,
  };
}

/** The system's word for a share that does not answer. */
export type SilentCode = "EIO" | "ESTALE" | "ENOTCONN" | "EHOSTDOWN";

/** A network share whose every call fails with the code while it is away; its own `standEmpty` is silence, too. */
export function silentShare(code: SilentCode): Share & { readonly files: (real: Files) => Files } {
  let isAway = false;
  const said = (kind: "file" | "folder", path: string) => errorOf(code, { kind, path });
  const away = async () => {
    isAway = true;
  };
  const back = async () => {
    isAway = false;
  };
  return {
    vanish: away,
    standEmpty: away,
    comeBack: back,
    end: back,
    files: (real) => ({
      async *walk(request, signal) {
        if (isAway) yield said("folder", request.folder);
        else yield* real.walk(request, signal);
      },
      stat: async (folder, relPath) =>
        isAway ? said(relPath === "" ? "folder" : "file", join(folder, relPath)) : real.stat(folder, relPath),
      isHeldForWriting: (folder, relPath) => real.isHeldForWriting(folder, relPath),
      drive: async (folder) => (isAway ? said("folder", folder) : await real.drive(folder)),
      async open(folder, relPath) {
        if (isAway) return said("file", join(folder, relPath));
        const opened = await real.open(folder, relPath);
        return "error" in opened
          ? opened
          : readWhileThere(opened, () => (isAway ? said("file", relPath) : null));
      },
    }),
  };
}

/** Gives an opened file that cannot be read either while its share is away. */
function readWhileThere(file: OpenFile, errorNow: () => FileError | null): OpenFile {
  let met: FileError | null = null;
  return {
    stat: file.stat,
    get readError() {
      return met ?? file.readError;
    },
    sample: async () => errorNow() ?? (await file.sample()),
    readWhole: async (size) => errorNow() ?? (await file.readWhole(size)),
    checksum: async (size, signal) => errorNow() ?? (await file.checksum(size, signal)),
    quietChecksum: async (size, signal) => errorNow() ?? (await file.quietChecksum(size, signal)),
    async *chunks(size) {
      for await (const piece of file.chunks(size)) {
        met = errorNow();
        if (met !== null) return;
        yield piece;
      }
    },
    statAgain: () => file.statAgain(),
    close: () => file.close(),
  };
}
