import { beforeEach, describe, expect, it } from "vitest";
import { issuesOf } from "#station/status/issues.ts";
import { configuration, EngineFixture, folder, instrument } from "#test/support/builders/engine-fixture.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let fixture: EngineFixture;

beforeEach(() => {
  fixture = new EngineFixture();
});

function write(hours: number): void {
  const day = new Date(fixture.clock.nowMs()).toISOString().slice(0, 10).replaceAll("-", "");
  fixture.files.put(folder, `${day}_${hours}.dat`, `${hours}`, fixture.clock.nowMs() * 1000);
}

type Engine = Awaited<ReturnType<EngineFixture["started"]>>;

/** Writes a file at the begin of each of so many hours, and lets so much of the last one pass. */
async function everyHour(engine: Engine, hours: number, restMs = hourMs): Promise<void> {
  for (let i = 0; i < hours; i += 1) {
    write(i);
    await engine.rescan();
    await fixture.clock.advance(i === hours - 1 ? restMs : hourMs);
  }
}

const keysOf = async (engine: Engine) =>
  issuesOf(await engine.status(), fixture.clock.nowMs()).map(({ key }) => key);

describe("an instrument of which the settings say nothing", () => {
  it("is told to be silent after three usual pauses, the same everywhere, until it writes again", async () => {
    const engine = await fixture.started();
    await everyHour(engine, 72, 179 * minuteMs);
    expect(await keysOf(engine)).toEqual([]);
    await fixture.clock.advance(2 * minuteMs);
    const status = await engine.status();
    expect(issuesOf(status, fixture.clock.nowMs())).toMatchObject([
      { key: "silent:Radar", kind: "silentInstrument", isLearned: true },
    ]);
    expect(issuesOf(status, fixture.clock.nowMs())[0]?.label).toMatch(
      /^Radar stopped writing at .* UTC \(usually one file an hour\)$/,
    );
    expect((await engine.activity()).instruments[0]).toMatchObject({ isSilent: true, usualMinutes: 60 });
    expect((await engine.metrics()).instruments[0]).toMatchObject({ isSilent: true });
    expect((await engine.stationNow(status, true)).path[0]).toMatchObject({ state: "trouble" });
    write(99);
    await engine.rescan();
    expect(await keysOf(engine)).toEqual([]);
    await engine.stop();
  });

  it("is not while it is off, and not because of files that were there before", async () => {
    for (let i = 0; i < 72; i += 1)
      fixture.files.put(
        folder,
        `20240520_${i}.dat`,
        `${i}`,
        (fixture.clock.nowMs() - (i + 9) * hourMs) * 1000,
      );
    const engine = await fixture.started();
    await fixture.clock.advance(hourMs);
    expect([await keysOf(engine), (await engine.activity()).instruments[0]?.isSilent]).toEqual([[], false]);
    await everyHour(engine, 72);
    await engine.configure(configuration([instrument({ offUntil: "2024-06-07" })]));
    await fixture.clock.advance(24 * hourMs);
    const status = await engine.status();
    expect([status.instruments[0]?.offUntil, status.instruments[0]?.isQuiet]).toEqual(["2024-06-07", false]);
    expect(await keysOf(engine)).toEqual([]);
    const dayMs = Date.UTC(2024, 5, 7);
    await fixture.clock.advance(dayMs - fixture.clock.nowMs() + 179 * minuteMs);
    expect([await keysOf(engine), (await engine.status()).instruments[0]?.offUntil]).toEqual([[], null]);
    await fixture.clock.advance(2 * minuteMs);
    expect(await keysOf(engine)).toEqual(["silent:Radar"]);
    await engine.stop();
  });
});
