import { beforeEach, describe, expect, it } from "vitest";
import { createConnectionLimit, quickFileBytes } from "#engine/delivery/connection-limit.ts";

const large = quickFileBytes + 1;
const never = new AbortController().signal;

let limit: number;
let slots: ReturnType<typeof createConnectionLimit>;
let talking: Map<string, () => void>;

beforeEach(() => {
  limit = 2;
  slots = createConnectionLimit(() => limit);
  talking = new Map();
});

function ask(name: string, size: number, signal = never): void {
  void slots.take(size, signal).then((end) => {
    if (end !== null) talking.set(name, end);
  });
}

async function names(): Promise<readonly string[]> {
  await new Promise((resolve) => setImmediate(resolve));
  return [...talking.keys()];
}

async function end(name: string): Promise<readonly string[]> {
  talking.get(name)?.();
  talking.delete(name);
  return await names();
}

describe("the slots of the link", () => {
  it("let small files talk in the order of asking, as many as the limit", async () => {
    for (const name of ["a", "b", "c", "d"]) ask(name, 1);
    expect(await names()).toEqual(["a", "b"]);
    expect(await end("a")).toEqual(["b", "c"]);
    expect(await end("b")).toEqual(["c", "d"]);
  });

  it("keep one slot from large files, which a small one behind them takes", async () => {
    for (const name of ["large 1", "large 2"]) ask(name, large);
    expect(await names()).toEqual(["large 1"]);
    ask("small", quickFileBytes);
    expect(await names()).toEqual(["large 1", "small"]);
    expect(await end("small")).toEqual(["large 1"]);
    expect(await end("large 1")).toEqual(["large 2"]);
  });

  it("let one large file talk where there is one slot only", async () => {
    limit = 1;
    for (const name of ["large 1", "large 2"]) ask(name, large);
    expect(await names()).toEqual(["large 1"]);
    expect(await end("large 1")).toEqual(["large 2"]);
  });

  it("let in more when the limit has grown", async () => {
    limit = 1;
    for (const name of ["a", "b", "c"]) ask(name, 1);
    limit = 3;
    slots.admit();
    expect(await names()).toEqual(["a", "b", "c"]);
  });

  it("give nothing to who was stopped before or while waiting, and lose no place by it", async () => {
    expect(await slots.take(1, AbortSignal.abort())).toBeNull();
    const stop = new AbortController();
    for (const name of ["a", "b"]) ask(name, 1);
    await names();
    ask("stopped", large, stop.signal);
    ask("d", 1);
    stop.abort();
    expect(await end("a")).toEqual(["b", "d"]);
    expect(await end("b")).toEqual(["d"]);
  });

  it("count a slot that is given back twice once", async () => {
    for (const name of ["a", "b", "c", "d"]) ask(name, 1);
    await names();
    const endA = talking.get("a");
    endA?.();
    endA?.();
    expect(await names()).toEqual(["a", "b", "c"]);
  });
});
