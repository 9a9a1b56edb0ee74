import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

/** A folder without folders in it is left out when nothing was made in it for this long before the newest change. */
const staleMs = 40 * 24 * 3600 * 1000;

interface FoundFolder {
  readonly path: string;
  readonly mtimeMs: number;
  readonly isLeaf: boolean;
}

/**
 * The folders worth a watch, `base` first: all but the closed day folders of long ago, which hold most of an
 * archive. Old is measured against the newest folder, not against a clock that may be wrong. A folder that cannot
 * be read is left out; links are not followed.
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
  const newestMs = found.reduce((newest, { mtimeMs }) => Math.max(newest, mtimeMs), 0);
  return found
    .filter(({ path, isLeaf, mtimeMs }) => path === base || !isLeaf || mtimeMs >= newestMs - staleMs)
    .map(({ path }) => path);
}
