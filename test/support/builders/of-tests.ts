import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";

/**
 * Gives the result of `open`, made for each test of the file or suite that calls this and closed after it. A plain object, whose
 * fields are those of the test that runs; it has none before.
 */
export function ofEachTest<T extends object>(open: () => Promise<T>, close: (one: T) => unknown): T {
  const one = {} as T;
  beforeEach(async () => void Object.assign(one, await open()));
  afterEach(async () => void (await close(one)));
  return one;
}

/** As `ofEachTest`, made once for all tests of the file or suite. */
export function ofAllTests<T extends object>(open: () => Promise<T>, close: (one: T) => unknown): T {
  const one = {} as T;
  beforeAll(async () => void Object.assign(one, await open()));
  afterAll(async () => void (await close(one)));
  return one;
}
