import type { FileVersion } from "#domain/file-version.ts";

/**
 * At most `limit` of the files, newest first. Each verdict that occurs gets an equal share before the newest of all
 * take what is left, so that a thousand matching files do not hide the one that is refused.
 */
export function chooseShown<File extends FileVersion & { readonly verdict: string }>(
  judged: readonly File[],
  limit: number,
): readonly File[] {
  const newestFirst = [...judged].sort((a, b) => b.mtimeUs - a.mtimeUs || (a.relPath < b.relPath ? -1 : 1));
  const groups = [...Map.groupBy(newestFirst, ({ verdict }) => verdict).values()];
  const share = Math.max(1, Math.floor(limit / Math.max(1, groups.length) / 2));
  const chosen = new Set(groups.flatMap((group) => group.slice(0, share)).slice(0, limit));
  for (const file of newestFirst) {
    if (chosen.size >= limit) break;
    chosen.add(file);
  }
  return newestFirst.filter((file) => chosen.has(file));
}
