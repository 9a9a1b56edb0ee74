import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { WalkThread } from "#adapters/files/walk-thread.ts";
import { createWalker, type Walker } from "#adapters/files/walker.ts";
import { makeRealTree, type RealTree } from "./real-tree.ts";
import { walkAll } from "./tree-under-test.ts";

/** The file whose call hangs; `reached` is called then, and `goOn` lets it return. And the one that cannot be looked at. */
const asked = vi.hoisted(() => ({ hangs: "", reached: () => {}, goOn: () => {}, fails: "" }));
const longestSilenceMs = 60_000;

vi.mock("node:fs", async (original) => {
  const fs = await original<typeof import("node:fs")>();
  const lstat = (path: string, options: object, done: (error: Error | null) => void): void => {
    if (asked.fails !== "" && path.endsWith(asked.fails))
      done(Object.assign(new Error("no"), { code: "EACCES" }));
    else if (asked.hangs === "" || !path.endsWith(asked.hangs)) {
      fs.lstat(path, options, done);
    } else {
      asked.goOn = () => done(null);
      asked.reached();
    }
  };
  return { ...fs, lstat };
});

describe("a walk in the pool", () => {
  let tree: RealTree;
  let walker: Walker;
  let started: number;
  beforeEach(async () => {
    asked.hangs = "";
    asked.fails = "";
    started = 0;
    tree = await makeRealTree();
  });
  afterEach(async () => {
    await walker.close();
    await tree.end();
  });

  const walkerWith = (mostInPool: number): void => {
    walker = createWalker(process.platform, {
      mostInPool,
      longestSilenceMs,
      startThread: () => {
        started += 1;
        return new WalkThread(process.platform);
      },
    });
  };
  const walk = (folder = tree.folder) =>
    walkAll({ files: { ...tree.files, walk: (r, s) => walker.walk(r, s) }, folder }, {});

  const hangsAt = (relPath: string): Promise<void> => {
    asked.hangs = relPath;
    return new Promise((resolve) => {
      asked.reached = resolve;
    });
  };

  it("starts no thread for few files, and leaves the rest to one, each file once", async () => {
    walkerWith(30);
    for (let n = 0; n < 40; n++) await tree.write(`d${n % 4}/${n}`, "1");
    const few = await walk(`${tree.folder}/d0`);
    expect([few.files.length, started]).toEqual([10, 0]);
    const all = await walk();
    expect(new Set(all.files.map(({ relPath }) => relPath)).size).toBe(40);
    expect([all.files.length, all.errors, started]).toEqual([40, [], 1]);
    expect((await walk(`${tree.folder}/d0`)).files).toHaveLength(10);
    expect(started).toBe(1);
  });

  it("keeps the files that are looked at beside one that cannot be", async () => {
    walkerWith(100);
    for (const name of ["a", "b", "c", "d", "e"]) await tree.write(name, "1");
    asked.fails = "/b";
    const { files, skipped, errors } = await walk();
    expect(files.map(({ relPath }) => relPath).sort()).toEqual(["a", "c", "d", "e"]);
    expect(skipped).toMatchObject([{ relPath: "b", kind: "unreadable-file" }]);
    expect([errors, started]).toEqual([[], 0]);
  });

  it("sets a folder aside that does not answer, until the call returns", async () => {
    walkerWith(100);
    await tree.write("slow/f", "1");
    await tree.write("quick/f", "1");
    const slow = `${tree.folder}/slow`;
    const isHanging = hangsAt("slow/f");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const walking = walk(slow);
    await isHanging;
    vi.advanceTimersByTime(longestSilenceMs);
    vi.useRealTimers();
    expect((await walking).errors).toMatchObject([{ error: "no-answer" }]);
    asked.hangs = "";
    expect((await walk(slow)).errors).toMatchObject([{ error: "no-answer" }]);
    expect((await walk(`${tree.folder}/quick`)).files).toHaveLength(1);
    asked.goOn();
    await turn();
    expect((await walk(slow)).files).toHaveLength(1);
    expect(started).toBe(0);
  });

  it("ends where nobody waits any more, also in a call that hangs; no second one is kept in it", async () => {
    walkerWith(100);
    await tree.write("f", "1");
    const isHanging = hangsAt("f");
    const leaving = new AbortController();
    const request = { folder: tree.folder, pattern: null, alsoSuffixes: [] };
    const left = walker.walk(request, leaving.signal)[Symbol.asyncIterator]().next();
    await isHanging;
    leaving.abort();
    expect((await left).done).toBe(true);
    // By a thread, which does not share the pool.
    expect((await walk()).files).toHaveLength(1);
    expect(started).toBe(1);
  });
});
