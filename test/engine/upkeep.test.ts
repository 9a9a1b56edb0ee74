import { beforeEach, describe, expect, it } from "vitest";
import { createUpkeep } from "#engine/ledger-maintenance.ts";
import { LedgerError } from "#engine/ports/ledger.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";

const minuteMs = 60_000;
let clock: FakeClock;
let stepsLeft: number;
let calls: number;
let error: Error | null;
let upkeep: ReturnType<typeof createUpkeep>;

beforeEach(() => {
  clock = new FakeClock();
  stepsLeft = 3;
  calls = 0;
  error = null;
  upkeep = createUpkeep({
    clock,
    ledger: {
      async upkeep() {
        calls += 1;
        if (error !== null) throw error;
        stepsLeft -= 1;
        return stepsLeft > 0;
      },
    },
  });
});

describe("the upkeep of the ledger", () => {
  it("begins some time after the start, and rests between its steps", async () => {
    upkeep.start();
    await clock.advance(9 * minuteMs);
    expect(calls).toBe(0);
    await clock.advance(minuteMs);
    expect(calls).toBe(1);
    await clock.advance(100);
    expect(calls).toBe(2);
    await clock.advance(minuteMs);
    expect(calls).toBe(3);
    await upkeep.stop();
  });

  it("comes again some hours later", async () => {
    upkeep.start();
    await clock.advance(11 * minuteMs);
    const before = calls;
    await clock.advance(6 * 60 * minuteMs);
    expect(calls).toBe(before + 1);
    await upkeep.stop();
  });

  it("leaves a ledger that fails alone and tries the next time", async () => {
    error = new LedgerError("The disk is full.");
    upkeep.start();
    await clock.advance(30 * minuteMs);
    expect(calls).toBe(1);
    error = null;
    await clock.advance(6 * 60 * minuteMs);
    expect(calls).toBeGreaterThan(1);
    await upkeep.stop();
  });

  it("ends between two steps", async () => {
    stepsLeft = Number.POSITIVE_INFINITY;
    upkeep.start();
    await clock.advance(10 * minuteMs);
    const stopping = upkeep.stop();
    await clock.advance(minuteMs);
    await stopping;
    expect(calls).toBe(1);
  });
});
