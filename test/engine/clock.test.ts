import { expect, it } from "vitest";
import { headlineOf } from "#station/notifications/tray-view.ts";
import { issuesOf } from "#station/status/issues.ts";
import { EngineFixture } from "#test/support/builders/engine-fixture.ts";

const secondMs = 1_000;

it("a clock that differs is told, a wrong one needs somebody, and it is over when they agree", async () => {
  const fixture = new EngineFixture();
  const engine = await fixture.started();
  const look = async (aheadMs: number | null) => {
    fixture.portal.aheadMs = aheadMs;
    const status = await engine.status();
    const nowMs = fixture.clock.nowMs();
    const issue = issuesOf(status, nowMs).find(({ key }) => key === "clock");
    const pc = (await engine.stationNow(status, true)).path[2];
    const { state } = headlineOf({ status, nowMs, isRunning: true, today: null });
    const { needsAttention } = await engine.metrics();
    expect(needsAttention).toBe(status.needsAttention);
    return [issue?.kind, issue?.label, status.needsAttention, pc?.state, state];
  };
  const well = [undefined, undefined, false, "ok", "waiting"];
  expect(await look(null)).toEqual(well);
  expect(await look(30 * secondMs)).toEqual(well);
  expect(await look(45 * secondMs)).toEqual([
    "waiting",
    "This PC's clock is 45 s ahead of the portal's",
    false,
    "waiting",
    "waiting",
  ]);
  expect((await look(-299 * secondMs)).slice(0, 1)).toEqual(["waiting"]);
  expect(await look(-300 * secondMs)).toEqual([
    "needsYou",
    "This PC's clock is 5 min behind the portal's",
    true,
    "trouble",
    "needs-you",
  ]);
  expect(await look(0)).toEqual(well);
  await engine.stop();
});
