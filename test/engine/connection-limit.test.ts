import { beforeEach, describe, expect, it } from "vitest";
import type { Precedence } from "#domain/precedence.ts";
import { createConnectionLimit, quickFileBytes } from "#engine/delivery/connection-limit.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";

const large = quickFileBytes + 1;
const never = new AbortController().signal;

let limit: number;
let connections: ReturnType<typeof createConnectionLimit>;
let taken: Map<string, () => void>;

beforeEach(() => {
  limit = 2;
  connections = createConnectionLimit(() => limit);
  taken = new Map();
});

function ask(name: string, size: number, signal = never, precedence: Precedence = 0): void {
  void connections.take(size, signal, false, precedence).then((end) => {
    if (end !== null) taken.set(name, end);
  });
}

async function names(): Promise<readonly string[]> {
  await new Promise((resolve) => setImmediate(resolve));
  return [...taken.keys()];
}

async function end(name: string): Promise<readonly string[]> {
  taken.get(name)?.();
  taken.delete(name);
  return await names();
}

describe("connections", () => {
  it("are given to small files in the order of asking, as many as the limit", async () => {
    for (const name of ["a", "b", "c", "d"]) ask(name, 1);
    expect(await names()).toEqual(["a", "b"]);
    expect(await end("a")).toEqual(["b", "c"]);
    expect(await end("b")).toEqual(["c", "d"]);
  });

  it("keep one from large files, which a small one behind them takes", async () => {
    for (const name of ["large 1", "large 2"]) ask(name, large);
    expect(await names()).toEqual(["large 1"]);
    ask("small", quickFileBytes);
    expect(await names()).toEqual(["large 1", "small"]);
    expect(await end("small")).toEqual(["large 1"]);
    expect(await end("large 1")).toEqual(["large 2"]);
  });

  it("are given to files of today first, then of yesterday, then to the backlog", async () => {
    for (const name of ["a", "b"]) ask(name, 1);
    ask("old", 1, never, 2);
    ask("yesterday", 1, never, 1);
    ask("today", 1, never, 0);
    await names();
    expect(await end("a")).toEqual(["b", "today"]);
    expect(await end("b")).toEqual(["today", "yesterday"]);
    expect(await end("today")).toEqual(["yesterday", "old"]);
  });

  it("are all for small old files; larger ones leave one free, and under a limit two", async () => {
    limit = 4;
    for (const name of ["a", "b", "c", "d"]) ask(name, 256 * 1024, never, 2);
    expect(await names()).toEqual(["a", "b", "c", "d"]);
    for (const [limitKBps, most] of [
      [null, 3],
      [300, 2],
    ] as const) {
      taken.clear();
      connections = createConnectionLimit(
        () => limit,
        null,
        () => limitKBps,
      );
      for (const name of ["a", "b", "c", "d"]) ask(name, 256 * 1024 + 1, never, 2);
      expect(await names()).toHaveLength(most);
      ask("large of today", large, never, 0);
      expect(await names()).toHaveLength(3);
      ask("today", 1, never, 0);
      expect(await names()).toContain("today");
    }
  });

  it("leave a probe the last, whatever its file", async () => {
    limit = 4;
    connections = createConnectionLimit(
      () => limit,
      null,
      () => 4,
    );
    for (const name of ["a", "b", "c"]) ask(name, large, never, 2);
    expect(await names()).toHaveLength(2);
    void connections.take(large, never, true, 2).then(() => taken.set("probe", () => {}));
    expect(await names()).toContain("probe");
  });

  it("call a second of the limit small, of old files", async () => {
    limit = 4;
    connections = createConnectionLimit(
      () => limit,
      null,
      () => 4,
    );
    for (const name of ["a", "b", "c"]) ask(name, 4_001, never, 2);
    expect(await names()).toEqual(["a", "b"]);
    for (const name of ["d", "e"]) ask(name, 4_000, never, 2);
    expect(await names()).toEqual(["a", "b", "d", "e"]);
  });

  it("let one large file through where there is one only", async () => {
    limit = 1;
    for (const name of ["large 1", "large 2"]) ask(name, large);
    expect(await names()).toEqual(["large 1"]);
    expect(await end("large 1")).toEqual(["large 2"]);
  });

  it("begin with one, and are all there once the portal has judged", async () => {
    connections = createConnectionLimit(() => limit, new FakeClock());
    for (const name of ["a", "b", "c"]) ask(name, 1);
    expect(await names()).toEqual(["a"]);
    connections.endSlowStart();
    expect(await names()).toEqual(["a", "b"]);
    connections.slowStart();
    expect(await end("a")).toEqual(["b"]);
    expect(await end("b")).toEqual(["c"]);
  });

  it("give nothing to who was stopped before or while waiting, and lose no place by it", async () => {
    expect(await connections.take(1, AbortSignal.abort())).toBeNull();
    const stop = new AbortController();
    for (const name of ["a", "b"]) ask(name, 1);
    await names();
    ask("stopped", large, stop.signal);
    ask("d", 1);
    stop.abort();
    expect(await end("a")).toEqual(["b", "d"]);
    expect(await end("b")).toEqual(["d"]);
  });

  it("count one that is freed twice once", async () => {
    for (const name of ["a", "b", "c", "d"]) ask(name, 1);
    await names();
    const endA = taken.get("a");
    endA?.();
    endA?.();
    expect(await names()).toEqual(["a", "b", "c"]);
  });
});
