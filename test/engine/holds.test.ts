import { beforeEach, describe, expect, it } from "vitest";
import type { Cause } from "#domain/cause.ts";
import { createHolds, type Holds } from "#engine/delivery/holds.ts";
import { errorOf } from "#test/support/builders/outcomes.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";

let clock: FakeClock;
let holds: Holds;
let quietMs = 0;
let changes = 0;
const minuteMs = 60_000;
const hourMs = 3_600_000;

beforeEach(() => {
  clock = new FakeClock();
  quietMs = 0;
  changes = 0;
  holds = createHolds(
    clock,
    () => quietMs,
    () => {
      changes += 1;
    },
  );
});

function waitMs(): number {
  const gate = holds.gate();
  return gate.kind === "wait" ? gate.forMs : 0;
}

function expectWithin(ms: number, leastMs: number, mostMs: number): void {
  expect(ms).toBeGreaterThanOrEqual(leastMs);
  expect(ms).toBeLessThanOrEqual(mostMs);
}

async function waitForProbe(): Promise<number> {
  const ms = waitMs();
  await clock.advance(ms);
  expect(holds.gate()).toEqual({ kind: "probe" });
  return ms;
}

/** Waits of `count` failed probes in a row. */
async function failedProbes(count: number, cause: Cause): Promise<readonly number[]> {
  const waits: number[] = [];
  holds.raise(errorOf(cause), null);
  for (let i = 0; i < count; i++) {
    waits.push(await waitForProbe());
    holds.beginProbe("instrument");
    holds.raise(errorOf(cause), null);
    holds.endProbe("instrument");
  }
  return waits;
}

function* causesInTurn(): Generator<Cause> {
  for (;;) yield* ["not-the-portal", "credentials"] as const;
}

