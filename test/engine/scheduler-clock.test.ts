import { beforeEach, describe, expect, it } from "vitest";
import { troubleOf } from "#test/support/builders/outcomes.ts";
import { file, SchedulerBench } from "./scheduler-bench.ts";

let bench: SchedulerBench;

beforeEach(() => {
  bench = new SchedulerBench();
});

describe("a wall clock that is set while uploads wait", () => {
  const hourMs = 3_600_000;
  const lockedNow = { kind: "failed", failure: troubleOf("file-locked"), countsAsOutage: false } as const;

  it.each([hourMs, -hourMs, -600_000, 24 * hourMs, 87_660 * hourMs, -87_660 * hourMs])(
    "by %d ms neither starts them earlier nor later",
    async (stepMs) => {
      await bench.queue(file("once"));
      await bench.settled();
      await bench.end("once", lockedNow);
      await bench.clock.advance(30_000);
      bench.clock.setWall(bench.clock.nowMs() + stepMs);
      await bench.settled();
      await bench.clock.advance(29_000);
      expect(bench.names()).toEqual(["once"]);
      await bench.clock.advance(2_000);
      expect(bench.names()).toEqual(["once", "once"]);
    },
  );

  it("does nothing to those that fail afterwards", async () => {
    await bench.queue(file("before"), file("after"));
    await bench.settled();
    await bench.end("before", lockedNow);
    bench.clock.setWall(bench.clock.nowMs() - 600_000);
    await bench.end("after", lockedNow);
    const dueMs = (await bench.ledger.list({}, 10, null)).map(({ notBeforeMs }) => notBeforeMs);
    expect(dueMs).toEqual([bench.clock.nowMs() + 60_000, bench.clock.nowMs() + 60_000]);
  });

  it("is followed at the next turn where the ledger fails", async () => {
    await bench.queue(file("once"));
    await bench.settled();
    await bench.end("once", lockedNow);
    bench.clock.setWall(bench.clock.nowMs() + hourMs);
    bench.ledger.failWith("The disk is full.");
    await bench.settled();
    bench.ledger.failWith(null);
    bench.holds.recordsMended();
    await bench.settled();
    expect(bench.names()).toEqual(["once"]);
    expect(await bench.ledger.nextDueMs()).toBe(bench.clock.nowMs() + 60_000);
  });
});
