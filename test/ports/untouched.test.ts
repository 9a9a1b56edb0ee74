import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createChokidarWatch } from "#adapters/watch/chokidar-watch.ts";
import { makeRealTree } from "./real-tree.ts";
import { opened, walkAll } from "./tree-under-test.ts";

/** Every name, size, mode, modification and change time, and the content of every file. */
function fingerprint(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .sort()
    .map((relPath) => {
      const path = join(folder, relPath);
      const { size, mode, mtimeNs, ctimeNs, ino, nlink } = lstatSync(path, { bigint: true });
      const content = lstatSync(path).isFile()
        ? createHash("md5").update(readFileSync(path)).digest("hex")
        : "";
      return [relPath, size, mode, mtimeNs, ctimeNs, ino, nlink, content].join(" ");
    });
}

it("walking, opening, reading, hashing and watching leave the tree as it is", async () => {
  const tree = await makeRealTree();
  const watch = createChokidarWatch();
  try {
    for (let i = 0; i < 30; i++) await tree.write(`${i % 3}/${i}.nc`, "x".repeat(i * 20_000));
    const before = fingerprint(tree.folder);
    await watch.start([{ folder: tree.folder, network: false }], {
      onHint() {},
      onError() {},
      onBack() {},
    });
    for (const { relPath, size } of (await walkAll(tree)).files) {
      await tree.files.stat(tree.folder, relPath);
      await tree.files.isHeldForWriting(tree.folder, relPath);
      const file = opened(await tree.files.open(tree.folder, relPath));
      await file.readWhole(size);
      await file.checksum(size, new AbortController().signal);
      for await (const _ of file.chunks(size)) void _;
      await file.statAgain();
      await file.close();
    }
    await watch.stop();
    expect(before).toHaveLength(33);
    expect(fingerprint(tree.folder)).toEqual(before);
  } finally {
    await watch.stop();
    await tree.end();
  }
});
