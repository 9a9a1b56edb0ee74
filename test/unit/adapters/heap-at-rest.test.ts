import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type HeapAtRest, keepHeapSmall } from "#adapters/heap-at-rest.ts";

const lookMs = 30_000;

describe("a heap at rest", () => {
  let bytes = 30e6;
  let collections = 0;
  let rest: HeapAtRest;

  beforeEach(() => {
    vi.useFakeTimers();
    bytes = 30e6;
    collections = 0;
    rest = keepHeapSmall({
      size: () => bytes,
      collect() {
        collections += 1;
        bytes = 12e6;
      },
    });
  });
  afterEach(() => {
    rest.end();
    vi.useRealTimers();
  });

  it("is collected once, and again when it has grown", () => {
    vi.advanceTimersByTime(3 * lookMs);
    expect(collections).toBe(1);
    bytes = 14e6;
    vi.advanceTimersByTime(lookMs);
    expect(collections).toBe(1);
    bytes = 16e6;
    vi.advanceTimersByTime(lookMs);
    expect(collections).toBe(2);
  });

  it("is left alone while something is under way", () => {
    for (let look = 0; look < 5; look++) {
      rest.busy();
      vi.advanceTimersByTime(lookMs);
    }
    expect(collections).toBe(0);
    vi.advanceTimersByTime(lookMs);
    expect(collections).toBe(1);
  });
});

it("gives back what garbage held, in this process too", () => {
  vi.useFakeTimers();
  const rest = keepHeapSmall();
  vi.advanceTimersByTime(lookMs);
  rest.end();
  vi.useRealTimers();
  expect(globalThis).not.toHaveProperty("gc");
});
