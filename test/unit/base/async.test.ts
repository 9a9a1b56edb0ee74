import { getEventListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { createInTurn, raceTimeout, timers } from "#base/async.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("the timers of this process", () => {
  it("sleeps its time, also more than a timer can hold", async () => {
    let isAwake = false;
    const days40 = 40 * 24 * 3600 * 1000;
    void timers.sleep(days40).then(() => {
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
    const sleeping = timers.sleep(1_000_000, stopping.signal);
    stopping.abort();
    await sleeping;
    await timers.sleep(1_000_000, AbortSignal.abort());
    expect(vi.getTimerCount()).toBe(0);
  });

  it("leaves nothing on the signal of one who slept long enough", async () => {
    const { signal } = new AbortController();
    const sleeping = timers.sleep(10, signal);
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10);
    await sleeping;
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("asks for no timer in the past when it sleeps no time", async () => {
    const asked: unknown[] = [];
    const real = globalThis.setTimeout;
    vi.stubGlobal("setTimeout", (run: () => void, ms: number) => {
      asked.push(ms);
      return real(run, ms);
    });
    const sleeps = [timers.sleep(0), timers.sleep(-5)];
    vi.unstubAllGlobals();
    await vi.advanceTimersByTimeAsync(1);
    await Promise.all(sleeps);
    expect(asked).toEqual([0, 0]);
  });
});

describe("a race with a timeout", () => {
  const limit = { clock: timers, ms: 1_000 };
  const never = () => new Promise<string>(() => {});

  it("gives what the work gives, and leaves no timer", async () => {
    const stops: AbortSignal[] = [];
    const work = async (stop: AbortSignal) => {
      stops.push(stop);
      return "done";
    };
    expect(await raceTimeout(work, limit, "late")).toBe("done");
    expect(vi.getTimerCount()).toBe(0);
    expect(stops.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it("rejects as the work does, and leaves no timer", async () => {
    const work = async () => {
      throw new Error("no");
    };
    await expect(raceTimeout(work, limit, "late")).rejects.toThrow("no");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("gives what is due when the time is over, and tells the work to stop", async () => {
    let stopped = false;
    const race = raceTimeout(
      (stop) => {
        stop.addEventListener("abort", () => {
          stopped = true;
        });
        return never();
      },
      limit,
      "late",
    );
    await vi.advanceTimersByTimeAsync(999);
    expect(stopped).toBe(false);
    await vi.advanceTimersByTimeAsync(2);
    expect([await race, stopped]).toEqual(["late", true]);
  });

  it("ends at once when its caller gives up", async () => {
    const caller = new AbortController();
    const race = raceTimeout(never, { ...limit, signal: caller.signal }, "late");
    caller.abort();
    expect(await race).toBe("late");
    expect(vi.getTimerCount()).toBe(0);
  });
});

test("work goes one after another, and one that fails keeps nobody", async () => {
  const inTurn = createInTurn();
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const one = inTurn(async () => {
    order.push("one begins");
    await first.promise;
    order.push("one fails");
    throw new Error("one");
  });
  const two = inTurn(async () => {
    order.push("two");
    return 2;
  });
  await Promise.resolve();
  expect(order).toEqual(["one begins"]);
  first.resolve();
  await expect(one).rejects.toThrow("one");
  expect(await two).toBe(2);
  expect(order).toEqual(["one begins", "one fails", "two"]);
});
