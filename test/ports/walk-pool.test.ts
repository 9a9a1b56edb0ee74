import { writeFileSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { WalkThread } from "#adapters/files/walk-thread.ts";
import { createWalker, type Walker } from "#adapters/files/walker.ts";
import { makeRealTree, type RealTree } from "./real-tree.ts";
import { walkAll } from "./tree-under-test.ts";

/**
 * The file whose call hangs; `reached` is called then, and `goOn` lets it return. The one that cannot be looked at. And
 * whether the file system tells the kinds of entries (NFS may not: Node looks at each then); the file that goes meanwhile. And
 * the folder whose drive is not mounted: it is there, and the system says that it is not when it is listed.
 */
const asked = vi.hoisted(() => ({
  hangs: "",
  reached: () => {},
  goOn: () => {},
  fails: "",
  tellsKinds: true,
  goes: "",
  unmounted: "",
}));
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
  type Done = (error: Error | null, found?: unknown) => void;
  const readdir = (path: string, options: { readonly withFileTypes?: boolean }, done: Done): void => {
    const names = fs.readdirSync(path);
    const isAsked = !asked.tellsKinds && options.withFileTypes === true;
    if (isAsked && asked.goes !== "") fs.rmSync(`${path}/${asked.goes}`, { force: true });
    try {
      if (isAsked) for (const name of names) fs.lstatSync(`${path}/${name}`);
      if (asked.unmounted === "" || !path.endsWith(asked.unmounted))
        fs.readdir(path, options as object, done);
      else done(Object.assign(new Error("no"), { code: "ENOENT", syscall: "scandir" }));
    } catch (error) {
      done(error as Error);
    }
  };
  return { ...fs, lstat, readdir };
});

describe("a walk in the pool", () => {
  let tree: RealTree;
  let walker: Walker;
  let started: number;
  beforeEach(async () => {
    asked.hangs = "";
    asked.fails = "";
    asked.tellsKinds = true;
    asked.goes = "";
    asked.unmounted = "";
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

  it("finds all others where one goes while the system looks at each, as on NFS", async () => {
    walkerWith(100);
    for (const name of ["a", "b", "c", "d/e", "d/f"]) await tree.write(name, "1");
    asked.tellsKinds = false;
    asked.goes = "b";
    const first = await walk();
    expect([first.files.map(({ relPath }) => relPath), first.errors]).toEqual([["a", "c", "d/e", "d/f"], []]);
    asked.goes = "f";
    const then = await walk();
    expect([then.files.map(({ relPath }) => relPath), then.errors]).toEqual([["a", "c", "d/e"], []]);
  });

  it("leaves a folder without kinds to the thread where it is too large for the pool", async () => {
    walkerWith(30);
    for (let n = 0; n < 40; n++) await tree.write(`d/${n}`, "1");
    asked.tellsKinds = false;
    asked.goes = "7";
    const { files, errors } = await walk();
    expect([files.length, errors, started]).toEqual([39, [], 1]);
  });

  it.runIf(process.platform === "linux")(
    "finds all others beside a name that is not UTF-8, also there",
    async () => {
      walkerWith(100);
      for (const name of ["d/a", "d/b"]) await tree.write(name, "1");
      for (const above of ["", "d/"])
        writeFileSync(Buffer.from(`${tree.folder}/${above}M\xfcrz`, "latin1"), "1");
      asked.tellsKinds = false;
      const { files, skipped, errors } = await walk();
      expect([files.map(({ relPath }) => relPath), errors]).toEqual([["d/a", "d/b"], []]);
      expect(skipped).toMatchObject([
        { relPath: "M\\xfcrz", kind: "foreign-name" },
        { relPath: "d/M\\xfcrz", kind: "foreign-name" },
      ]);
    },
  );

  it("tells a folder that is there and cannot be listed: its drive is not mounted", async () => {
    walkerWith(100);
    for (const name of ["d/a", "nas/b"]) await tree.write(name, "1");
    asked.unmounted = "/nas";
    const { files, skipped, errors } = await walk();
    expect([files.map(({ relPath }) => relPath), errors]).toEqual([["d/a"], []]);
    expect(skipped).toMatchObject([{ relPath: "nas", kind: "unreadable-folder" }]);
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
