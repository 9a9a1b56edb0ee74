import { watch } from "node:fs";
import type { FilePaths } from "#adapters/files/file-paths.ts";

export interface SystemWatchEvents {
  /** Something in the folder was made, changed or went; `name` is relative to it. */
  readonly onRaw: (event: string, name: string) => void;
  /** The folder itself went. */
  readonly onGone: () => void;
  readonly onError: (code: string) => void;
}

export interface SystemWatch {
  /** Resolves when what happens from now on is told. */
  readonly isReady: Promise<void>;
  close(): Promise<void>;
}

/**
 * Watches the entries of one folder as the system itself does, on Linux: nothing is listed, and nothing but the watch is
 * kept. That the folder went is told by its own name. Null, after the error was told, where it cannot be watched.
 */
export function watchEntries(folder: string, events: SystemWatchEvents): SystemWatch | null {
  try {
    const watcher = watch(folder, { persistent: false }, (event, name) => {
      if (name !== null) events.onRaw(event, name);
    });
    watcher.on("error", (error) => events.onError(codeIn(error)));
    return { isReady: Promise.resolve(), close: async () => watcher.close() };
  } catch (error) {
    events.onError(codeIn(error));
    return null;
  }
}

/**
 * Watches a folder with all that lies in it by chokidar's `raw` events, on Windows and macOS. Everything below the folder
 * itself is `ignored`, or chokidar would keep every file in mind, or list the whole folder again for each file that goes
 * (1.4 s at 100,000 files).
 */
export function watchTree(folder: string, paths: FilePaths, events: SystemWatchEvents): SystemWatch {
  const ready = Promise.withResolvers<void>();
  const opened = import("chokidar").then((chokidar) => {
    const watcher = chokidar.watch(folder, {
      ignoreInitial: true,
      ignored: (path) => paths.relPathOf(folder, path) !== "",
      followSymlinks: false,
      atomic: false,
    });
    watcher.on("raw", (event, name, details) => {
      if (name !== null && isFrom(folder, details, paths)) events.onRaw(event, name);
    });
    watcher.on("unlinkDir", events.onGone);
    watcher.on("error", (error) => events.onError(codeIn(error)));
    watcher.once("ready", ready.resolve);
    return watcher;
  });
  return {
    isReady: ready.promise,
    async close() {
      ready.resolve();
      await (await opened).close();
    },
  };
}

/** False for events of a folder above, on which chokidar waits for one that went away. chokidar writes "/" on Windows, too. */
export function isFrom(folder: string, details: unknown, paths: FilePaths): boolean {
  if (typeof details !== "object" || details === null) return false;
  const watched: unknown = Reflect.get(details, "watchedPath");
  return typeof watched === "string" && paths.relPathOf(folder, watched) === "";
}

export function codeIn(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "UNKNOWN";
}
