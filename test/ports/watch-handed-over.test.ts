import { mkdirSync, renameSync, symlinkSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { lateModules } from "#adapters/late-modules.ts";
import { createChokidarWatch } from "#adapters/watch/chokidar-watch.ts";
import { makeRealTree, type RealTree } from "./real-tree.ts";
import { WatchRecord } from "./watch-record.ts";

/** Longer than a test takes: folders are looked at when they are told to be. */
const neverMs = 3_600_000;

describe.skipIf(process.platform !== "linux")("a watch without a thread", () => {
  let tree: RealTree;
  let record: WatchRecord;
  let watch: ReturnType<typeof createChokidarWatch>;
  /** Paths that lie on drives which may hang. */
  const others = new Set<string>();
  const threads = vi.spyOn(lateModules, "threads");
  beforeEach(async () => {
    tree = await makeRealTree();
    record = new WatchRecord();
    others.clear();
    threads.mockClear();
    watch = createChokidarWatch({
      isQuick: (base) => !others.has(base),
      rearmMs: neverMs,
      hintPace: { windowMs: 30, stillMs: 30 },
      errorWindowMs: 1,
    });
  });
  afterEach(async () => {
    await watch.stop();
    await tree.end();
  });

  it("starts none for disks of this PC", async () => {
    await record.start(watch, [{ folder: tree.folder, network: false }]);
    await tree.write("f", "1");
    await record.hinted("f");
    expect(threads).not.toHaveBeenCalled();
  });

  it("leaves a folder to the thread when it comes back on another drive, and tells that it is watched", async () => {
    const quiet = tree.pathOf("../quiet");
    mkdirSync(quiet);
    await record.start(watch, [
      { folder: tree.folder, network: false },
      { folder: quiet, network: false },
    ]);
    expect(threads).not.toHaveBeenCalled();
    mkdirSync(`${tree.folder}-other`);
    renameSync(tree.folder, `${tree.folder}-away`);
    renameSync(`${tree.folder}-other`, tree.folder);
    others.add(tree.folder);
    watch.renew(tree.folder);
    await record.wasBack();
    expect(record.backs).toEqual([tree.folder]);
    expect(threads).toHaveBeenCalledOnce();
    await tree.write("in-the-other", "1");
    await record.hinted("in-the-other");
    await tree.write("../quiet/f", "1");
    await record.hinted("f");
    expect(threads).toHaveBeenCalledOnce();
    watch.renew(tree.folder);
    await record.wasBack(2);
  });

  it("knows by the folder behind a link that it lies on another drive", async () => {
    const link = `${tree.folder}-link`;
    symlinkSync(tree.folder, link);
    others.add(await realpath(tree.folder));
    await record.start(watch, [{ folder: link, network: false }]);
    await record.wasBack();
    expect(threads).toHaveBeenCalledOnce();
    await tree.write("f", "1");
    await record.hinted("f");
    expect(record.hints[0]).toEqual({ folder: link, relPath: "f" });
  });
});
