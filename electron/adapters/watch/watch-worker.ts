import { parentPort, workerData } from "node:worker_threads";
import { filePathsOf } from "#adapters/files/file-paths.ts";
import { keepHeapSmall } from "#adapters/heap-at-rest.ts";
import { FolderWatch } from "./folder-watch.ts";
import { HintCoalescer, type HintPace } from "./hint-coalescer.ts";

export interface WatchThreadData {
  readonly folders: readonly string[];
  readonly platform: NodeJS.Platform;
  /** How often a folder that went away is looked for. */
  readonly rearmMs: number;
  readonly hintPace: HintPace;
}

/** Asks for a folder to be watched again. */
export interface RenewMessage {
  readonly folder: string;
}

export type WatchMessage =
  | { readonly kind: "hints"; readonly folder: string; readonly relPaths: readonly string[] }
  | { readonly kind: "error"; readonly folder: string; readonly code: string; readonly path: string }
  /** The folder is watched again. */
  | { readonly kind: "back"; readonly folder: string }
  /** Every folder that is there is watched. */
  | { readonly kind: "ready" };

if (parentPort !== null) await serve(parentPort, workerData as WatchThreadData);

/** Keeps listing and events of many files off the main thread. */
async function serve(port: NonNullable<typeof parentPort>, data: WatchThreadData): Promise<void> {
  const tell = (message: WatchMessage) => port.postMessage(message);
  const byFolder = new Map(data.folders.map((folder) => [folder, watchOf(folder, data, tell)]));
  const watches = [...byFolder.values()];
  port.on("message", ({ folder }: RenewMessage) => void byFolder.get(folder)?.renew());
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
  keepHeapSmall();
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
      onError: (code, path) => tell({ kind: "error", folder, code, path }),
      onBack: () => tell({ kind: "back", folder }),
    },
  );
  return watch;
}
