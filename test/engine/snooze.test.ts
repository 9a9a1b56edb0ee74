import { expect, it } from "vitest";
import { headlineOf } from "#station/notifications/tray-view.ts";
import { EngineFixture } from "#test/support/builders/engine-fixture.ts";

it("what needs a person is snoozed by its key, told to who listens, and ended by hand; nothing else is", async () => {
  const fixture = new EngineFixture();
  const engine = await fixture.started();
  const events: string[] = [];
  engine.onEvent(({ type }) => void events.push(type));
  const sentence = async () => {
    const status = await engine.status();
    return headlineOf({ status, nowMs: fixture.clock.nowMs(), isRunning: true, today: null }).sentence;
  };
  expect(await engine.snooze("clock", null)).toBe(false);
  fixture.portal.aheadMs = 60_000;
  expect(await engine.snooze("clock", null)).toBe(false);
  fixture.portal.aheadMs = 400_000;
  expect(await sentence()).toBe("This PC's clock is 7 min ahead");
  events.length = 0;
  expect(await engine.snooze("clock", null)).toBe(true);
  expect(await sentence()).toBe("1 thing needs you, snoozed");
  const troubled = async () =>
    (await engine.stationNow(await engine.status(), true)).path.filter(({ state }) => state === "trouble");
  expect(await troubled()).toMatchObject([{ node: "pc", isSnoozed: true }]);
  await engine.endSnooze("clock");
  expect(Object.keys((await troubled())[0] ?? {})).toEqual(["node", "state", "message"]);
  expect(await sentence()).toBe("This PC's clock is 7 min ahead");
  expect(events.filter((type) => type === "status")).toHaveLength(2);
});
