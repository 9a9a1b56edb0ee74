import { createHangGuard } from "#adapters/files/hang-guard.ts";
import { createNodeFiles } from "#adapters/files/node-files.ts";
import { createWalker } from "#adapters/files/walker.ts";
import { createNodeClock } from "#adapters/node-clock.ts";
import { MemoryFiles } from "#test/support/fakes/memory-files.ts";
import { filesSuite } from "./files-suite.ts";
import { makeRealTree } from "./real-tree.ts";
import type { TreeUnderTest } from "./tree-under-test.ts";

filesSuite("the file system", () => makeRealTree());

filesSuite("the file system behind patience, walked in the pool", async (): Promise<TreeUnderTest> => {
  const walker = createWalker(process.platform, { mostInPool: 1e9 });
  const tree = await makeRealTree(createNodeFiles(process.platform, walker));
  const close = async (): Promise<void> => {};
  const files = createHangGuard(Object.assign(Object.create(tree.files), { close }), createNodeClock());
  const end = async (): Promise<void> => {
    await files.close();
    await tree.end();
  };
  return Object.assign(Object.create(tree), { files, end });
});

filesSuite("in memory", async (): Promise<TreeUnderTest> => {
  const files = new MemoryFiles();
  const folder = "/instrument";
  files.makeFolder(folder);
  return {
    files,
    folder,
    write: async (relPath, content, mtimeUs) => files.put(folder, relPath, content, mtimeUs),
    replace: async (relPath, content, mtimeUs) => files.replace(folder, relPath, content, mtimeUs),
    remove: async (relPath) => files.remove(folder, relPath),
    lose: async () => files.removeFolder(folder),
    end: async () => {},
  };
});
