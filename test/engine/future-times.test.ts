import { beforeEach, describe, expect, it } from "vitest";
import { configuration, EngineWorld, folder, instrument } from "#test/support/builders/engine-world.ts";

/** One file whose modification time lies years ahead, as a clock leaves it that was wrong for a moment. */

let world: EngineWorld;
const minuteMs = 60_000;
const hourMs = 3_600_000;

beforeEach(() => {
  world = new EngineWorld();
  world.files.put(
    folder,
    "20240601_wrong.dat",
    "wrong clock",
    (world.clock.nowMs() + 10 * 365 * 24 * hourMs) * 1000,
  );
});

describe("a file from the future", () => {
  it("is not the next file that all others wait for", async () => {
    await world.started(configuration([instrument({ finish: { policy: "next-file", seconds: 60 } })]));
    world.write("20240601_1.dat", "one");
    await world.clock.advance(10 * minuteMs);
    expect(await world.states("20240601_1.dat")).toEqual([]);
    world.write("20240601_2.dat", "two");
    await world.clock.advance(10 * minuteMs);
    expect(await world.states("20240601_1.dat")).toEqual(["delivered"]);
    expect(await world.states("20240601_2.dat")).toEqual([]);
  });

  it("does not keep its instrument from being called silent, also after a restart", async () => {
    const config = configuration([instrument({ expectEveryMinutes: 60 })]);
    const first = await world.started(config);
    world.write("20240601_1.dat", "one");
    const writtenAtMs = world.clock.nowMs();
    await world.clock.advance(10 * minuteMs);
    expect(await world.delivered()).toBe(2);
    const told = async (engine: typeof first) => [
      (await engine.status()).instruments[0]?.lastFileAtMs,
      (await engine.activity()).instruments[0]?.isQuiet,
      (await engine.metrics()).instruments[0]?.isSilent,
    ];
    expect(await told(first)).toEqual([writtenAtMs, false, false]);
    await world.clock.advance(10 * hourMs);
    expect(await told(first)).toEqual([writtenAtMs, true, true]);
    await first.stop();
    const again = await world.started(config);
    expect(await told(again)).toEqual([writtenAtMs, true, true]);
  });
});
