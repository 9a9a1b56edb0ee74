import { expect, test } from "vitest";
import { createBandwidth } from "#adapters/portal/bandwidth.ts";
import type { Precedence } from "#domain/precedence.ts";
import type { Clock } from "#engine/ports/host.ts";
import { seededRandom } from "#test/support/builders/seeded-random.ts";
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

type Switches = readonly (readonly [limitKBps: number | null, seconds: number])[];

/** Parts of each limit that so many uploads send under it; null where there is none. */
async function sentAcross(switches: Switches, uploads: number): Promise<readonly (number | null)[]> {
  const clock = new FakeClock();
  let [limitKBps] = switches[0] ?? [null];
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
  for (let i = 0; i < uploads; i++) void upload();
  const parts: (number | null)[] = [];
  for (const [limit, seconds] of switches) {
    limitKBps = limit;
    const before = sentBytes;
    await clock.advance(seconds * 1000);
    parts.push(limit === null ? null : (sentBytes - before) / (limit * 1000 * seconds));
  }
  isOver = true;
  return parts;
}

test("keeps within 2 % across switches, of a lower limit, a higher one and none", async () => {
  const switches: Switches = [
    ...([200, 1000, 50] as const).map((one) => [one, 60] as const),
    [null, 5],
    [300, 60],
  ];
  for (const part of await sentAcross(switches, 4))
    if (part !== null) expect(Math.abs(part - 1)).toBeLessThan(0.02);
});

test("keeps within 2 % across random switches, and a piece of the limit before", async () => {
  for (let seed = 0; seed < 20; seed += 1) {
    const random = seededRandom(`switches ${seed}`);
    const anyLimit = () => (random.next() < 0.15 ? null : Math.round(20 * 250 ** random.next()));
    const switches: Switches = Array.from({ length: 6 }, () => [anyLimit(), 60] as const);
    const parts = await sentAcross(switches, random.int(1, 6));
    for (const [at, [limit, seconds]] of switches.entries()) {
      // The twentieth of a second that is on the line when the limit falls.
      const onTheLine = (0.05 * (switches[at - 1]?.[0] ?? 0)) / ((limit ?? 1) * seconds);
      expect([seed, at, Math.abs((parts[at] ?? 1) - 1) < 0.02 + onTheLine]).toEqual([seed, at, true]);
    }
  }
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

test("what waits goes by precedence, and what was given up takes no bytes", async () => {
  const clock = new FakeClock();
  const bandwidth = createBandwidth(() => 1, clock);
  const went: string[] = [];
  const ask = (name: string, precedence: Precedence, signal = never) =>
    void bandwidth.take(1000, signal, precedence)?.then(() => went.push(name));
  const giving = new AbortController();
  ask("on the line", 2);
  ask("given up", 0, giving.signal);
  ask("old", 2);
  ask("yesterday", 1);
  ask("today 1", 0);
  ask("today 2", 0);
  giving.abort();
  await clock.advance(1_500);
  expect(went).toEqual(["given up", "today 1"]);
  await clock.advance(3_000);
  expect(went.slice(2)).toEqual(["today 2", "yesterday", "old"]);
});

test("others have a tenth of the limit while files of today always wait", async () => {
  const clock = new FakeClock();
  const bandwidth = createBandwidth(() => 100, clock);
  const sent = { today: 0, old: 0 };
  let isOver = false;
  const upload = async (kind: keyof typeof sent, bytes: number, precedence: Precedence): Promise<void> => {
    while (!isOver) {
      await bandwidth.take(bytes, never, precedence);
      sent[kind] += bytes;
    }
  };
  for (const bytes of [5_000, 1_100, 16_000]) void upload("today", bytes, 0);
  for (const bytes of [5_000, 2_500]) void upload("old", bytes, 2);
  await clock.advance(60_000);
  isOver = true;
  expect(sent.old / (sent.old + sent.today)).toBeCloseTo(0.1, 2);
  expect((sent.old + sent.today) / 6_000_000).toBeCloseTo(1, 2);
});

test("nobody who waits stands still, of yesterday or older", async () => {
  const clock = new FakeClock();
  const bandwidth = createBandwidth(() => 1, clock);
  const went = new Map<number, number[]>();
  let isOver = false;
  const upload = async (which: number, precedence: Precedence): Promise<void> => {
    const times = [0];
    went.set(which, times);
    while (!isOver) {
      await bandwidth.take(bandwidth.pieceBytes, never, precedence);
      times.push(clock.monotonicMs());
    }
  };
  for (const [which, precedence] of ([0, 1, 2, 2] as const).entries()) void upload(which, precedence);
  await clock.advance(600_000);
  isOver = true;
  const waits = [...went.values()].flatMap((times) =>
    [...times, 600_000].map((atMs, at) => atMs - (times[at - 1] ?? 0)),
  );
  // The portal client gives up a body of which nothing moved for 55 s.
  expect(Math.max(...waits)).toBeLessThan(40_000);
});

test("a sleep of the PC lets those who waited go, and no more", async () => {
  const clock = new FakeClock();
  let sleptMs = 0;
  const bandwidth = createBandwidth(() => 1000, {
    nowMs: () => clock.nowMs(),
    monotonicMs: () => clock.monotonicMs() + sleptMs,
    random: () => 0,
    sleep: (ms, signal) => clock.sleep(ms, signal),
  });
  bandwidth.take(500_000, never);
  let went = 0;
  for (let n = 0; n < 3; n += 1) void bandwidth.take(100_000, never)?.then(() => (went += 1));
  sleptMs = 3_600_000;
  await clock.advance(250);
  expect(went).toBe(3);
  let atOnce = 0;
  while (bandwidth.take(1000, never) === null) atOnce += 1000;
  expect(atOnce).toBeLessThanOrEqual(51_000);
});

test("a piece of a high limit holds a low one no longer than its own", async () => {
  const clock = new FakeClock();
  let limitKBps = 5_000;
  const bandwidth = createBandwidth(() => limitKBps, clock);
  bandwidth.take(250_000, never);
  limitKBps = 1;
  let isThrough = false;
  void bandwidth.take(1_000, never)?.then(() => {
    isThrough = true;
  });
  await clock.advance(300);
  expect(isThrough).toBe(true);
});