describe("the portal's hold", () => {
  it("is open before anything went wrong, and lists nothing", () => {
    expect(holds.gate()).toEqual({ kind: "open" });
    expect(holds.list()).toEqual([]);
  });

  it("waits, lets one probe through, waits for its end, and opens when it is cleared", async () => {
    holds.raise(errorOf("unreachable"), null);
    expect(holds.gate().kind).toBe("wait");
    await waitForProbe();
    holds.beginProbe("instrument");
    expect(holds.gate().kind).toBe("wait");
    holds.clear("instrument");
    expect(holds.gate()).toEqual({ kind: "open" });
  });

  it("allows the next probe when one said nothing of the portal", async () => {
    holds.raise(errorOf("unreachable"), null);
    await waitForProbe();
    holds.beginProbe("instrument");
    holds.endProbe("instrument");
    expect(holds.gate()).toEqual({ kind: "probe" });
  });

  it("waits longer after each failed probe, at most a quarter of an hour, and never gives up", async () => {
    const waits = await failedProbes(14, "unreachable");
    expect(waits[0]).toBeGreaterThanOrEqual(2_500);
    expect(waits[0]).toBeLessThanOrEqual(5_000);
    waits.slice(0, 8).forEach((ms, i) => {
      expect(ms).toBeLessThanOrEqual(5_000 * 2 ** i);
      expect(ms).toBeGreaterThanOrEqual(2_500 * 2 ** i > 450_000 ? 450_000 : 2_500 * 2 ** i);
    });
    for (const ms of waits.slice(8)) expect(ms).toBeLessThanOrEqual(900_000);
    for (const ms of waits.slice(8)) expect(ms).toBeGreaterThanOrEqual(450_000);
  });

  it("counts the failures of uploads in flight at the same time as one", () => {
    for (let i = 0; i < 10; i++) holds.raise(errorOf("unreachable"), null);
    expect(waitMs()).toBeLessThanOrEqual(5_000);
  });

  it.each([
    ["credentials", [15_000, 5 * minuteMs, 20 * minuteMs]],
    ["not-the-portal", [15_000, minuteMs, 5 * minuteMs, 15 * minuteMs]],
    ["tls", [15_000, minuteMs, 5 * minuteMs, 15 * minuteMs]],
  ] as const)("tries what needs a person soon after it began, then once an hour: %s", async (cause, soon) => {
    const waits = await failedProbes(soon.length + 3, cause);
    const moments = waits.map((_, n) => waits.slice(0, n + 1).reduce((sum, ms) => sum + ms));
    for (const [n, atMs] of soon.entries()) expectWithin(moments[n] ?? 0, atMs, atMs * 1.1);
    for (const ms of waits.slice(soon.length)) expectWithin(ms, hourMs, hourMs * 1.1);
  });

  it("makes three requests with a wrong password within the first ten minutes", async () => {
    const waits = await failedProbes(6, "credentials");
    const moments = waits.map((_, n) => waits.slice(0, n + 1).reduce((sum, ms) => sum + ms));
    expect(1 + moments.filter((atMs) => atMs <= 10 * minuteMs).length).toBe(3);
  });

  it("starts no cause over that comes in turn with another: a probe of one file is answered otherwise", async () => {
    holds.raise(errorOf("credentials"), null);
    let passedMs = 0;
    let requests = 1;
    for (const cause of causesInTurn()) {
      passedMs += await waitForProbe();
      if (passedMs > 3 * hourMs) break;
      holds.beginProbe("instrument");
      holds.raise(errorOf(cause), null);
      holds.endProbe("instrument");
      requests += 1;
    }
    // Four soon and one an hour of each.
    expect(requests).toBeLessThanOrEqual(14);
  });

  it("waits as long as the portal asks, and up to two minutes more by chance", async () => {
    holds.raise(errorOf("throttled"), 20 * minuteMs);
    expectWithin(waitMs(), 20 * minuteMs, 22 * minuteMs);
  });

  it.each([
    ["asked to wait until one moment", "maintenance", 10 * minuteMs],
    ["refused at one moment", "credentials", hourMs],
  ] as const)("brings 200 stations that were %s back one after another", (_, cause, retryAfterMs) => {
    const seconds = Array.from({ length: 200 }, (_, seed) => {
      const own = createHolds(
        new FakeClock(0, seed * 7919),
        () => 0,
        () => {},
      );
      own.raise(errorOf(cause), retryAfterMs);
      const gate = own.gate();
      return gate.kind === "wait" ? Math.floor(gate.forMs / 1000) : 0;
    });
    const inOneSecond = Math.max(
      ...Map.groupBy(seconds, (second) => second)
        .values()
        .map((all) => all.length),
    );
    expect(inOneSecond).toBeLessThanOrEqual(8);
  });

  it("keeps the wait that the portal asked for when others fail, or succeed, meanwhile", async () => {
    holds.raise(errorOf("throttled"), 20 * minuteMs);
    await clock.advance(minuteMs);
    holds.raise(errorOf("unreachable"), null);
    expectWithin(waitMs(), 19 * minuteMs, 21 * minuteMs);
    holds.clear("instrument");
    expectWithin(waitMs(), 19 * minuteMs, 21 * minuteMs);
    await waitForProbe();
    holds.beginProbe("instrument");
    holds.clear("instrument");
    expect(holds.gate()).toEqual({ kind: "open" });
  });

  it("keeps a cause that needs a person when the others in flight say less", async () => {
    holds.raise(errorOf("credentials"), null);
    holds.raise(errorOf("unreachable"), null);
    expect(holds.list().map(({ cause }) => cause)).toEqual(["credentials"]);
    expectWithin(waitMs(), 15_000, 16_500);
    await waitForProbe();
    holds.beginProbe("instrument");
    holds.raise(errorOf("unreachable"), null);
    expect(holds.list().map(({ cause }) => cause)).toEqual(["unreachable"]);
  });

  it("is tried at once when someone asks, also while the portal asked for a wait", () => {
    holds.raise(errorOf("throttled"), 20 * minuteMs);
    holds.tryNow();
    expect(holds.gate()).toEqual({ kind: "probe" });
    holds.beginProbe("instrument");
    holds.clear("instrument");
    expect(holds.gate()).toEqual({ kind: "open" });
  });

  it("says since when it lasts and when it is tried again", async () => {
    const sinceMs = clock.nowMs();
    holds.raise(errorOf("credentials"), null);
    const nextTryAtMs = sinceMs + waitMs();
    await clock.advance(10_000);
    const [hold] = holds.list();
    expect(hold).toMatchObject({ lane: "portal", sinceMs, nextTryAtMs });
  });

  it("feels no step of the wall clock", () => {
    holds.raise(errorOf("credentials"), null);
    const before = waitMs();
    clock.setWall(clock.nowMs() + 24 * hourMs);
    expect(waitMs()).toBe(before);
  });
});

