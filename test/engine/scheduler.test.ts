import { beforeEach, describe, expect, it } from "vitest";
import { released, retryFile } from "#engine/delivery/attempt-result.ts";
import { quickFileBytes } from "#engine/delivery/connection-limit.ts";
import { LedgerError } from "#engine/ports/ledger.ts";
import { bringTo } from "#test/support/builders/ledger-fixtures.ts";
import { errorOf } from "#test/support/builders/outcomes.ts";
import { delivered, file, outage, SchedulerBench } from "./scheduler-bench.ts";

let bench: SchedulerBench;
const big = quickFileBytes + 1;
/** More than can be in flight at the same time. */
const many = 300;

beforeEach(() => {
  bench = new SchedulerBench();
});

function files(count: number, change: Parameters<typeof file>[1] = {}) {
  return Array.from({ length: count }, (_, i) =>
    file(`f${String(i).padStart(3, "0")}`, { mtimeUs: i, ...change }),
  );
}

describe("the order of the queue", () => {
  it("takes debts first, then fresh, changed and old files, the newest date first, the oldest file first", async () => {
    bench.concurrency = 1;
    bench.endsWith = delivered;
    const [debt] = await bench.queue(file("debt", { lane: "backfill", measurementDate: "2026-01-01" }));
    if (debt === undefined) throw new Error("not queued");
    await bench.ledger.apply(
      (await bringTo(bench.ledger, debt, "sending")).id,
      { type: "released", reason: "" },
      0,
    );
    await bench.queue(
      file("old", { lane: "backfill", measurementDate: "2026-03-01" }),
      file("older", { lane: "backfill", measurementDate: "2026-02-01" }),
      file("changed", { mtimeUs: 1 }),
      file("fresh-2", { mtimeUs: 20 }),
      file("fresh-1", { mtimeUs: 10 }),
    );
    await bench.queue(file("changed", { mtimeUs: 2 }));
    await bench.settled();
    expect(bench.names()).toEqual(["debt", "fresh-1", "fresh-2", "changed", "old", "older"]);
    expect(await bench.states()).toEqual({ delivered: 6, superseded: 1 });
  });

  it("claims only what its hosts may: other instruments and dates stay queued", async () => {
    bench.claimable = { instruments: ["Cloud radar"], dates: [{ from: "2026-03-05", to: "2026-03-05" }] };
    await bench.queue(
      file("mine"),
      file("other date", { measurementDate: "2026-03-04" }),
      file("other", { instrument: "x" }),
    );
    await bench.settled();
    expect(bench.names()).toEqual(["mine"]);
    expect(await bench.states()).toEqual({ hashing: 1, queued: 2 });
  });
});

describe("what is in flight", () => {
  it("is stopped also where it was given back and claimed again before that was told", async () => {
    await bench.queue(file("one"));
    await bench.settled();
    const [first] = bench.started;
    await bench.ledger.apply(first?.upload.id ?? "", { type: "released", reason: "" }, 0);
    await bench.settled();
    expect(bench.names()).toEqual(["one", "one"]);
    first?.end(released(""));
    await bench.clock.advance(0);
    expect(bench.inFlight()).toEqual(["one"]);
    const stopping = bench.scheduler.stop();
    expect(bench.started[1]?.signal.aborted).toBe(true);
    await stopping;
    expect(bench.inFlight()).toEqual([]);
    expect(await bench.states()).toEqual({ queued: 1 });
  });
});

