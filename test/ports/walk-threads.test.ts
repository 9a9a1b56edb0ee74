import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WalkThread } from "#adapters/files/walk-thread.ts";
import { createWalker, type Walker } from "#adapters/files/walker.ts";
import type { WalkRequest } from "#engine/ports/host.ts";
import { atMost } from "#test/support/limits.ts";
import { makeRealTree, type RealTree } from "./real-tree.ts";
import { walkAll } from "./tree-under-test.ts";

/** Enters a system call for the first walk it is given and never comes back. */
const hanging = script(`
  import { parentPort, workerData } from "node:worker_threads";
  parentPort.on("message", (call) => {
    if (call.kind !== "walk" || !call.request.folder.endsWith("/hangs")) return;
    Atomics.store(workerData.progress, 0, call.id);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
`);

const breaking = script(`
  import { parentPort } from "node:worker_threads";
  parentPort.on("message", () => { throw new Error("out of memory"); });
`);

describe("walking threads", () => {
  let tree: RealTree;
  let walker: Walker | undefined;
  beforeEach(async () => {
    tree = await makeRealTree();
  });
  afterEach(async () => {
    await walker?.close();
    walker = undefined;
    await tree.end();
  });

  const walk = (request: Partial<WalkRequest>) =>
    walkAll(
      { files: { ...tree.files, walk: (r, s) => (walker ?? tree.files).walk(r, s) }, folder: tree.folder },
      request,
    );

  /** A walker whose first threads run these scripts. */
  function walkerWith(...scripts: URL[]): () => number {
    let started = 0;
    walker = createWalker(process.platform, {
      longestSilenceMs: 300,
      startThread: () => new WalkThread(process.platform, scripts[started++]),
    });
    return () => started;
  }

  it("sets a thread aside whose drive does not answer, and carries the other walks on", async () => {
    await tree.write("f", "1");
    const started = walkerWith(hanging);
    const [stuck, other] = await Promise.all([walk({ folder: `${tree.folder}/hangs` }), walk({})]);
    expect(stuck.errors).toMatchObject([{ error: "no-answer" }]);
    expect(stuck.errors[0]?.message).toMatch(/does not answer/);
    expect(other.files).toHaveLength(1);
    expect(other.errors).toEqual([]);
    expect(started()).toBe(2);
  });

  it("is let go when nothing was walked for a while, and a new one walks on", async () => {
    await tree.write("f", "1");
    const threads: WalkThread[] = [];
    walker = createWalker(process.platform, {
      restMs: 1,
      startThread() {
        const thread = new WalkThread(process.platform);
        threads.push(thread);
        return thread;
      },
    });
    expect((await walk({})).files).toHaveLength(1);
    await expect.poll(() => threads[0]?.isLost).toBe(true);
    const again = await walk({});
    expect([again.files.length, again.errors, threads.length]).toEqual([1, [], 2]);
  });

  it("is kept while a drive does not answer it, also when nobody waits for that any more", async () => {
    await tree.write("f", "1");
    const threads: WalkThread[] = [];
    walker = createWalker(process.platform, {
      restMs: 1,
      // So long it is seen to hang, also on a busy machine.
      longestSilenceMs: atMost(1_500),
      startThread() {
        const thread = new WalkThread(process.platform, threads.length === 0 ? hanging : undefined);
        threads.push(thread);
        return thread;
      },
    });
    const leaving = new AbortController();
    const folder = `${tree.folder}/hangs`;
    const left = walker
      .walk({ folder, pattern: null, alsoSuffixes: [] }, leaving.signal)
      [Symbol.asyncIterator]();
    const over = left.next();
    await expect.poll(() => threads[0]?.isInStep).toBe(true);
    leaving.abort();
    expect((await over).done).toBe(true);
    await sleep(100);
    expect(threads[0]?.isLost).toBe(false);
    expect((await walk({})).files).toHaveLength(1);
    expect(threads).toHaveLength(2);
  });

  it("begins again on a fresh thread when one breaks, and gives up after three", async () => {
    await tree.write("f", "1");
    walkerWith(breaking, breaking);
    expect((await walk({})).files).toHaveLength(1);
    await walker?.close();
    const started = walkerWith(breaking, breaking, breaking, breaking);
    expect((await walk({})).errors).toMatchObject([{ message: expect.stringMatching(/failed 3 times/) }]);
    expect(started()).toBe(3);
  });

  it("reads at most two batches ahead of its reader", async () => {
    for (let i = 0; i < 3100; i++) await tree.write(`d/${i}`, "");
    await tree.write("e/f", "");
    const thread = new WalkThread(process.platform);
    const ahead: string[] = [];
    const all = (folder: string) => ({ request: { folder, pattern: null, alsoSuffixes: [] }, from: [""] });
    const id = thread.walk(all(tree.folder), (e) => ahead.push(e.kind));
    const pause = async () => {
      await new Promise<void>((resolve) => {
        thread.walk(all(`${tree.folder}/e`), (event) => event.kind === "end" && resolve());
      });
    };
    for (let i = 0; i < 50; i++) await pause();
    expect(ahead).toEqual(["batch", "batch"]);
    thread.more(id);
    for (let i = 0; i < 50; i++) await pause();
    expect(ahead).toEqual(["batch", "batch", "batch"]);
    await thread.end();
  });

  it("walks several folders in turn", async () => {
    for (let i = 0; i < 2500; i++) await tree.write(`${i % 2 ? "odd" : "even"}/${i}`, "");
    const both = await Promise.all(["odd", "even"].map((d) => walk({ folder: `${tree.folder}/${d}` })));
    expect(both.map((b) => b.files.length)).toEqual([1250, 1250]);
  });

  it("refuses a pattern that gives no date, by name", async () => {
    const { errors } = await walk({ pattern: "*.nc" });
    expect(errors[0]?.message).toContain('"*.nc"');
  });
});

function script(code: string): URL {
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}
