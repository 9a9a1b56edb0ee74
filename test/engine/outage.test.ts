import { describe, expect, it } from "vitest";
import { addDays, todayUtc } from "../../electron/engine/domain/dates.ts";
import type { WalkRequest } from "../../electron/engine/ports.ts";
import { EngineWorld, folder, md5 } from "../harness/engine-world.ts";
import { holdFor } from "../harness/outcomes.ts";

const minuteMs = 60_000;
const hourMs = 3_600_000;
const outageMs = 72 * hourMs;
/** The full form has 20,000. */
const fileCount = Number(process.env.SKYFERRY_OUTAGE_FILES ?? 3_000);

/** Walks over so many files take their time, and so sweeps come more seldom. */
function slowWalks(world: EngineWorld): void {
  const walk = world.files.walk.bind(world.files);
  world.files.walk = async function* (request: WalkRequest, signal: AbortSignal) {
    await world.clock.sleep(4_000, signal);
    yield* walk(request, signal);
  };
}

describe(`72 hours without a portal, while ${fileCount} files gather`, () => {
  it("costs at most one request a minute, loses nothing, and the newest day goes first", async () => {
    const world = new EngineWorld();
    slowWalks(world);
    const engine = await world.started();
    world.portal.script = () => holdFor("unreachable");
    const names: string[] = [];
    const sinceMs: number[] = [];
    const startMs = world.clock.nowMs();
    for (let block = 0; block < 72 * 2; block++) {
      const day = todayUtc(world.clock.nowMs()).replaceAll("-", "");
      for (let i = 0; i < fileCount / 144; i++) {
        const name = `${day}_${names.length}.dat`;
        world.files.put(folder, name, name, (world.clock.nowMs() - 5 * minuteMs) * 1000 + i);
        world.watch.hint(folder, name);
        names.push(name);
      }
      await world.clock.advance(30 * minuteMs);
      const { holds } = await engine.status();
      sinceMs.push(...holds.map((hold) => hold.sinceMs));
    }
    expect(world.clock.nowMs() - startMs).toBeCloseTo(outageMs, 0);
    expect(names.length).toBeGreaterThanOrEqual(fileCount);

    expect((await world.ledger.totals()).queued).toBe(names.length);
    expect((await world.uploads()).every(({ attempts }) => attempts === 0)).toBe(true);
    const requests = world.portal.log.length;
    expect(requests).toBeLessThanOrEqual(outageMs / minuteMs);
    expect(requests).toBeGreaterThan(200);
    const later = world.portal.log.map(({ atMs }) => atMs).filter((atMs) => atMs > 10 * minuteMs);
    const gaps = later.slice(1).map((atMs, i) => atMs - (later[i] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(minuteMs);
    expect(sinceMs).toEqual(Array(144).fill(sinceMs[0]));

    world.portal.script = () => undefined;
    world.portal.log.length = 0;
    await world.clock.advance(16 * minuteMs);
    expect((await world.ledger.totals()).delivered).toBe(names.length);
    expect((await engine.status()).holds).toEqual([]);
    const received = world.portal.records.all().filter(({ status }) => status === "uploaded");
    expect(new Set(received.map(({ filename }) => filename))).toEqual(new Set(names));
    expect(received.every(({ filename, checksum }) => checksum === md5(filename))).toBe(true);
    const days = world.portal.announced().map((name) => name.slice(0, 8));
    expect(isNewestFirst(days)).toBe(true);
    expect(new Set(days).size).toBe(4);
    expect(world.portal.overlaps).toEqual([]);
    await engine.stop();
  }, 600_000);
});

/** A few uploads run at the same time, so neighbours may change places where one day passes into the other. */
function isNewestFirst(days: readonly string[]): boolean {
  const turns = days.filter((day, i) => i > 0 && day > (days[i - 1] ?? ""));
  return turns.length <= 20 && days[0] === days.toSorted().at(-1) && days.at(-1) === days.toSorted()[0];
}

describe("a portal that comes and goes", () => {
  it("three seconds there, seven away, for ten minutes: all is delivered, with little sent twice", async () => {
    const world = new EngineWorld();
    world.portal.latencyMs = 300;
    const content = (i: number) => `${i}`.padEnd(1000, "x");
    for (let i = 0; i < 200; i++) world.files.put(folder, `20240601_${i}.dat`, content(i));
    const startMs = world.clock.monotonicMs();
    const isAway = () => {
      const ms = world.clock.monotonicMs() - startMs;
      return ms < 10 * minuteMs && ms % 10_000 >= 3_000;
    };
    world.portal.script = () => (isAway() ? holdFor("unreachable") : undefined);
    await world.started();
    await world.clock.advance(hourMs);
    expect((await world.ledger.totals()).delivered).toBe(200);
    expect(world.portal.requests().sentBytes).toBeLessThanOrEqual(2 * 200 * 1000);
    expect(world.portal.overlaps).toEqual([]);
  });

  it("sends the files of today before those that were missed on older days", async () => {
    const world = new EngineWorld();
    const today = todayUtc(world.clock.nowMs());
    const days = Array.from({ length: 30 }, (_, back) => addDays(today, -back).replaceAll("-", ""));
    for (const day of days.toReversed())
      for (let i = 0; i < 5; i++) world.files.put(folder, `${day}_${i}.dat`, `${day} ${i}`);
    await world.started();
    await world.clock.advance(minuteMs);
    const announced = world.portal.announced().map((name) => name.slice(0, 8));
    expect(announced).toHaveLength(150);
    expect(announced.slice(0, 5)).toEqual(Array(5).fill(days[0]));
    expect(announced.at(-1)).toBe(days.at(-1));
  });
});
