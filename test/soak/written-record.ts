import { lstat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Identity, Oracle } from "#test/faults/oracle.ts";
import { treeLine, treeLines } from "#test/support/builders/tree-hash.ts";

/** A file that is finished. */
export interface WrittenFile {
  readonly path: string;
  readonly identity: Identity;
}

/** All that the instruments have written. */
export interface WrittenRecord {
  /** The file may be taken for finished with these bytes. */
  stood(path: string, identity: Identity, bytes: Uint8Array): void;
  /** It is finished; anyone who changes it from now on is not the instrument. */
  finished(path: string, identity: Identity, isGrowing: boolean): Promise<void>;
  /** Files that may be written again. */
  closedFiles(): readonly WrittenFile[];
  /** Path and MD5 of each file as it was finished last. */
  lastVersions(): readonly string[];
  totals(): { readonly files: number; readonly versions: number; readonly bytes: number };
  /** Gives the changes that somebody else made in these folders (I6), in words. */
  changesIn(folders: readonly string[]): Promise<readonly string[]>;
}

/** A record that tells the oracle what was finished. */
export function createWrittenRecord(oracle: Oracle): WrittenRecord {
  const lines = new Map<string, string>();
  const closed: WrittenFile[] = [];
  let versions = 0;
  let bytes = 0;
  return {
    stood(path, identity, content) {
      versions += 1;
      oracle.stood(path, identity, content);
    },
    async finished(path, identity, isGrowing) {
      if (!lines.has(path) && !isGrowing) closed.push({ path, identity });
      lines.set(path, await treeLine(Buffer.from(path)));
      bytes += (await lstat(path)).size;
    },
    closedFiles: () => closed,
    lastVersions: () => [...lines].map(([path, line]) => `${path} ${line.slice(line.lastIndexOf(" ") + 1)}`),
    totals: () => ({ files: lines.size, versions, bytes }),
    async changesIn(folders) {
      const changes: string[] = [];
      const known = new Set(lines.keys());
      for (const path of lines.keys())
        for (let at = dirname(path); !known.has(at) && at !== dirname(at); at = dirname(at)) known.add(at);
      for (const folder of folders) {
        const now = await treeLines(folder);
        for (const path of now.keys()) if (!known.has(path)) changes.push(`${path} is new`);
        for (const [path, line] of lines)
          if (path.startsWith(`${folder}/`) && now.get(path) !== line)
            changes.push(`${path} was ${line} and is ${now.get(path) ?? "gone"}`);
      }
      return changes.map((change) => `I6 the instrument's tree was touched: ${change}`);
    },
  };
}
