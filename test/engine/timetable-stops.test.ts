import { beforeEach, expect, it } from "vitest";
import type { RateRow } from "#domain/timetable.ts";
import { configuration, EngineFixture, folder } from "#test/support/builders/engine-fixture.ts";

/** F46, without its zones: `portal.rates` that stop the backlog, or everything, for two hours. */

let fixture: EngineFixture;
const minuteMs = 60_000;

beforeEach(() => {
  fixture = new EngineFixture();
  fixture.portal.latencyMs = 20;
});

function forTwoHours(row: RateRow): readonly RateRow[] {
  const at = (ms: number) => {
    const local = new Date(ms);
    return `${String(local.getHours()).padStart(2, "0")}:${String(local.getMinutes()).padStart(2, "0")}`;
  };
  const startMs = fixture.clock.nowMs();
  return [{ ...row, from: at(startMs - 10 * minuteMs), to: at(startMs + 120 * minuteMs) }, { kBps: null }];
}

it("off lets the backlog wait, never today's files, and what is under way of it goes back", async () => {
  fixture.putMany(3);
  for (const day of [1, 2, 3]) fixture.files.put(folder, `2024040${day}_0.dat`, `old ${day}`);
  const engine = await fixture.runFor(
    60 * minuteMs,
    configuration(undefined, { rates: forTwoHours({ kBps: "off" }) }),
  );
  expect((await engine.status()).totals).toMatchObject({ delivered: 3, queued: 3 });
  expect(await engine.status()).toMatchObject({ holds: [], isBacklogStopped: true });
  await fixture.clock.advance(62 * minuteMs);
  expect((await engine.status()).totals).toMatchObject({ delivered: 6, queued: 0 });
  expect((await engine.status()).isBacklogStopped).toBe(false);
});

it("off in the middle of an old file gives it back, and sends it afterwards", async () => {
  fixture.portal.latencyMs = 10 * minuteMs;
  fixture.files.put(folder, "20240401_0.dat", "old");
  const engine = await fixture.runFor(minuteMs);
  expect(engine.progress().size + (await engine.status()).totals.announcing).toBeGreaterThan(0);
  await engine.configure(configuration(undefined, { rates: forTwoHours({ kBps: "off" }) }));
  await fixture.clock.advance(5 * minuteMs);
  expect((await engine.status()).totals).toMatchObject({ queued: 1, delivered: 0 });
  await fixture.clock.advance(150 * minuteMs);
  expect((await engine.status()).totals.delivered).toBe(1);
});

it("off of all lets everything wait, as quiet hours do", async () => {
  fixture.putMany(3);
  const rates = forTwoHours({ kBps: "off", all: true });
  const engine = await fixture.runFor(60 * minuteMs, configuration(undefined, { rates }));
  expect(fixture.portal.log).toEqual([]);
  expect((await engine.status()).holds).toMatchObject([{ cause: "quiet-hours" }]);
  await fixture.clock.advance(62 * minuteMs);
  expect((await engine.status()).totals.delivered).toBe(3);
});

it("a clock that is set back stops the backlog again, one that is set ahead lets it go", async () => {
  const rates = forTwoHours({ kBps: "off" });
  fixture.files.put(folder, "20240401_0.dat", "old");
  const engine = await fixture.runFor(10 * minuteMs, configuration(undefined, { rates }));
  expect((await engine.status()).totals.queued).toBe(1);
  fixture.clock.setWall(fixture.clock.nowMs() + 180 * minuteMs);
  await fixture.clock.advance(2 * minuteMs);
  expect((await engine.status()).totals.delivered).toBe(1);
  fixture.clock.setWall(fixture.clock.nowMs() - 180 * minuteMs);
  fixture.files.put(folder, "20240402_0.dat", "older");
  await engine.rescan();
  await fixture.clock.advance(10 * minuteMs);
  expect((await engine.status()).totals.queued).toBe(1);
});
