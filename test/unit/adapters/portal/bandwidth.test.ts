import { expect, test } from "vitest";
import { createBandwidth } from "#adapters/portal/bandwidth.ts";
import type { Clock } from "#engine/ports/host.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";
import { fc } from "#test/support/fixed-cases.ts";

const never = new AbortController().signal;

test("no limit never waits", () => {
  const bandwidth = createBandwidth(() => null, new FakeClock());
  expect(bandwidth.take(1e12, never)).toBeNull();
});

test("keeps within 5 % over 10 s, whatever the limit, the pieces and the number of uploads", async () => {
  const plans = fc.record({
    limitKBps: fc.integer({ min: 20, max: 5_000 }),
    uploads: fc.integer({ min: 1, max: 8 }),
    lateMs: fc.constantFrom(0, 1, 4),
    share: fc.double({ min: 0.3, max: 1, noNaN: true }),
  });
  await fc.assert(
    fc.asyncProperty(plans, async ({ limitKBps, uploads, lateMs, share }) => {
      const clock = new FakeClock();
      // Timers come late.
      const sleep: Clock["sleep"] = (ms, signal) => clock.sleep(ms + lateMs, signal);
      const bandwidth = createBandwidth(() => limitKBps, {
        nowMs: () => clock.nowMs(),
        monotonicMs: () => clock.monotonicMs(),
        random: () => 0,
        sleep,
      });
      const piece = Math.max(1, Math.floor(bandwidth.pieceBytes * share));
      let sentBytes = 0;
      let isOver = false;
      const upload = async (): Promise<void> => {
        while (!isOver) {
          await bandwidth.take(piece, never);
          if (isOver) return;
          sentBytes += piece;
        }
      };
      for (let i = 0; i < uploads; i++) void upload();
      await clock.advance(10_000);
      isOver = true;
      const ratio = sentBytes / (limitKBps * 1000 * 10);
      expect(ratio).toBeGreaterThan(0.95);
      expect(ratio).toBeLessThan(1.05);
    }),
    { numRuns: 12, examples: [[{ limitKBps: 5_000, uploads: 1, lateMs: 4, share: 0.04 }]] },
  );
});

test("a pause earns no burst beyond a twentieth of a second", async () => {
  const clock = new FakeClock();
  const bandwidth = createBandwidth(() => 1000, clock);
  await clock.advance(60_000);
  let atOnce = 0;
  while (bandwidth.take(1000, never) === null) atOnce += 1000;
  expect(atOnce).toBeLessThanOrEqual(51_000);
});

test("an abort ends the wait at once", async () => {
  const clock = new FakeClock();
  const bandwidth = createBandwidth(() => 1, clock);
  bandwidth.take(1_000_000, never);
  const giving = new AbortController();
  const waiting = bandwidth.take(1, giving.signal);
  expect(waiting).not.toBeNull();
  giving.abort();
  await waiting;
});

test("keeps within 2 % across switches, of a lower limit, a higher one and none", async () => {
  const clock = new FakeClock();
  let limitKBps: number | null = 200;
  const bandwidth = createBandwidth(() => limitKBps, clock);
  let sentBytes = 0;
  let isOver = false;
  const upload = async (): Promise<void> => {
    while (!isOver) {
      const { pieceBytes } = bandwidth;
      const wait = bandwidth.take(pieceBytes, never);
      await wait;
      if (isOver) return;
      sentBytes += pieceBytes;
      // Without a limit a piece takes as long as the line needs.
      if (wait === null && limitKBps === null) await clock.sleep(100, never);
    }
  };
  for (let i = 0; i < 4; i++) void upload();
  for (const [limit, seconds] of [
    [200, 60],
    [1000, 60],
    [50, 60],
    [null, 5],
    [300, 60],
  ] as const) {
    limitKBps = limit;
    const before = sentBytes;
    await clock.advance(seconds * 1000);
    if (limit === null) continue;
    const ratio = (sentBytes - before) / (limit * 1000 * seconds);
    expect(ratio).toBeGreaterThan(0.98);
    expect(ratio).toBeLessThan(1.02);
  }
  isOver = true;
});

test("who waits at a low limit goes on as soon as there is none", async () => {
  const clock = new FakeClock();
  let limitKBps: number | null = 1;
  const bandwidth = createBandwidth(() => limitKBps, clock);
  bandwidth.take(100_000, never);
  let isThrough = false;
  void bandwidth.take(1, never)?.then(() => {
    isThrough = true;
  });
  await clock.advance(1_000);
  expect(isThrough).toBe(false);
  limitKBps = null;
  await clock.advance(250);
  expect(isThrough).toBe(true);
});
