import { expect, test } from "vitest";
import { createBandwidth } from "#adapters/portal/bandwidth.ts";
import type { Clock } from "#engine/ports/host.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";
import { fc } from "#test/support/fixed-cases.ts";

const never = new AbortController().signal;

test("no limit never waits", () => {
  const bandwidth = createBandwidth(null, new FakeClock());
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
      const bandwidth = createBandwidth(limitKBps, {
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
  const bandwidth = createBandwidth(1000, clock);
  await clock.advance(60_000);
  let atOnce = 0;
  while (bandwidth.take(1000, never) === null) atOnce += 1000;
  expect(atOnce).toBeLessThanOrEqual(51_000);
});

test("an abort ends the wait at once", async () => {
  const clock = new FakeClock();
  const bandwidth = createBandwidth(1, clock);
  bandwidth.take(1_000_000, never);
  const giving = new AbortController();
  const waiting = bandwidth.take(1, giving.signal);
  expect(waiting).not.toBeNull();
  giving.abort();
  await waiting;
});
