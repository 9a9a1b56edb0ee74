import { describe, expect, it } from "vitest";
import { createClockDrift } from "#domain/clock-drift.ts";
import { fc } from "#test/support/fixed-cases.ts";

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const startMs = Date.UTC(2026, 10, 23, 12);

/** A PC whose clock is `aheadMs` ahead of the portal's, and requests that take their time. */
class Pair {
  readonly drift = createClockDrift();
  /** Since the start, by a clock that is right. */
  passedMs = 0;
  aheadMs: number;

  constructor(aheadMs: number) {
    this.aheadMs = aheadMs;
  }

  reading() {
    return { nowMs: startMs + this.passedMs + this.aheadMs, monotonicMs: 1e6 + this.passedMs };
  }

  /** Makes one request: the portal writes its answer after `toMs`, and it is there after `backMs` more. */
  ask(toMs = 50, backMs = 50, headers?: { readonly date?: string; readonly age?: string }): void {
    const asked = this.reading();
    this.passedMs += toMs;
    const date = new Date(startMs + this.passedMs).toUTCString();
    this.passedMs += backMs;
    this.drift.note(asked, this.reading(), headers ?? { date });
  }

  /** So many requests, a minute apart. */
  asks(count: number, toMs?: number, backMs?: number): void {
    for (let i = 0; i < count; i += 1) {
      this.passedMs += minuteMs;
      this.ask(toMs, backMs);
    }
  }

  told(): number | null {
    return this.drift.aheadMs(this.reading());
  }
}

describe("the clock of this PC beside the portal's", () => {
  it("is judged by three answers that lie apart and agree, to about a second", () => {
    for (const aheadMs of [0, 45 * secondMs, -10 * minuteMs]) {
      const pair = new Pair(aheadMs);
      pair.asks(2);
      expect(pair.told()).toBeNull();
      for (let i = 0; i < 9; i += 1) pair.ask();
      expect(pair.told()).toBeNull();
      pair.asks(1);
      expect(Math.abs((pair.told() ?? Number.NaN) - aheadMs)).toBeLessThan(1_500);
    }
  });

  it("is never called more wrong than it is, however long requests take and wherever", () => {
    const times = fc.array(fc.tuple(fc.nat(200_000), fc.nat(200_000), fc.nat(600_000)), {
      minLength: 3,
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.integer({ min: -4e5, max: 4e5 }), times, (aheadMs, requests) => {
        const pair = new Pair(aheadMs);
        for (const [toMs, backMs, pauseMs] of requests) {
          pair.ask(toMs, backMs);
          pair.passedMs += 30_000 + pauseMs;
        }
        const told = pair.told();
        expect(told).not.toBeNull();
        expect(Math.abs(told ?? 0)).toBeLessThanOrEqual(Math.abs(aheadMs) + 1_000);
      }),
    );
  });

  it("is known to be right as soon as it is set, and again by three answers", () => {
    const pair = new Pair(10 * minuteMs);
    pair.asks(5);
    pair.aheadMs = 0;
    expect(pair.told()).toBeNull();
    pair.asks(3);
    expect(Math.abs(pair.told() ?? Number.NaN)).toBeLessThan(1_000);
  });

  it("is known again by three answers after it was set, not by one beside those from before", () => {
    const pair = new Pair(0);
    pair.asks(3, 5_000, 5_000);
    pair.aheadMs = 3_000;
    for (let i = 0; i < 2; i += 1) {
      pair.asks(1, 5_000, 5_000);
      expect(pair.told()).toBeNull();
    }
    pair.asks(1, 5_000, 5_000);
    expect(pair.told()).not.toBeNull();
  });

  it("says nothing by what was asked while it was set, or while the PC slept", () => {
    const pair = new Pair(0);
    pair.asks(2);
    const asked = pair.reading();
    pair.aheadMs = 20 * minuteMs;
    pair.passedMs += 100;
    pair.drift.note(asked, pair.reading(), { date: new Date(startMs + pair.passedMs).toUTCString() });
    expect(pair.told()).toBeNull();
  });

  it("says nothing by a portal without a Date, with nonsense, always the same moment, or out of a cache", () => {
    const bad = [
      () => ({}),
      () => ({ date: "soon" }),
      () => ({ date: "Thu, 01 Jan 1970 00:00:00 GMT" }),
      () => ({ date: "Fri, 01 Jan 2500 00:00:00 GMT" }),
      () => ({ date: new Date(startMs - 9e6).toUTCString() }),
      (i: number) => ({ date: new Date(startMs - 9e6 * i).toUTCString() }),
      () => ({ date: new Date(startMs - 9e6).toUTCString(), age: "9000" }),
    ];
    for (const headersOf of bad) {
      const pair = new Pair(0);
      for (let i = 0; i < 9; i += 1) {
        pair.ask(20, 20, headersOf(i));
        pair.passedMs += i < 4 ? secondMs : minuteMs;
      }
      expect(pair.told()).toBeNull();
    }
  });

  it("is told as nearest to right where answers leave room, else as the middle of where they meet", () => {
    for (const [aheadMs, toMs, told] of [
      [45_000, 50, 44_650],
      [45_000, 5_000, 39_500],
      [-45_000, 5_000, -40_500],
      [1_000, 5_000, 0],
    ] as const) {
      const pair = new Pair(aheadMs);
      pair.asks(3, toMs, toMs);
      expect(pair.told()).toBe(told);
    }
  });

  it("is told by moments from 2026 to 2200", () => {
    const isTold = (fromMs: number) => {
      const drift = createClockDrift();
      for (let i = 0; i < 3; i += 1) {
        const at = { nowMs: fromMs + i * 30_000, monotonicMs: i * 30_000 };
        drift.note(at, at, { date: new Date(at.nowMs).toUTCString() });
      }
      return drift.aheadMs({ nowMs: fromMs + 60_000, monotonicMs: 60_000 }) !== null;
    };
    expect(isTold(Date.UTC(2026, 0, 1))).toBe(true);
    expect(isTold(Date.UTC(2026, 0, 1) - secondMs)).toBe(false);
    expect(isTold(Date.UTC(2200, 0, 1) - 60_000 - secondMs)).toBe(true);
    expect(isTold(Date.UTC(2200, 0, 1) - 60_000)).toBe(false);
  });

  it("is not told by answers out of a cache, however fresh, nor by ones that come within half a minute", () => {
    const cached = new Pair(0);
    const close = new Pair(0);
    for (let i = 0; i < 5; i += 1) {
      cached.passedMs += minuteMs;
      cached.ask(0, 0, { date: new Date(startMs + cached.passedMs).toUTCString(), age: "0" });
      close.passedMs += i < 3 ? 29_999 : 1;
      close.ask(0, 0);
    }
    expect([cached.told(), close.told()]).toEqual([null, null]);
  });

  it("is told by the last three answers: a clock that goes wrong slowly is followed", () => {
    const pair = new Pair(0);
    for (let i = 0; i < 40; i += 1) {
      pair.aheadMs += 300;
      pair.asks(1);
    }
    expect(pair.told()).toBeGreaterThan(10_500);
  });

  it("was set where it differs from the one that never jumps by more than a second and a ten-thousandth", () => {
    const toldAfter = (byMs: number) => {
      const pair = new Pair(0);
      pair.asks(3);
      pair.passedMs += 1_000_000;
      pair.aheadMs = byMs;
      return pair.told() !== null;
    };
    expect([toldAfter(1_100), toldAfter(-1_100), toldAfter(1_101), toldAfter(-1_101)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