describe("slots", () => {
  it("keeps one slot for small files, also when large ones are before them in the queue", async () => {
    await bench.queue(
      ...files(many, { size: big }),
      file("small", { measurementDate: "2026-01-01", lane: "backfill" }),
    );
    await bench.settled();
    expect(bench.names()).toHaveLength(5);
    expect(bench.inFlight()).toContain("small");
    await bench.end("small", delivered(bench.started[4]?.upload ?? throwing()));
    expect(bench.inFlight()).toHaveLength(4);
  });

  it("takes one large file more than there are connections for, which is hashed meanwhile, also with one slot only", async () => {
    bench.concurrency = 1;
    await bench.queue(...files(5, { size: big }));
    await bench.settled();
    expect(bench.inFlight()).toHaveLength(2);
  });

  it("has no more than 24 MB of small files in memory, and one more file than connections at least", async () => {
    await bench.queue(...files(many, { size: 2_000_000 }));
    await bench.settled();
    expect(bench.inFlight()).toHaveLength(12);
    bench = new SchedulerBench();
    await bench.queue(...files(many, { size: 8_000_000 }));
    await bench.settled();
    expect(bench.inFlight()).toHaveLength(5);
  });

  it("starts a small file that comes while large ones run, at once", async () => {
    await bench.queue(...files(9, { size: big }));
    await bench.settled();
    await bench.queue(file("small"));
    await bench.settled();
    expect(bench.inFlight()).toContain("small");
  });

  it("starts files of today and yesterday beside a backlog that fills the slots, a few of each", async () => {
    const old = { measurementDate: "2024-05-01", lane: "backfill" } as const;
    await bench.queue(...files(many, old));
    await bench.settled();
    expect(bench.inFlight()).toHaveLength(64);
    const yesterday = Array.from({ length: 9 }, (_, i) =>
      file(`y${i}`, { measurementDate: "2024-05-31", lane: "backfill" }),
    );
    await bench.queue(...yesterday);
    await bench.settled();
    expect(bench.inFlight().slice(64)).toEqual(["y0", "y1", "y2", "y3", "y4"]);
    await bench.queue(file("today", { measurementDate: "2024-06-01" }));
    await bench.settled();
    expect(bench.inFlight().slice(69)).toEqual(["today"]);
    await bench.end("today", delivered(bench.started[69]?.upload ?? throwing()));
    await bench.end("y0", delivered(bench.started[64]?.upload ?? throwing()));
    expect(bench.inFlight().slice(64)).toEqual(["y1", "y2", "y3", "y4", "y5"]);
  });

  it("starts a large file of today beside as many large old ones as may be in flight", async () => {
    await bench.queue(...files(9, { size: big, measurementDate: "2024-05-01", lane: "backfill" }));
    await bench.settled();
    await bench.queue(file("today", { size: big, measurementDate: "2024-06-01" }));
    await bench.settled();
    expect(bench.inFlight()).toHaveLength(5);
    expect(bench.inFlight()).toContain("today");
  });

  it("claims ahead for small files, and gives back what it has not started when it stops", async () => {
    await bench.queue(...files(100));
    await bench.settled();
    await bench.end("f000", delivered(bench.started[0]?.upload ?? throwing()));
    const running = bench.inFlight().length;
    const claimed = (await bench.states()).hashing ?? 0;
    expect(claimed).toBeGreaterThan(running);
    expect(claimed).toBeLessThanOrEqual(running + bench.concurrency);
    await bench.scheduler.stop();
    expect(bench.inFlight()).toEqual([]);
    expect(await bench.states()).toEqual({ delivered: 1, queued: 99 });
    expect(bench.started.slice(1).every(({ signal }) => signal.aborted)).toBe(true);
    expect((await bench.ledger.list({}, 200, null)).every(({ attempts }) => attempts === 0)).toBe(true);
  });

  it("starts nothing after it was stopped", async () => {
    await bench.queue(...files(3));
    bench.scheduler.wake();
    await bench.scheduler.stop();
    const before = bench.started.length;
    await bench.queue(file("late"));
    await bench.settled();
    expect(bench.started).toHaveLength(before);
    expect(await bench.states()).toEqual({ queued: 4 });
  });

  it("starts no probe after it was stopped", async () => {
    await bench.queue(...files(3));
    bench.holds.raise(errorOf("unreachable"), null);
    bench.holds.tryNow();
    bench.scheduler.wake();
    await Promise.resolve();
    await bench.scheduler.stop();
    expect(bench.inFlight()).toEqual([]);
    expect(await bench.states()).toEqual({ queued: 3 });
  });

  it("aborts one upload and leaves the others alone", async () => {
    await bench.queue(...files(2));
    await bench.settled();
    bench.scheduler.abort(bench.started[0]?.upload.id ?? "");
    expect(bench.started.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  });
});

describe("waiting uploads", () => {
  it("are started when their time comes, without anybody's asking", async () => {
    await bench.queue(file("once"));
    await bench.settled();
    await bench.end("once", retryFile(errorOf("file-locked")));
    expect(bench.names()).toEqual(["once"]);
    await bench.clock.advance(59_000);
    expect(bench.names()).toEqual(["once"]);
    await bench.clock.advance(2_000);
    expect(bench.names()).toEqual(["once", "once"]);
  });
});

describe("error", () => {
  it("hands a mistake of the program on and goes on with the others", async () => {
    bench.concurrency = 1;
    await bench.queue(...files(many));
    await bench.settled();
    bench.started[0]?.end(new Error("a mistake"));
    await bench.clock.advance(0);
    expect(bench.bugs).toEqual([new Error("a mistake")]);
    expect(bench.inFlight()).not.toContain("f000");
    expect(bench.inFlight().length).toBeGreaterThan(0);
  });

  it("tells of a ledger that fails, also while it claims", async () => {
    await bench.queue(...files(2));
    bench.ledger.failWith("The disk is full.");
    await bench.settled();
    expect(bench.ledgerErrors).toEqual(["The disk is full."]);
    bench.ledger.failWith(null);
    bench.holds.recordsMended();
    await bench.settled();
    expect(bench.inFlight()).toHaveLength(2);
    bench.started[0]?.end(new LedgerError("The disk is full again."));
    await bench.clock.advance(0);
    expect(bench.ledgerErrors).toHaveLength(2);
  });
});

describe("idle", () => {
  async function isIdle(): Promise<boolean> {
    let idle = false;
    void bench.scheduler.idle().then(() => {
      idle = true;
    });
    await bench.clock.advance(0);
    return idle;
  }

  it("is reached when nothing is in flight and nothing can be claimed now", async () => {
    expect(await isIdle()).toBe(true);
    await bench.queue(file("one"));
    expect(await isIdle()).toBe(false);
    await bench.end("one", outage());
    expect(await isIdle()).toBe(true);
  });

  it("is reached while sending is on hold, is in trouble, or was stopped", async () => {
    await bench.queue(file("one"));
    bench.holds.pause(null, "Paused.");
    expect(await isIdle()).toBe(true);
    bench.holds.resume();
    bench.ledger.failWith("The disk is full.");
    expect(await isIdle()).toBe(true);
    await bench.scheduler.stop();
    expect(await isIdle()).toBe(true);
  });

  it("lets those who wait for it go on when it is stopped", async () => {
    await bench.queue(file("one"));
    let isOver = false;
    void bench.scheduler.idle().then(() => {
      isOver = true;
    });
    await bench.clock.advance(0);
    expect(isOver).toBe(false);
    await bench.scheduler.stop();
    await bench.clock.advance(0);
    expect(isOver).toBe(true);
  });
});

function throwing(): never {
  throw new Error("not started");
}

describe("a wall clock that is set while uploads wait", () => {
  const hourMs = 3_600_000;
  const lockedNow = retryFile(errorOf("file-locked"));

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
