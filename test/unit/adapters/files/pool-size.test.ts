import { afterEach, expect, it, vi } from "vitest";
import { hasLargePool, poolSize } from "#adapters/files/pool-size.ts";

afterEach(() => vi.unstubAllEnvs());

it("tells the size that the program set after this was loaded", () => {
  vi.stubEnv("UV_THREADPOOL_SIZE", undefined);
  expect(hasLargePool()).toBe(false);
  vi.stubEnv("UV_THREADPOOL_SIZE", "64");
  expect(hasLargePool()).toBe(true);
});

it.each([
  [undefined, 4],
  ["64", 64],
  ["0", 1],
  ["many", 1],
  ["5000", 1_024],
])("is what libuv makes of %o", (given, size) => {
  vi.stubEnv("UV_THREADPOOL_SIZE", given);
  expect(poolSize()).toBe(size);
});
