import { filePathsOf } from "#adapters/files/file-paths.ts";
import { FolderWatch } from "./folder-watch.ts";
import { HintCoalescer, type HintPace } from "./hint-coalescer.ts";

export interface WatchedFolders {
  readonly folders: readonly string[];
  readonly platform: NodeJS.Platform;
  /** How often a folder that went away is looked for. */
  readonly rearmMs: number;
  readonly hintPace: HintPace;
}

export type WatchMessage =
  | { readonly kind: "hints"; readonly folder: string; readonly relPaths: readonly string[] }
  | { readonly kind: "error"; readonly folder: string; readonly code: string; readonly path: string }
  /** The folder is watched again. */
  | { readonly kind: "back"; readonly folder: string }
  /** The folder may not be watched here, and is not any more. */
  | { readonly kind: "refused"; readonly folder: string }
  /** Every folder that is there, and not refused, is watched. */
  | { readonly kind: "ready" };

export interface WatchingHere {
  /** Watches a folder again, or one more, and tells when it is. */
  renew(folder: string): void;
  end(): Promise<void>;
}

/**
 * Watches folders in this thread. `mayWatch` is asked of each folder (without links) whenever its watch begins: the
 * system call that adds a watch waits for the drive.
 */
export function watchFolders(
  data: WatchedFolders,
  mayWatch: (base: string) => boolean,
  tell: (message: WatchMessage) => void,
): WatchingHere {
  const watched = new Map<string, Watched>();
  const add = (folder: string, isLate: boolean): Watched => {
    const one = watchOf(folder, data, { mayWatch, isLate }, (message) => {
      if (message.kind === "refused") drop(folder);
      tell(message);
    });
    watched.set(folder, one);
    return one;
  };
  const drop = (folder: string): void => {
    void watched.get(folder)?.end();
    watched.delete(folder);
  };
  let isArming = false;
  const armAll = async () => {
    if (isArming) return;
    isArming = true;
    for (const { watch } of [...watched.values()]) await watch.arm();
    isArming = false;
  };
  for (const folder of data.folders) add(folder, false);
  const arming = setInterval(() => void armAll(), data.rearmMs).unref();
  void armAll().then(() => tell({ kind: "ready" }));
  return {
    renew: (folder) => void (watched.get(folder) ?? add(folder, true)).watch.renew(),
    async end() {
      clearInterval(arming);
      const ending = [...watched.values()].map((one) => one.end());
      watched.clear();
      await Promise.all(ending);
    },
  };
}

interface Watched {
  readonly watch: FolderWatch;
  end(): Promise<void>;
}

function watchOf(
  folder: string,
  { platform, hintPace }: WatchedFolders,
  { mayWatch, isLate }: { readonly mayWatch: (base: string) => boolean; readonly isLate: boolean },
  tell: (message: WatchMessage) => void,
): Watched {
  const paths = filePathsOf(platform);
  const isPerFolder = platform !== "win32" && platform !== "darwin";
  let relPaths: string[] = [];
  const coalescer = new HintCoalescer(hintPace, (path) => {
    const relPath = paths.relPathOf(watch.base, path);
    if (relPath === null || relPath === "") return;
    if (relPaths.length === 0) setImmediate(send);
    relPaths.push(relPath);
  });
  const send = () => {
    tell({ kind: "hints", folder, relPaths });
    relPaths = [];
  };
  const watch = new FolderWatch(
    folder,
    { paths, isPerFolder, mayWatch, isLate },
    {
      onHint: (path) => coalescer.hint(path),
      onError: (code, path) => tell({ kind: "error", folder, code, path }),
      onBack: () => tell({ kind: "back", folder }),
      onRefused: () => tell({ kind: "refused", folder }),
    },
  );
  return {
    watch,
    async end() {
      await watch.end();
      coalescer.stop();
    },
  };
}
