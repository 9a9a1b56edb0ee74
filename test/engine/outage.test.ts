import { describe, expect, it } from "vitest";
import { addDays, todayUtc } from "#base/dates.ts";
import { configuration, EngineWorld, folder, instrument } from "#test/support/builders/engine-world.ts";
import { holdFor, retryFor } from "#test/support/builders/outcomes.ts";

const minuteMs = 60_000;
const hourMs = 3_600_000;

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

  it("is left alone with one file for as long as it asks", async () => {
    const world = new EngineWorld();
    world.files.put(folder, "20240601_locked.dat", "locked");
    world.portal.script = ({ kind }) =>
      kind === "announce" ? retryFor("record-in-use", 50 * minuteMs) : undefined;
    await world.started();
    await world.clock.advance(49 * minuteMs);
    expect(world.portal.requests().post).toBe(1);
    // Stations that were asked to wait come back one after another, within two minutes.
    await world.clock.advance(4 * minuteMs);
    expect(world.portal.requests().post).toBe(2);
  });

  it("is not called well because of files that it had refused before", async () => {
    const world = new EngineWorld();
    world.portal.forbiddenSites.add("kumpula");
    const pid = "https://hdl.handle.net/21.12132/3.ffffffffffffffff";
    const forbidden = instrument({ name: "Other", site: "kumpula", folder: "/data/other", pid });
    world.files.put(forbidden.folder, "20240601_first.dat", "of a forbidden site");
    const engine = await world.started(configuration([instrument(), forbidden]));
    await world.clock.advance(minuteMs);
    expect(await world.states("20240601_first.dat", "Other")).toEqual(["blocked"]);
    world.portal.script = () => holdFor("unreachable");
    world.files.put(folder, "20240601_waits.dat", "waits");
    await engine.rescan();
    await world.clock.advance(minuteMs);
    const { holds } = await engine.status();
    expect(holds).toMatchObject([{ cause: "unreachable" }]);
    world.files.put(forbidden.folder, "20240602_next.dat", "of the forbidden site, too");
    await engine.rescan();
    await world.clock.advance(hourMs);
    expect((await engine.status()).holds).toMatchObject([{ sinceMs: holds[0]?.sinceMs }]);
    expect(await world.states("20240602_next.dat", "Other")).toEqual(["queued"]);
    world.portal.script = () => undefined;
    await world.clock.advance(hourMs);
    expect(await world.states("20240601_waits.dat")).toEqual(["delivered"]);
    expect(await world.states("20240602_next.dat", "Other")).toEqual(["blocked"]);
    expect((await engine.status()).holds).toEqual([]);
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
