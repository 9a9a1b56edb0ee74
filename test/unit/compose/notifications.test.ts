import { expect, test } from "vitest";
import { composeNotifications } from "#compose/notifications.ts";
import { type Channel, usualNotifications } from "#domain/notification-settings.ts";
import type { Settings } from "#domain/settings.ts";
import { scratchOfTest } from "#test/support/builders/scratch-of-test.ts";
import { halfPastTwo, holdOf, statusWith } from "#test/support/builders/status-shapes.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";

const own = { url: "https://a.example/b", digest: null, allowInsecure: false, username: null } as const;
const channels: readonly Channel[] = [
  { ...own, name: "As here", type: "slack", kinds: null },
  { ...own, name: "Waiting", type: "teams", kinds: ["waiting"] },
  { ...own, name: "Needs you", type: "ntfy", kinds: ["needsYou", "resolved"] },
];

test("each channel is told its kinds, this PC those that are switched on", async () => {
  const clock = new FakeClock(halfPastTwo);
  const sent: string[] = [];
  let status = statusWith({ queued: 3 }, { holds: [holdOf("unreachable", { sinceMs: halfPastTwo })] });
  const settings = {
    instruments: [{ site: "hyytiala" }, { site: "hyytiala" }],
    notifications: { ...usualNotifications, waiting: false, webhook: "https://a.example/c", channels },
  } as unknown as Settings;
  const watch = composeNotifications({
    station: {
      status: async () => status,
      onEvent: () => () => {},
      stationNow: async () => ({ today: null }),
    } as never,
    clock,
    log: { info() {}, warn() {}, error() {} },
    dataFolder: await scratchOfTest("skyferry-attend-"),
    channels: {
      send: async ({ name }, { kind, station }) => sent.push(`${name}: ${kind} at ${station}`) > 0,
      test: () => expect.fail("nothing is tested"),
      close: async () => {},
    },
    settings: () => settings,
    onLook: () => {},
  });
  await watch.start();
  const pass = async (minutes: number) => {
    for (let seconds = 0; seconds < minutes * 60; seconds += 10) {
      await clock.advance(10_000);
      // A notification that was told is written to the disk before the next look.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await expect
    .poll(async () => {
      await pass(1);
      return sent;
    })
    .toEqual(["Waiting: waiting at hyytiala"]);
  expect(watch.news().told).toEqual([]);

  status = statusWith({ queued: 3 }, { holds: [holdOf("credentials", { sinceMs: halfPastTwo })] });
  await expect
    .poll(async () => {
      await pass(1);
      return sent.slice(1);
    })
    .toEqual(["Webhook", "As here", "Needs you"].map((name) => `${name}: needsYou at hyytiala`));
  expect(watch.news().told.map(({ shown }) => shown?.kind)).toEqual(["needsYou"]);
  await watch.stop();
});
