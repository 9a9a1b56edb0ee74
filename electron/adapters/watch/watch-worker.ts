import { parentPort, workerData } from "node:worker_threads";
import { filePathsOf } from "../files/file-paths.ts";
import { FolderWatch } from "./folder-watch.ts";
import { HintCoalescer, type HintPace } from "./hint-coalescer.ts";

export interface WatchThreadData {
  readonly folders: readonly string[];
  readonly platform: NodeJS.Platform;
  /** How often a folder that went away is looked for. */
  readonly rearmMs: number;
  readonly hintPace: HintPace;
}

export type WatchMessage =
  | { readonly kind: "hints"; readonly folder: string; readonly relPaths: readonly string[] }
  | { readonly kind: "trouble"; readonly folder: string; readonly code: string; readonly path: string }
  /** Every folder that is there is watched. */
  | { readonly kind: "ready" };

if (parentPort !== null) await serve(parentPort, workerData as WatchThreadData);

/** Keeps listing and events of many files off the main thread. */
async function serve(port: NonNullable<typeof parentPort>, data: WatchThreadData): Promise<void> {
  const tell = (message: WatchMessage) => port.postMessage(message);
  const watches = data.folders.map((folder) => watchOf(folder, data, tell));
  let isArming = false;
  const armAll = async () => {
    if (isArming) return;
    isArming = true;
    for (const watch of watches) await watch.arm();
    isArming = false;
  };
  setInterval(() => void armAll(), data.rearmMs);
  await armAll();
  tell({ kind: "ready" });
}

function watchOf(folder: string, data: WatchThreadData, tell: (message: WatchMessage) => void): FolderWatch {
  const paths = filePathsOf(data.platform);
  const isPerFolder = data.platform !== "win32" && data.platform !== "darwin";
  let relPaths: string[] = [];
  const coalescer = new HintCoalescer(data.hintPace, (path) => {
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
    { paths, isPerFolder },
    {
      onHint: (path) => coalescer.hint(path),
      onTrouble: (code, path) => tell({ kind: "trouble", folder, code, path }),
    },
  );
  return watch;
}
