import { beforeEach, describe, expect, it } from "vitest";
import { configuration, EngineFixture, folder, instrument } from "#test/support/builders/engine-fixture.ts";

/** A file whose modification time lies years ahead, as a clock leaves it that was wrong for a moment. */

let fixture: EngineFixture;
const minuteMs = 60_000;
const hourMs = 3_600_000;

beforeEach(() => {
  fixture = new EngineFixture();
  fixture.files.put(
    folder,
    "20240601_wrong.dat",
    "wrong clock",
    (fixture.clock.nowMs() + 10 * 365 * 24 * hourMs) * 1000,
  );
});

describe("a file from the future", () => {
  it("is not the next file that all others wait for", async () => {
    await fixture.started(configuration([instrument({ finish: { policy: "next-file", seconds: 60 } })]));
    fixture.write("20240601_1.dat", "one");
    await fixture.clock.advance(10 * minuteMs);
    expect(await fixture.states("20240601_1.dat")).toEqual([]);
    fixture.write("20240601_2.dat", "two");
    await fixture.clock.advance(10 * minuteMs);
    expect(await fixture.states("20240601_1.dat")).toEqual(["delivered"]);
    expect(await fixture.states("20240601_2.dat")).toEqual([]);
  });

  it("does not keep its instrument from being called silent, also after a restart", async () => {
    const config = configuration([instrument({ expectEveryMinutes: 60 })]);
    const first = await fixture.started(config);
    fixture.write("20240601_1.dat", "one");
    const writtenAtMs = fixture.clock.nowMs();
    await fixture.clock.advance(10 * minuteMs);
    expect(await fixture.delivered()).toBe(2);
    const told = async (engine: typeof first) => [
      (await engine.status()).instruments[0]?.lastFileAtMs,
      (await engine.activity()).instruments[0]?.isQuiet,
      (await engine.metrics()).instruments[0]?.isSilent,
    ];
    expect(await told(first)).toEqual([writtenAtMs, false, false]);
    await fixture.clock.advance(10 * hourMs);
    expect(await told(first)).toEqual([writtenAtMs, true, true]);
    await first.stop();
    const again = await fixture.started(config);
    expect(await told(again)).toEqual([writtenAtMs, true, true]);
  });
});
