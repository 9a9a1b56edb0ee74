import type { Socket } from "node:net";
import { beforeEach, expect, test, vi } from "vitest";
import { type StallTimer, watchSilence } from "#adapters/portal/stall-timer.ts";

/** A socket as far as bytes are counted. */
const counts = { bytesWritten: 0, bytesRead: 0, _handle: { writeQueueSize: 0 } };

let told: boolean[];
let moves: number;
let watch: StallTimer;

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(counts, { bytesWritten: 1_000, bytesRead: 0, _handle: { writeQueueSize: 500 } });
  told = [];
  moves = 0;
  const onMoved = (): void => {
    moves += 1;
  };
  watch = watchSilence(counts as unknown as Socket, 800, (hasHeard) => told.push(hasHeard), onMoved);
  return () => vi.useRealTimers();
});

/** Lets so many eighths of the time pass; `each` happens in every one. */
function pass(parts: number, each = (): void => {}): void {
  for (let n = 0; n < parts; n++) {
    each();
    vi.advanceTimersByTime(100);
  }
}

test("silence is told between seven and eight parts of the time, once", () => {
  pass(6);
  expect(told).toEqual([]);
  pass(20);
  expect(told).toEqual([false]);
});

test("a further write, or bytes of one that leave, put it off", () => {
  pass(6);
  counts.bytesWritten += 1;
  pass(6);
  counts._handle.writeQueueSize -= 1;
  pass(6);
  expect(told).toEqual([]);
  expect(moves).toBe(2);
});

test("what comes in while the body hangs puts nothing off, and is told", () => {
  pass(6, () => {
    counts.bytesRead += 1;
  });
  expect(told).toEqual([]);
  pass(1);
  expect(told).toEqual([true]);
});

test("what comes in counts when the answer is awaited", () => {
  watch.awaitAnswer(0);
  pass(20, () => {
    counts.bytesRead += 1;
  });
  expect(told).toEqual([]);
  pass(8);
  expect(told).toEqual([false]);
});

test("bytes that the caller holds back are no silence", () => {
  pass(6);
  watch.moved();
  pass(6);
  expect(told).toEqual([]);
});

test("more patience for what the system still sends unseen", () => {
  watch.awaitAnswer(300);
  pass(9);
  expect(told).toEqual([]);
  pass(1);
  expect(told).toEqual([false]);
});

test("nothing is told after the end", () => {
  watch.stop();
  pass(20);
  expect(told).toEqual([]);
});
