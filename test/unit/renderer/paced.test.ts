import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { paced } from "#renderer/store/paced.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A host that takes `answerMs` for each answer, and when it was asked (milliseconds). */
function host(answerMs: number) {
  const ended = new AbortController();
  const begun = performance.now();
  const askedAt: number[] = [];
  const say = paced(() => {
    askedAt.push(performance.now() - begun);
    return new Promise((resolve) => setTimeout(resolve, answerMs));
  }, ended.signal);
  return { say, askedAt, end: () => ended.abort() };
}

test("what is old is asked for at once, and then at most twice a second", async () => {
  const { say, askedAt } = host(10);
  for (let n = 0; n < 29; n++) {
    say();
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(askedAt).toEqual([0, 500, 1000]);
});

test("what became old while the answer was on its way is asked for again, once, and never before the answer", async () => {
  const { say, askedAt } = host(400);
  say();
  await vi.advanceTimersByTimeAsync(100);
  say();
  say();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(askedAt).toEqual([0, 1600]);
});

test("a slow answer is asked for a quarter of the time at most", async () => {
  const { say, askedAt } = host(2_000);
  for (let n = 0; n < 400; n++) {
    say();
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(askedAt).toEqual([0, 8_000, 16_000]);
});

test("an answer that never comes does not end the asking", async () => {
  const { say, askedAt } = host(1e9);
  say();
  await vi.advanceTimersByTimeAsync(1_000);
  say();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(askedAt).toEqual([0, 40_000]);
});

test("nothing is asked after the end", async () => {
  const { say, askedAt, end } = host(10);
  say();
  await vi.advanceTimersByTimeAsync(100);
  say();
  end();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(askedAt).toEqual([0]);
});
