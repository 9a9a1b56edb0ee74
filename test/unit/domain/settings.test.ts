import { expect, it } from "vitest";
import { usualNotifications } from "#domain/notification-settings.ts";
import { usualKeep } from "#domain/settings.ts";

it("settings that say nothing of notifications ask for all of them, at any hour, without a webhook", () => {
  expect(usualNotifications).toEqual({
    needsYou: true,
    waiting: true,
    resolved: true,
    silentInstrument: true,
    poorProduct: false,
    quietHours: null,
    webhook: null,
    channels: [],
    heartbeat: null,
    digestAt: "08:00",
  });
});

it("settings that say nothing of the past keep a million lines of the journal and 25 MB of log files", () => {
  expect(usualKeep).toEqual({ journalLines: 1_000_000, logMB: 25 });
});
