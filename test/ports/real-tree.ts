import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createNodeFiles, type NodeFiles } from "#adapters/files/node-files.ts";
import type { TreeUnderTest } from "./tree-under-test.ts";

export interface RealTree extends TreeUnderTest {
  readonly files: NodeFiles;
  pathOf(relPath: string): string;
}

/** A temporary folder and the port that reads it; `end` removes it. */
export async function makeRealTree(files: NodeFiles = createNodeFiles()): Promise<RealTree> {
  const parent = await mkdtemp(join(tmpdir(), "skyferry-files-"));
  const folder = join(parent, "instrument");
  await mkdir(folder);
  const pathOf = (relPath: string) => join(folder, relPath);
  const write = async (relPath: string, content: Uint8Array | string, mtimeUs?: number) => {
    // Thousands of small files: three asynchronous calls take ten times the work, and so it is when they are removed.
    mkdirSync(dirname(pathOf(relPath)), { recursive: true });
    writeFileSync(pathOf(relPath), content);
    if (mtimeUs !== undefined) utimesSync(pathOf(relPath), mtimeUs / 1e6, mtimeUs / 1e6);
  };
  return {
    files,
    folder,
    pathOf,
    write,
    replace: async (relPath, content, mtimeUs) => {
      await write(`${relPath}.new`, content, mtimeUs);
      await rename(pathOf(`${relPath}.new`), pathOf(relPath));
    },
    remove: async (relPath) => await rm(pathOf(relPath)),
    lose: async () => await rm(folder, { recursive: true }),
    end: async () => {
      await files.close();
      rmSync(parent, { recursive: true, force: true });
    },
  };
}
