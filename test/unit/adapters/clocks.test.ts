import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createNodeClock } from "#adapters/node-clock.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";

describe("the clock of this PC", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const clock = createNodeClock();

  it("sleeps its time, also more than a timer can hold", async () => {
    let isAwake = false;
    const days40 = 40 * 24 * 3600 * 1000;
    void clock.sleep(days40).then(() => {
      isAwake = true;
    });
    await vi.advanceTimersByTimeAsync(days40 - 1);
    expect(isAwake).toBe(false);
    await vi.advanceTimersByTimeAsync(2);
    expect(isAwake).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("wakes at once when it is told to, and leaves no timer", async () => {
    const stopping = new AbortController();
    const sleeping = clock.sleep(1_000_000, stopping.signal);
    stopping.abort();
    await sleeping;
    await clock.sleep(1_000_000, AbortSignal.abort());
    expect(vi.getTimerCount()).toBe(0);
  });

  it("asks for no timer in the past when it sleeps no time", async () => {
    const asked: unknown[] = [];
    const real = globalThis.setTimeout;
    vi.stubGlobal("setTimeout", (run: () => void, ms: number) => {
      asked.push(ms);
      return real(run, ms);
    });
    const sleeps = [clock.sleep(0), clock.sleep(-5)];
    vi.unstubAllGlobals();
    await vi.advanceTimersByTimeAsync(1);
    await Promise.all(sleeps);
    expect(asked).toEqual([0, 0]);
  });

  it("tells two times and chance", () => {
    vi.setSystemTime(1_700_000_000_000);
    const [wall, steady] = [clock.nowMs(), clock.monotonicMs()];
    vi.setSystemTime(0);
    expect([wall, clock.nowMs()]).toEqual([1_700_000_000_000, 0]);
    expect(clock.monotonicMs()).toBe(steady);
    expect(clock.random()).toBeGreaterThanOrEqual(0);
    expect(clock.random()).toBeLessThan(1);
  });
});

describe("the clock of tests", () => {
  it("wakes sleepers in order and lets each go on first", async () => {
    const clock = new FakeClock(1000);
    const seen: string[] = [];
    const sleeper = async (name: string, ms: number) => {
      for (let i = 0; i < 2; i++) {
        await clock.sleep(ms);
        seen.push(`${name} ${clock.monotonicMs()} ${clock.nowMs()}`);
      }
    };
    void sleeper("slow", 30);
    void sleeper("fast", 20);
    await clock.whenAsleep(2);
    expect(clock.nextInMs).toBe(20);
    await clock.advance(45);
    expect(seen).toEqual(["fast 20 1020", "slow 30 1030", "fast 40 1040"]);
    expect(clock.asleep).toBe(1);
    clock.setWall(5);
    await clock.advance(15);
    expect(seen[3]).toBe("slow 60 20");
    expect(clock.asleep).toBe(0);
  });

  it("wakes who is told to, and repeats its chance", async () => {
    const clock = new FakeClock();
    const stopping = new AbortController();
    const sleeping = clock.sleep(10, stopping.signal);
    stopping.abort();
    await sleeping;
    expect(clock.asleep).toBe(0);
    const draws = (one: FakeClock) => Array.from({ length: 5 }, () => one.random());
    expect(draws(new FakeClock(0, 7))).toEqual(draws(new FakeClock(0, 7)));
    expect(new Set(draws(new FakeClock(0, 7))).size).toBe(5);
  });
});
