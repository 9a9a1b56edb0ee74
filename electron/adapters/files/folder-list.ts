import { readdir, stat } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { plainReason } from "#adapters/settings/json-file.ts";
import { raceTimeout, timers } from "#base/async.ts";
import { normalisePath } from "#domain/folder-paths.ts";
import type { FolderList, FolderListing } from "#engine/ports/settings.ts";

export interface FolderListOptions {
  readonly home?: string;
  readonly platform?: NodeJS.Platform;
  /** How long a drive or share may take; 5 s. */
  readonly timeoutMs?: number;
}

const mostFolders = 1000;
type Place = FolderListing["folders"][number];

/** Folders by name, for choosing one; opens no file. */
export function createFolderList(options: FolderListOptions = {}): FolderList {
  const { home = homedir(), platform = process.platform, timeoutMs = 5_000 } = options;
  const paths = platform === "win32" ? path.win32 : path.posix;

  return {
    async list(asked) {
      const roots = platform === "win32" ? await drives(timeoutMs) : unixRoots(home);
      const folder = paths.normalize(asked ?? home);
      const parent = paths.dirname(folder);
      const place = { path: folder, parent: parent === folder ? null : parent, roots };
      const nothing = { ...place, folders: [], fileCount: 0 };
      if (normalisePath(folder, platform === "win32" ? "win32" : "posix") === null)
        return { ...nothing, parent: null, message: `${folder} is not the full path of a folder.` };
      const read = await inTime(entriesOf(folder, paths), timeoutMs);
      if (read === null)
        return { ...nothing, message: `${folder} does not answer within ${timeoutMs / 1000} s.` };
      if ("message" in read) return { ...nothing, message: read.message };
      const { folders, fileCount } = read;
      const left = folders.length - mostFolders;
      const message = left > 0 ? `${left} more folders are not shown: enter the path instead.` : null;
      return { ...place, folders: folders.slice(0, mostFolders), fileCount, message };
    },
  };
}

type Entries =
  | { readonly folders: readonly Place[]; readonly fileCount: number }
  | { readonly message: string };

async function entriesOf(folder: string, paths: path.PlatformPath): Promise<Entries> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const folders = entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => ({ name, path: paths.join(folder, name) }))
      .sort(byName);
    return { folders, fileCount: entries.length - folders.length };
  } catch (error) {
    return { message: `${folder} cannot be shown: ${plainReason(error)}.` };
  }
}

/** Made at the first list: its tables take memory. */
let collator: Intl.Collator | null = null;

function byName(a: Place, b: Place): number {
  const isHidden = (name: string) => name.startsWith(".") || name.startsWith("$");
  collator ??= new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  return Number(isHidden(a.name)) - Number(isHidden(b.name)) || collator.compare(a.name, b.name);
}

function unixRoots(home: string): readonly Place[] {
  return [
    { name: "Home", path: home },
    { name: "/", path: "/" },
  ];
}

/** Drive letters that answer; a card reader without a card does not. */
async function drives(timeoutMs: number): Promise<readonly Place[]> {
  const letters = [..."CDEFGHIJKLMNOPQRSTUVWXYZAB"];
  const found = await Promise.all(
    letters.map(async (letter) => {
      const drive = `${letter}:\\`;
      const isThere = await inTime(
        stat(drive).then(
          () => true,
          () => false,
        ),
        Math.min(timeoutMs, 1_000),
      );
      return isThere === true ? [{ name: `${letter}:`, path: drive }] : [];
    }),
  );
  return found.flat();
}

async function inTime<T>(work: Promise<T>, timeoutMs: number): Promise<T | null> {
  return await raceTimeout(() => work, { clock: timers, ms: timeoutMs }, null);
}
