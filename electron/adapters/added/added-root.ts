import type { HangGuard } from "#adapters/files/hang-guard.ts";
import { isAdded } from "#domain/added-files.ts";

/** The same files, where a path of an added file (`#domain/added-files.ts`) is one in the data folder. */
export function withAddedRoot(files: HangGuard, dataFolder: string): HangGuard {
  const at = (folder: string, relPath: string) =>
    isAdded(relPath) ? ([dataFolder, relPath.slice(1)] as const) : ([folder, relPath] as const);
  return {
    ...files,
    stat: (folder, relPath) => files.stat(...at(folder, relPath)),
    open: (folder, relPath) => files.open(...at(folder, relPath)),
    isHeldForWriting: (folder, relPath) => files.isHeldForWriting(...at(folder, relPath)),
  };
}
