import type { HangGuard } from "#adapters/files/hang-guard.ts";
import { placeOfFile } from "#domain/added-files.ts";

/** The same files, where a path of an added file (`#domain/added-files.ts`) is one in the data folder. */
export function withAddedRoot(files: HangGuard, dataFolder: string): HangGuard {
  const at = (folder: string, relPath: string) => placeOfFile({ folder, dataFolder }, relPath);
  return {
    ...files,
    stat: (folder, relPath) => files.stat(...at(folder, relPath)),
    open: (folder, relPath) => files.open(...at(folder, relPath)),
    isHeldForWriting: (folder, relPath) => files.isHeldForWriting(...at(folder, relPath)),
  };
}
