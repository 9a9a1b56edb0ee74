import { describe, expect, it } from "vitest";
import { headlineOf } from "#station/notifications/tray-view.ts";
import { configuration, EngineFixture, folder, instrument } from "#test/support/builders/engine-fixture.ts";
import { monitored } from "#test/support/builders/notification-fixture.ts";

const secondMs = 1_000;
const minuteMs = 60 * secondMs;

/** An instrument whose finished files are queued two seconds after they were written. */
const busy = configuration([instrument({ finish: { policy: "settle", seconds: 2 } })]);

type Engine = Awaited<ReturnType<EngineFixture["started"]>>;

const saidOf = async (fixture: EngineFixture, engine: Engine) => {
  const status = await engine.status();
  const { today } = await engine.stationNow(status, true);
  return headlineOf({ status, nowMs: fixture.clock.nowMs(), isRunning: true, today });
};

/** A station that has delivered, with its headline of each second from then on. */
async function followed(latencyMs: number) {
  const fixture = new EngineFixture();
  const engine = await fixture.started(busy);
  fixture.write("20240601_first.dat", "first");
  await fixture.clock.advance(5 * minuteMs);
  expect(await saidOf(fixture, engine)).toMatchObject({ state: "complete", sentence: "Everything is safe" });
  const { watch, states } = await monitored(fixture, engine);
  fixture.portal.latencyMs = latencyMs;
  const headlines: string[] = [];
  const write = (name: string, content: string) => {
    fixture.write(name, content);
    fixture.watch.hint(folder, name);
  };
  /** Seconds go by; each writes a new file and goes on writing one that never ends. */
  const seconds = async (count: number, writes = true) => {
    for (let second = 0; second < count; second += 1) {
      const number = headlines.length;
      if (writes) write(`20240601_${number}.dat`, `content ${number}`);
      write("20240601_grows.dat", "x".repeat(number + 1));
      await fixture.clock.advance(secondMs);
      headlines.push((await saidOf(fixture, engine)).sentence);
    }
  };
  let burstFiles = 0;
  const burst = (count: number) => {
    for (let file = 0; file < count; file += 1) {
      burstFiles += 1;
      write(`20240601_burst${burstFiles}.dat`, `burst ${burstFiles}`);
    }
  };
  const stop = async () => {
    await watch.stop();
    await engine.stop();
  };
  return { fixture, engine, headlines, states, watch, seconds, burst, stop };
}

/** The most changes within any twenty seconds. */
function mostChanges(headlines: readonly string[]): number {
  const changed = headlines.flatMap((words, at) => (at > 0 && words !== headlines[at - 1] ? [at] : []));
  return Math.max(0, ...changed.map((at) => changed.filter((one) => one >= at && one < at + 20).length));
}

describe("the headline of a busy station", () => {
  it("stays green while files grow and go promptly, in the pages and in the tray", async () => {
    const { fixture, engine, headlines, states, seconds, stop } = await followed(300);
    await seconds(120);
    expect(new Set(headlines)).toEqual(new Set(["Everything is safe"]));
    expect(new Set(states)).toEqual(new Set(["complete"]));
    expect(await fixture.delivered()).toBeGreaterThan(110);
    expect((await engine.status()).instruments[0]?.unsettled).toBeGreaterThan(0);
    await stop();
  });

  it.each([4, 6, 12, 15, 21])(
    "never changes more than twice in 20 s where a request takes %i s",
    async (requestSeconds) => {
      const { headlines, seconds, stop } = await followed(requestSeconds * secondMs);
      for (let round = 0; round < 8; round += 1) {
        await seconds(1);
        await seconds(requestSeconds + 8, false);
      }
      expect(mostChanges(headlines)).toBeLessThanOrEqual(2);
      await stop();
    },
  );

  it("says a backlog at once, and never more than twice in 20 s where files come in bursts", async () => {
    const { fixture, engine, headlines, burst, seconds, stop } = await followed(2 * secondMs);
    for (let round = 0; round < 6; round += 1) {
      burst(40);
      await seconds(25, false);
    }
    expect(headlines.indexOf("Sending files")).toBeLessThanOrEqual(3);
    expect(new Set(headlines)).toEqual(new Set(["Everything is safe", "Sending files"]));
    expect(mostChanges(headlines)).toBeLessThanOrEqual(2);
    await fixture.clock.advance(5 * minuteMs);
    expect(await saidOf(fixture, engine)).toMatchObject({ state: "complete" });
    await stop();
  });

  it("says so when a file is unsent for ten seconds, by time alone, and is green again when it is not", async () => {
    const { fixture, engine, watch, seconds, headlines, stop } = await followed(20 * secondMs);
    await seconds(1);
    await seconds(30, false);
    const first = headlines.indexOf("Sending files");
    expect(headlines.slice(0, first)).toEqual(Array.from({ length: first }, () => "Everything is safe"));
    // Two seconds to be finished, ten to be late.
    expect(first).toBeGreaterThanOrEqual(11);
    expect(first).toBeLessThanOrEqual(14);
    expect(watch.tray()).toMatchObject({ state: "sending", tooltip: "Sending files" });
    await seconds(60, false);
    expect(await saidOf(fixture, engine)).toMatchObject({ state: "complete" });
    expect(watch.tray()).toMatchObject({ state: "complete", tooltip: "Everything is safe" });
    await stop();
  });

  it("is never green while something has been unsent for long, also when the clock was set back", async () => {
    const { fixture, engine, seconds, stop } = await followed(10 * minuteMs);
    await seconds(1);
    await seconds(14, false);
    expect(await saidOf(fixture, engine)).toMatchObject({ state: "sending" });
    for (const atMs of [-3_600_000, 3_600_000, 0]) {
      fixture.clock.setWall(fixture.clock.nowMs() + atMs);
      for (let second = 0; second < 40; second += 1) {
        await fixture.clock.advance(secondMs);
        const { state } = await saidOf(fixture, engine);
        expect(state).toBe("sending");
      }
    }
    await stop();
  });
});
