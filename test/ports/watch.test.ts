import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createChokidarWatch } from "#adapters/watch/chokidar-watch.ts";
import { makeRealTree, type RealTree } from "./real-tree.ts";
import { WatchRecord } from "./watch-record.ts";

const ways = process.platform === "linux" ? ["in a thread of its own", "without a thread"] : ["chokidar"];

describe.each(ways)("Watch: %s", (way) => {
  let tree: RealTree;
  let record: WatchRecord;
  const watch = createChokidarWatch({
    isQuick: () => way === "without a thread",
    rearmMs: 20,
    hintPace: { windowMs: 30, stillMs: 30 },
    errorWindowMs: 1,
  });
  beforeEach(async () => {
    tree = await makeRealTree();
    record = new WatchRecord();
  });
  afterEach(async () => {
    await watch.stop();
    await tree.end();
  });

  const start = async () => await record.start(watch, [{ folder: tree.folder, network: false }]);

  it("hints at new, appended, renamed and removed files, also in folders below", async () => {
    await tree.write("a/b/old", "1");
    await tree.write("gone", "1");
    await start();
    writeFileSync(tree.pathOf("new"), "1");
    await record.hinted("new");
    appendFileSync(tree.pathOf("a/b/old"), "2");
    await record.hinted("a/b/old");
    writeFileSync(tree.pathOf("a/x.tmp"), "1");
    renameSync(tree.pathOf("a/x.tmp"), tree.pathOf("a/b/x.nc"));
    await record.hinted("a/b/x.nc");
    rmSync(tree.pathOf("gone"));
    await record.hinted("gone");
    expect(new Set(record.hints.map((hint) => hint.folder))).toEqual(new Set([tree.folder]));
    expect(record.errors).toEqual([]);
  });

  it("says nothing of what was there before", async () => {
    for (let i = 0; i < 20; i++) await tree.write(`d/${i}`, "1");
    await start();
    await tree.write("new", "1");
    await record.hinted("new");
    expect(new Set(record.hints.map((hint) => hint.relPath))).toEqual(new Set(["new"]));
  });

  it("hints at files in a folder that was made and filled at once", async () => {
    await start();
    mkdirSync(tree.pathOf("2024/06/01"), { recursive: true });
    writeFileSync(tree.pathOf("2024/06/01/first.nc"), "1");
    await record.hinted("2024/06/01/first.nc");
    writeFileSync(tree.pathOf("2024/06/01/second.nc"), "1");
    await record.hinted("2024/06/01/second.nc");
  });

  it("knows a renamed folder by its new name", async () => {
    await tree.write("a/d/f", "1");
    await start();
    renameSync(tree.pathOf("a"), tree.pathOf("b"));
    await record.hinted("b/d/f");
    writeFileSync(tree.pathOf("b/d/new"), "1");
    await record.hinted("b/d/new");
    expect(record.hints.map((hint) => hint.relPath)).not.toContain("a/d/new");
  });

  it("says once that a folder is not there, and watches it when it comes", async () => {
    await tree.lose();
    await start();
    expect(record.errors).toMatchObject([{ folder: tree.folder }]);
    await hintedAgain("back");
    expect(record.errors).toHaveLength(1);
  });

  it("says that a folder went, and watches it when it is back", async () => {
    await tree.write("d/f", "1");
    await start();
    await tree.lose();
    await record.troubled();
    expect(record.errors[0]?.message).toContain(tree.folder);
    await hintedAgain("d/back");
    expect(record.errors).toHaveLength(1);
  });

  it("watches another folder that takes the place of the first", async () => {
    await start();
    mkdirSync(`${tree.folder}-other`);
    renameSync(tree.folder, `${tree.folder}-away`);
    renameSync(`${tree.folder}-other`, tree.folder);
    await hintedAgain("in-the-other");
  });

  it("watches a folder that is a link, under the name of the link", async () => {
    const link = `${tree.folder}-link`;
    symlinkSync(tree.folder, link);
    await record.start(watch, [{ folder: link, network: false }]);
    await tree.write("f", "1");
    await record.hinted("f");
    expect(record.hints[0]).toEqual({ folder: link, relPath: "f" });
  });

  it("follows such a link when it is turned to another folder", async () => {
    const link = `${tree.folder}-link`;
    mkdirSync(`${tree.folder}-before`);
    symlinkSync(`${tree.folder}-before`, link);
    await record.start(watch, [{ folder: link, network: false }]);
    symlinkSync(tree.folder, `${link}-new`);
    renameSync(`${link}-new`, link);
    await hintedAgain("f");
  });

  it("leaves network folders to the rescan", async () => {
    await record.start(watch, [{ folder: tree.folder, network: true }]);
    await record.start(watch, [
      { folder: tree.folder, network: true },
      { folder: tree.pathOf(".."), network: false },
    ]);
    await tree.write("f", "1");
    await record.hinted("instrument/f");
    expect(record.hints.every((hint) => hint.folder === tree.pathOf(".."))).toBe(true);
  });

  it("is silent after stop, and starts again", async () => {
    await start();
    await watch.stop();
    await tree.write("unheard", "1");
    await start();
    await tree.write("heard", "1");
    await record.hinted("heard");
    expect(record.hints.map((hint) => hint.relPath)).not.toContain("unheard");
  });

  it("tells the last change of a burst and not every one", async () => {
    await start();
    for (let i = 0; i < 500; i++) appendFileSync(tree.pathOf("growing"), "line");
    await record.hinted("growing");
    writeFileSync(tree.pathOf("end"), "1");
    await record.hinted("end");
    expect(record.hints.filter((hint) => hint.relPath === "growing").length).toBeLessThan(100);
  });

  /** Makes the folder and writes until a hint comes: when it is watched again cannot be seen from outside. */
  async function hintedAgain(relPath: string): Promise<void> {
    let isHinted = false;
    const waiting = record.hinted(relPath).then(() => {
      isHinted = true;
    });
    while (!isHinted) {
      await tree.write(relPath, "1");
      await Promise.race([waiting, new Promise((resolve) => setImmediate(resolve))]);
    }
  }
});
