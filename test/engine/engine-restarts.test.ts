import { beforeEach, describe, expect, it } from "vitest";
import { EngineWorld } from "#test/support/builders/engine-world.ts";
import { memoryLedger } from "#test/support/fakes/memory-ledger.ts";

let world: EngineWorld;
const minuteMs = 60_000;
const hourMs = 3_600_000;

beforeEach(() => {
  world = new EngineWorld();
  world.portal.latencyMs = 20;
});

describe("a restart", () => {
  it("goes on where the last run stopped, and sends nothing twice", async () => {
    world.putMany(40);
    const first = await world.started();
    await world.clock.advance(130);
    await first.stop();
    const before = await world.delivered();
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(40);
    await world.started();
    await world.clock.advance(minuteMs);
    expect(await world.delivered()).toBe(40);
    expect(world.portal.records.accepted).toHaveLength(40);
  });

  it("is quick: stopping waits for no answer of the portal", async () => {
    world.portal.latencyMs = hourMs;
    world.putMany(40);
    const engine = await world.started();
    await world.clock.advance(1000);
    let isStopped = false;
    void engine.stop().then(() => {
      isStopped = true;
    });
    await world.clock.advance(0);
    expect(isStopped).toBe(true);
    expect((await world.ledger.totals()).queued).toBe(40);
  });
});

describe("a ledger that was rebuilt", () => {
  it("asks the portal about every file, and sends nothing that it has", async () => {
    world.putMany(20);
    const first = await world.started();
    await world.clock.advance(minuteMs);
    await first.stop();
    const ledger = memoryLedger({ kind: "rebuilt", movedTo: "/x", message: "It was damaged." });
    const again = new EngineWorld({ ledger, clock: world.clock, files: world.files, portal: world.portal });
    world.portal.log.length = 0;
    await again.started();
    again.write("20240601_new.dat", "new");
    await world.clock.advance(3 * minuteMs);
    expect((await ledger.totals()).delivered).toBe(21);
    expect(world.portal.requests()).toMatchObject({ post: 1, put: 1 });
    expect((await again.uploads()).every(({ asksFirst }) => asksFirst)).toBe(true);
  });
});
