import { lstat, readdir, realpath, stat } from "node:fs/promises";
import { basename, join, sep } from "node:path";
import type { FilePaths } from "#adapters/files/file-paths.ts";
import { isFarAhead } from "#domain/cadence.ts";
import { codeIn, type SystemWatch, watchEntries, watchTree } from "./system-watch.ts";
import { watchLimits } from "./watch-errors.ts";

export interface FolderWatchEvents {
  /** Absolute path of something that appeared, changed or went away. */
  readonly onHint: (path: string) => void;
  readonly onError: (code: string, path: string) => void;
  /** It is watched again: it came, came back or was exchanged for another. Changes in it before that gave no hint. */
  readonly onBack: () => void;
  /** `mayWatch` refused it, so it is not watched. */
  readonly onRefused: () => void;
}

export interface FolderWatchOptions {
  readonly paths: FilePaths;
  /** The system watches each folder by itself (Linux); Windows and macOS watch a tree in one piece. */
  readonly isPerFolder: boolean;
  /** Asked of the folder behind the root whenever its watch begins. */
  readonly mayWatch: (base: string) => boolean;
  /** Something may have happened in it before it is first watched: `onBack` is told then, too. */
  readonly isLate: boolean;
}

/**
 * Watches one instrument's folder with all that lies in it: one watch a folder, and no file is known to the watch by
 * name. Folders are watched one after another.
 */
export class FolderWatch {
  readonly #root: string;
  readonly #options: FolderWatchOptions;
  readonly #events: FolderWatchEvents;
  readonly #watched = new Map<string, SystemWatch>();
  #base = "";
  /** Device and inode of what is watched; null while nothing is. */
  #identity: string | null = null;
  #isLost = false;
  /** The watch may be dead although the folder looks the same: it was gone, or its drive was. */
  #isDoubtful = false;
  #isFirst: boolean;
  #hasEnded = false;
  #arming: Promise<void> = Promise.resolve();

  constructor(root: string, options: FolderWatchOptions, events: FolderWatchEvents) {
    this.#root = root;
    this.#options = options;
    this.#events = events;
    this.#isFirst = !options.isLate;
  }

  /** The folder behind the root; another path where the root is a link. */
  get base(): string {
    return this.#base;
  }

  /**
   * Sees that the folder is watched, however often it is called: one that was gone, or was exchanged for another
   * (a drive mounted over it), is watched again. Resolves when all folders in it are watched.
   */
  arm(): Promise<void> {
    this.#arming = this.#arming.then(() => this.#armOnce());
    return this.#arming;
  }

  /** Watches the folder again, also where it looks the same as before. */
  renew(): Promise<void> {
    this.#isDoubtful = true;
    return this.arm();
  }

