import { afterEach, describe, expect, it, vi } from "vitest";
import { createNodeClock } from "#adapters/node-clock.ts";
import { timers } from "#base/async.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";

afterEach(() => void vi.useRealTimers());

it("the clock of this PC tells two times and chance, and sleeps by the timers", () => {
  vi.useFakeTimers();
  const clock = createNodeClock();
  vi.setSystemTime(1_700_000_000_000);
  const [wall, steady] = [clock.nowMs(), clock.monotonicMs()];
  vi.setSystemTime(0);
  expect([wall, clock.nowMs()]).toEqual([1_700_000_000_000, 0]);
  expect(clock.monotonicMs()).toBe(steady);
  expect(clock.random()).toBeGreaterThanOrEqual(0);
  expect(clock.random()).toBeLessThan(1);
  expect(clock.sleep).toBe(timers.sleep);
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
