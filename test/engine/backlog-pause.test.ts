import { beforeEach, expect, it } from "vitest";
import { EngineFixture, folder } from "#test/support/builders/engine-fixture.ts";

let fixture: EngineFixture;
const minuteMs = 60_000;

beforeEach(() => {
  fixture = new EngineFixture();
  fixture.portal.latencyMs = 20;
});

function putOld(days: number): void {
  for (let day = 1; day <= days; day += 1) fixture.files.put(folder, `2024040${day}_0.dat`, `old ${day}`);
}

it("lets old files wait until they are resumed, and never today's", async () => {
  const engine = await fixture.runFor(minuteMs);
  const pausedMs = fixture.clock.nowMs();
  await engine.pauseBacklog(true);
  putOld(3);
  fixture.putMany(3);
  await engine.rescan();
  await fixture.clock.advance(180 * minuteMs);
  expect(await engine.status()).toMatchObject({
    ...{ totals: { delivered: 3, queued: 3 }, holds: [] },
    ...{ isBacklogStopped: true, backlogPausedSinceMs: pausedMs },
  });
  await engine.pauseBacklog(false);
  await fixture.clock.advance(minuteMs);
  expect(await engine.status()).toMatchObject({
    ...{ totals: { delivered: 6, queued: 0 } },
    ...{ isBacklogStopped: false, backlogPausedSinceMs: null },
  });
});

it("gives back what is under way of it", async () => {
  fixture.portal.latencyMs = 10 * minuteMs;
  putOld(1);
  const engine = await fixture.runFor(minuteMs);
  expect((await engine.status()).totals.queued).toBe(0);
  await engine.pauseBacklog(true);
  await fixture.clock.advance(minuteMs);
  expect((await engine.status()).totals).toMatchObject({ queued: 1, delivered: 0 });
});

it("outlives the process, from when it began, and a page that is damaged pauses nothing", async () => {
  const before = await fixture.runFor(minuteMs);
  await before.pauseBacklog(true);
  const sinceMs = fixture.clock.nowMs();
  await before.stop();
  const { ledger, clock, files, portal, backlogStore } = fixture;
  fixture = new EngineFixture({ ledger, clock, files, portal, backlogStore });
  putOld(3);
  const after = await fixture.runFor(60 * minuteMs);
  expect(await after.status()).toMatchObject({ totals: { queued: 3 }, backlogPausedSinceMs: sinceMs });
  await after.stop();
  backlogStore.page = '{"pausedSinceMs":"soon"}';
  fixture = new EngineFixture({ ledger, clock, files, portal, backlogStore });
  const last = await fixture.runFor(60 * minuteMs);
  expect((await last.status()).totals).toMatchObject({ queued: 0, delivered: 3 });
});
