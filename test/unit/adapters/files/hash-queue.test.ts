import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createHashQueue, type HashPlace } from "#adapters/files/hash-queue.ts";

let line: ReturnType<typeof createHashQueue>;
let passed: string[];
let isWanted: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  line = createHashQueue();
  passed = [];
  isWanted = true;
});
afterEach(() => vi.useRealTimers());

/** Gives the names whose turn has come when `ms` have gone by. */
async function passedWithin(ms: number): Promise<readonly string[]> {
  await vi.advanceTimersByTimeAsync(ms);
  return passed.splice(0);
}

function turn(name: string, place: HashPlace): void {
  void place.turn(() => isWanted).then(() => passed.push(name));
}

describe("the line of large files that are hashed", () => {
  it("lets the first go on and the others wait until it has left", async () => {
    const [a, b, c] = [line.join(), line.join(), line.join()];
    turn("a", a);
    turn("b", b);
    turn("c", c);
    expect(await passedWithin(0)).toEqual(["a"]);
    a.leave();
    expect(await passedWithin(0)).toEqual(["b"]);
    b.leave();
    expect(await passedWithin(0)).toEqual(["c"]);
  });

  it("keeps waiting for a file that moves", async () => {
    const [a, b] = [line.join(), line.join()];
    turn("b", b);
    for (let n = 0; n < 10; n++) {
      a.moved();
      expect(await passedWithin(150)).toEqual([]);
    }
  });

  it("does not wait for a file whose drive gives nothing, until it gives something again", async () => {
    const [a, b] = [line.join(), line.join()];
    turn("b", b);
    expect(await passedWithin(199)).toEqual([]);
    expect(await passedWithin(1)).toEqual(["b"]);
    turn("b again", b);
    expect(await passedWithin(0)).toEqual(["b again"]);
    a.moved();
    turn("b later", b);
    expect(await passedWithin(0)).toEqual([]);
    a.leave();
    expect(await passedWithin(0)).toEqual(["b later"]);
  });

  it("lets go soon of a file that is not wanted any more", async () => {
    const [a, b] = [line.join(), line.join()];
    turn("b", b);
    isWanted = false;
    a.moved();
    expect(await passedWithin(200)).toEqual(["b"]);
  });

  it("is not upset by one that leaves from its middle", async () => {
    const [a, b, c] = [line.join(), line.join(), line.join()];
    b.leave();
    turn("c", c);
    expect(await passedWithin(0)).toEqual([]);
    a.leave();
    expect(await passedWithin(0)).toEqual(["c"]);
  });
});
