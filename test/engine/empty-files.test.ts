import { beforeEach, describe, expect, it } from "vitest";
import { verdictOf } from "#engine/notifications/headline.ts";
import { configuration, EngineWorld, folder, instrument } from "#test/support/builders/engine-world.ts";

const file = "20240601_1.dat";
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let world: EngineWorld;
beforeEach(() => {
  world = new EngineWorld();
});

type Engine = Awaited<ReturnType<EngineWorld["started"]>>;

async function sentence(engine: Engine): Promise<string> {
  const status = await engine.status();
  const { today } = await engine.stationNow(status, true);
  return verdictOf({ status, nowMs: world.clock.nowMs(), isRunning: true, today }).sentence;
}

const emptyOf = async (engine: Engine) => (await engine.status()).instruments[0]?.emptyFiles;

describe("a finished file without content", () => {
  it("is told by instrument, number and time, and claims of completeness end", async () => {
    for (const n of [1, 2, 3]) {
      world.write(`20240601_${n}.dat`, "");
      await world.clock.advance(1_000);
    }
    world.write("20240601_4.dat", "content");
    const engine = await world.started();
    await world.clock.advance(10 * minuteMs);
    expect(await world.delivered()).toBe(1);
    expect(await sentence(engine)).toBe(
      "Radar has written 3 empty files since 12:00 UTC; no files are waiting; check the instrument: empty files are never sent",
    );
    const { causes, needsAttention } = await engine.status();
    expect(needsAttention).toBe(true);
    expect(causes).toEqual([
      {
        cause: "empty-file",
        count: 3,
        samplePath: file,
        message:
          "Radar wrote 20240601_1.dat and 2 more without content. Check the instrument: empty files are never sent.",
        sinceMs: world.clock.nowMs() - 10 * minuteMs - 3_000,
      },
    ]);
  });

  it("is not told before it is finished, nor in the name of a mark or an unfinished copy", async () => {
    world = new EngineWorld();
    const finish = { policy: "sentinel", suffix: ".done", seconds: 60 } as const;
    const engine = await world.started(configuration([instrument({ finish, pattern: "%Y%m%d_*" })]));
    for (const name of ["20240601_1.dat.done", "20240601_2.dat", "20240601_3.dat.tmp"]) world.write(name, "");
    await world.clock.advance(20 * minuteMs);
    expect(await emptyOf(engine)).toBeNull();
    world.write("20240601_2.dat.done", "");
    await world.clock.advance(20 * minuteMs);
    expect(await emptyOf(engine)).toMatchObject({ count: 1, samplePath: "20240601_2.dat" });
  });

  it("is a file like any other once it is filled", async () => {
    world.write(file, "");
    const engine = await world.started();
    await world.clock.advance(10 * minuteMs);
    expect(await emptyOf(engine)).toMatchObject({ count: 1 });
    world.write(file, "content");
    await world.clock.advance(20 * minuteMs);
    expect(await world.states(file)).toEqual(["delivered"]);
    expect(await emptyOf(engine)).toBeNull();
    expect(await sentence(engine)).toBe("The only file written today is on the portal");
  });

  it.each([
    ["is removed", () => world.files.remove(folder, file), 20 * minuteMs],
    ["is a day old", () => {}, 25 * hourMs],
  ])("is over when it %s", async (_, act, waitMs) => {
    world.write(file, "");
    const engine = await world.started();
    await world.clock.advance(10 * minuteMs);
    expect(await emptyOf(engine)).not.toBeNull();
    act();
    await world.clock.advance(waitMs);
    expect(await emptyOf(engine)).toBeNull();
  });

  it("is no sign of life: a silent instrument is told of as if it were not there", async () => {
    const engine = await world.started(configuration([instrument({ expectEveryMinutes: 10 })]));
    world.write(file, "content");
    const lastAtMs = world.clock.nowMs();
    await world.clock.advance(10 * minuteMs);
    for (let n = 2; n < 7; n++) {
      world.write(`20240601_${n}.dat`, "");
      await world.clock.advance(10 * minuteMs);
    }
    const { instruments } = await engine.status();
    expect(instruments[0]?.lastFileAtMs).toBe(lastAtMs);
    expect(await sentence(engine)).toContain("also: Radar is silent: no file since 12:00 UTC");
    expect((await engine.metrics()).instruments[0]).toMatchObject({ isSilent: true, lastFileAtMs: lastAtMs });
  });

  it("is the next file of its pattern: the one before it is finished", async () => {
    const finish = { policy: "next-file", seconds: 60 } as const;
    await world.started(configuration([instrument({ finish })]));
    world.write(file, "content");
    await world.clock.advance(10 * minuteMs);
    expect(await world.uploads()).toEqual([]);
    world.write("20240601_2.dat", "");
    await world.clock.advance(10 * minuteMs);
    expect(await world.states(file)).toEqual(["delivered"]);
  });

  it("on a share stays told from rescan to rescan", async () => {
    const engine = await world.started(configuration([instrument({ network: true })]));
    world.write(file, "");
    await world.clock.advance(10 * minuteMs);
    for (let n = 0; n < 30; n++) {
      await world.clock.advance(11_000);
      expect(await emptyOf(engine)).toMatchObject({ count: 1 });
    }
    expect(engine.unsent()).toEqual([]);
  });
});
