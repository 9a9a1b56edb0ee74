import { afterEach, expect, it, vi } from "vitest";
import { hasLargePool } from "#adapters/files/pool-size.ts";

afterEach(() => vi.unstubAllEnvs());

it("tells the size that the program set after this was loaded", () => {
  vi.stubEnv("UV_THREADPOOL_SIZE", undefined);
  expect(hasLargePool()).toBe(false);
  vi.stubEnv("UV_THREADPOOL_SIZE", "64");
  expect(hasLargePool()).toBe(true);
});
