import { beforeEach, describe, expect, it } from "vitest";
import { configuration, EngineFixture, folder, instrument } from "#test/support/builders/engine-fixture.ts";

/** A growing file is looked at again: never more often than it can have changed. */

let fixture: EngineFixture;
const minuteMs = 60_000;
const file = "20240601_1.dat";

beforeEach(() => {
  fixture = new EngineFixture();
});

/** Calls of the ledger that a look makes, and those that a finished file makes. */
function countedLooks(): { looks: number; writes: number } {
  const counts = { looks: 0, writes: 0 };
  const { compare, enqueue } = fixture.ledger;
  fixture.ledger.compare = (...values) => {
    counts.looks += 1;
    return compare(...values);
  };
  fixture.ledger.enqueue = (...values) => {
    counts.writes += 1;
    return enqueue(...values);
  };
  return counts;
}

async function unsettledUnder(next: ReturnType<typeof configuration>) {
  const engine = await fixture.started();
  fixture.write(file, "content");
  await engine.rescan();
  expect(engine.unsent()).toHaveLength(1);
  const counts = countedLooks();
  const taken = engine.configure(next);
  await fixture.clock.advance(0);
  await taken;
  return { engine, counts };
}

describe("a file that was growing", () => {
  it("is no longer waited for when no pattern takes it", async () => {
    const { engine, counts } = await unsettledUnder(configuration([instrument({ pattern: "%Y%m%d_*.nc" })]));
    expect(engine.unsent()).toEqual([]);
    await fixture.clock.advance(10 * minuteMs);
    expect(counts.looks).toBeLessThan(20);
  });

  it("is no longer waited for when its instrument is gone", async () => {
    const { engine } = await unsettledUnder(
      configuration([instrument({ name: "Other", folder: "/data/other" })]),
    );
    expect(engine.unsent()).toEqual([]);
  });

  it("is no longer waited for when two instruments take it, until one of them does", async () => {
    const { engine, counts } = await unsettledUnder(
      configuration([instrument(), instrument({ name: "Other" })]),
    );
    await fixture.clock.advance(10 * minuteMs);
    expect(engine.unsent()).toEqual([]);
    expect(counts.looks).toBeLessThan(60);
    const taken = engine.configure(configuration());
    await fixture.clock.advance(2 * minuteMs);
    await taken;
    expect(await fixture.states(file)).toEqual(["delivered"]);
  });

  it("is not written again and again to a ledger that cannot write, and goes when it can", async () => {
    const engine = await fixture.started();
    fixture.files.put(folder, "20240601_0.dat", "young", fixture.clock.nowMs() * 1000);
    await engine.rescan();
    const counts = countedLooks();
    fixture.ledger.failWith("The disk is full.");
    await fixture.clock.advance(10 * minuteMs);
    expect(counts.writes).toBeLessThan(200);
    expect(fixture.log.lines.length).toBeLessThan(200);
    fixture.ledger.failWith(null);
    await fixture.clock.advance(minuteMs);
    expect(await fixture.states("20240601_0.dat")).toEqual(["delivered"]);
  });
});