describe("pause and quiet hours", () => {
  it("ends a pause by itself, and tells", async () => {
    holds.pause(clock.nowMs() + hourMs, "Paused by you.");
    expect(waitMs()).toBe(hourMs);
    expect(holds.list().map(({ cause }) => cause)).toEqual(["paused"]);
    await clock.advance(hourMs);
    const before = changes;
    expect(holds.gate()).toEqual({ kind: "open" });
    expect(changes).toBe(before + 1);
    expect(holds.list()).toEqual([]);
  });

  it("says when it really ends after the wall clock was set", async () => {
    holds.pause(clock.nowMs() + hourMs, "Paused by you.");
    await clock.advance(10 * minuteMs);
    clock.setWall(clock.nowMs() + 2 * hourMs);
    expect(holds.list()).toMatchObject([{ cause: "paused", nextTryAtMs: clock.nowMs() + 50 * minuteMs }]);
    await clock.advance(49 * minuteMs);
    expect(holds.gate().kind).toBe("wait");
    await clock.advance(minuteMs);
    expect(holds.gate()).toEqual({ kind: "open" });
  });

  it("is over when the PC wakes up after its end, and not when it wakes up before", () => {
    holds.pause(clock.nowMs() + hourMs, "Paused by you.");
    clock.setWall(clock.nowMs() + 50 * minuteMs);
    holds.tryNow();
    expect(holds.gate().kind).toBe("wait");
    clock.setWall(clock.nowMs() + 20 * minuteMs);
    holds.tryNow();
    expect(holds.gate()).toEqual({ kind: "open" });
  });

  it("lasts until resumed when no end is given", async () => {
    holds.pause(null, "Paused by you.");
    await clock.advance(1000 * hourMs);
    expect(holds.gate().kind).toBe("wait");
    holds.resume();
    expect(holds.gate()).toEqual({ kind: "open" });
  });

  it("hides no hold of the portal behind a pause", () => {
    holds.raise(errorOf("credentials"), null);
    holds.pause(null, "Paused by you.");
    expect(holds.list().map(({ cause }) => cause)).toEqual(["credentials", "paused"]);
    holds.resume();
    expect(holds.gate().kind).toBe("wait");
  });

  it("waits through quiet hours and names their end", () => {
    quietMs = 30 * minuteMs;
    expect(holds.gate()).toMatchObject({ kind: "wait", forMs: 30 * minuteMs });
    expect(holds.list()).toMatchObject([
      { cause: "quiet-hours", nextTryAtMs: clock.nowMs() + 30 * minuteMs },
    ]);
    quietMs = 0;
    expect(holds.gate()).toEqual({ kind: "open" });
  });
});

describe("trouble with the ledger", () => {
  it("stops everything until fixed, and keeps its first moment", async () => {
    const sinceMs = clock.nowMs();
    holds.recordsFailed(errorOf("ledger-trouble"));
    await clock.advance(hourMs);
    holds.recordsFailed(errorOf("ledger-trouble"));
    expect(holds.gate().kind).toBe("wait");
    expect(holds.list()).toMatchObject([{ lane: "record", sinceMs }]);
    holds.recordsMended();
    expect(holds.gate()).toEqual({ kind: "open" });
  });
});