  async #armOnce(): Promise<void> {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    const identity = await this.#look();
    if (identity === this.#identity && !this.#isDoubtful) return;
    await this.disarm();
    this.#isDoubtful = false;
    const base = await realpath(this.#root).catch(() => null);
    if (identity === null || base === null || this.#hasEnded) return;
    if (!this.#options.mayWatch(base)) return this.#events.onRefused();
    this.#base = base;
    this.#identity = identity;
    this.#isLost = false;
    await this.#watchTree(this.#base, identity);
    if (!isFirst && !this.#isDoubtful) this.#events.onBack();
  }

  /** Not watched from now on, also where a look at it has not come back yet. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    await this.disarm();
  }

  async disarm(): Promise<void> {
    this.#identity = null;
    await Promise.all([...this.#watched.keys()].map((path) => this.#drop(path)));
  }

  async #look(): Promise<string | null> {
    try {
      const found = await stat(this.#root, { bigint: true });
      if (found.isDirectory()) return `${found.dev}:${found.ino}`;
      this.#lose("ENOTDIR");
    } catch (error) {
      this.#lose(codeIn(error));
    }
    return null;
  }

  async #watchTree(top: string, identity: string): Promise<readonly string[]> {
    const folders = this.#options.isPerFolder ? await foldersToWatch(top) : [top];
    for (const folder of folders) {
      if (this.#identity !== identity) break;
      if (!this.#watched.has(folder)) await this.#watch(folder);
    }
    return folders;
  }

  async #watch(folder: string): Promise<void> {
    const { paths, isPerFolder } = this.#options;
    const events = {
      onRaw: (event: string, name: string) => {
        const path = join(folder, name);
        this.#events.onHint(path);
        if (event === "rename" && name === basename(folder)) void this.#meetOwnName(folder, path);
        else if (isPerFolder && event === "rename") void this.#meet(path);
      },
      onGone: () => void this.#gone(folder),
      onError: (code: string) => {
        // A watch that broke tells nothing any more; where there are too many, trying again changes nothing.
        if (folder === this.#base && !watchLimits.has(code)) this.#isDoubtful = true;
        // A folder that went on the way is met again when it is back, the folder itself when it is looked for.
        if (code !== "ENOENT") this.#events.onError(code, folder);
      },
    };
    const watcher = isPerFolder ? watchEntries(folder, events) : watchTree(folder, paths, events);
    if (watcher === null) return;
    this.#watched.set(folder, watcher);
    await watcher.isReady;
  }

  /**
   * The system tells by a folder's own name that its watch is over: it went, or its drive was taken from it. Nothing
   * but this tells of a drive that is back before the next look, with the same device and inode.
   */
  async #meetOwnName(folder: string, inner: string): Promise<void> {
    if ((await lstat(inner).catch(() => null)) !== null) {
      if (this.#options.isPerFolder) await this.#meet(inner);
    } else if (folder === this.#base) {
      await this.renew();
    } else {
      await this.#drop(folder);
      await this.#meet(folder);
    }
  }

  /** A name appeared or went: a new folder is watched, and what it held before is hinted. */
  async #meet(path: string): Promise<void> {
    const identity = this.#identity;
    const stats = await lstat(path).catch(() => null);
    if (identity === null || identity !== this.#identity) return;
    if (stats === null) return await this.#gone(path);
    if (!stats.isDirectory() || this.#watched.has(path)) return;
    for (const folder of await this.#watchTree(path, identity)) {
      const names = await readdir(folder).catch(() => []);
      for (const name of names) this.#events.onHint(join(folder, name));
    }
  }

  /** With all below: a folder that was renamed would go on telling of its old path. */
  async #gone(top: string): Promise<void> {
    if (top === this.#base) {
      await this.disarm();
      this.#lose("ENOENT");
    } else {
      const inTop = [...this.#watched.keys()].filter((path) => path === top || path.startsWith(top + sep));
      await Promise.all(inTop.map((path) => this.#drop(path)));
    }
  }

  async #drop(path: string): Promise<void> {
    const one = this.#watched.get(path);
    this.#watched.delete(path);
    await one?.close();
  }

  /** Said once each time the folder goes. */
  #lose(code: string): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#events.onError(code, this.#root);
  }
}

/** A folder without folders in it is left out when nothing was made in it for this long before the newest change. */
const staleMs = 40 * 24 * 3600 * 1000;

interface FoundFolder {
  readonly path: string;
  readonly mtimeMs: number;
  readonly isLeaf: boolean;
}

/**
 * The folders worth a watch, `base` first: all but the closed day folders of long ago, which hold most of an
 * archive. Old is measured against the newest folder, not against a clock that may be wrong; one of the future is not the
 * newest. A folder that cannot be read is left out; links are not followed.
 */
export async function foldersToWatch(base: string): Promise<readonly string[]> {
  const found: FoundFolder[] = [];
  const waiting = [base];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const folder = path;
    const [entries, stats] = await Promise.all([
      readdir(folder, { withFileTypes: true }).catch(() => []),
      lstat(folder).catch(() => null),
    ]);
    const inner = entries.filter((entry) => entry.isDirectory()).map((entry) => join(folder, entry.name));
    waiting.push(...inner);
    found.push({ path: folder, mtimeMs: stats?.mtimeMs ?? 0, isLeaf: inner.length === 0 });
  }
  const nowMs = Date.now();
  const newestMs = found.reduce(
    (newest, { mtimeMs }) => (isFarAhead(mtimeMs, nowMs) ? newest : Math.max(newest, mtimeMs)),
    0,
  );
  return found
    .filter(({ path, isLeaf, mtimeMs }) => path === base || !isLeaf || mtimeMs >= newestMs - staleMs)
    .map(({ path }) => path);
}
