import { expect, it } from "vitest";
import { usualNotifications } from "#domain/settings.ts";

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
    digestAt: "08:00",
  });
});
