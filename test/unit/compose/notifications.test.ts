import { expect, test } from "vitest";
import { composeNotifications } from "#compose/notifications.ts";
import {
  type Channel,
  type NotificationSettings,
  usualNotifications,
} from "#domain/notification-settings.ts";
import type { Settings } from "#domain/settings.ts";
import type { Status } from "#station/status/reports.ts";
import { scratchOfTest } from "#test/support/builders/scratch-of-test.ts";
import { halfPastTwo, holdOf, instrumentStatus, statusWith } from "#test/support/builders/status-shapes.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";

const own = {
  url: "https://a.example/b",
  instruments: null,
  digest: null,
  allowInsecure: false,
  username: null,
} as const;
const channels: readonly Channel[] = [
  { ...own, name: "As here", type: "slack", kinds: null },
  { ...own, name: "Waiting", type: "teams", kinds: ["waiting"] },
  { ...own, name: "Needs you", type: "ntfy", kinds: ["needsYou", "resolved"] },
];

test("a channel of instruments is told of them and of the whole station, not of others", async () => {
  const { sent, pass, show, watch } = await watched([
    { ...own, name: "Radar", type: "slack", kinds: null, instruments: ["Radar"] },
    { ...own, name: "Lidar", type: "slack", kinds: null, instruments: ["Lidar"] },
  ]);
  const silent = { folderTrouble: { message: "It is gone.", sinceMs: halfPastTwo } };
  show(statusWith({}, { instruments: [instrumentStatus({ name: "Radar", ...silent })] }));
  await expect.poll(() => pass(1).then(() => sent)).toEqual(["Radar: needsYou at hyytiala"]);
  show(statusWith({}, { instruments: [instrumentStatus({ name: "Radar" })] }));
  await expect.poll(() => pass(1).then(() => sent.slice(1))).toEqual(["Radar: resolved at hyytiala"]);
  show(statusWith({ queued: 3 }, { holds: [holdOf("credentials", { sinceMs: halfPastTwo })] }));
  await expect
    .poll(() => pass(1).then(() => sent.slice(2)))
    .toEqual(["Radar: needsYou at hyytiala", "Lidar: needsYou at hyytiala"]);
  await watch.stop();
});

test("each channel is told its kinds, this PC those that are switched on", async () => {
  const { sent, pass, show, watch } = await watched(channels, {
    waiting: false,
    webhook: "https://a.example/c",
  });
  show(statusWith({ queued: 3 }, { holds: [holdOf("unreachable", { sinceMs: halfPastTwo })] }));
  await expect.poll(() => pass(1).then(() => sent)).toEqual(["Waiting: waiting at hyytiala"]);
  expect(watch.news().told).toEqual([]);

  show(statusWith({ queued: 3 }, { holds: [holdOf("credentials", { sinceMs: halfPastTwo })] }));
  await expect
    .poll(() => pass(1).then(() => sent.slice(1)))
    .toEqual(["Webhook", "As here", "Needs you"].map((name) => `${name}: needsYou at hyytiala`));
  expect(watch.news().told.map(({ shown }) => shown?.kind)).toEqual(["needsYou"]);
  await watch.stop();
});

/** The notifications of a station that is as `show` said last; `pass` lets minutes pass. */
async function watched(own: readonly Channel[], change: Partial<NotificationSettings> = {}) {
  const clock = new FakeClock(halfPastTwo);
  const sent: string[] = [];
  let status = statusWith({});
  const settings = {
    instruments: [{ site: "hyytiala" }, { site: "hyytiala" }],
    notifications: { ...usualNotifications, ...change, channels: own },
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
  return {
    sent,
    watch,
    show: (next: Status) => {
      status = next;
    },
    async pass(minutes: number) {
      for (let seconds = 0; seconds < minutes * 60; seconds += 10) {
        await clock.advance(10_000);
        // A notification that was told is written to the disk before the next look.
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}
