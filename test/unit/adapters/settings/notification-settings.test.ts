import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cutSecrets } from "#adapters/settings/secret-values.ts";
import { checkSettings } from "#adapters/settings/settings-check.ts";
import { openSettings } from "#adapters/settings/settings-store.ts";
import { usualNotifications } from "#domain/notification-settings.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";

const portal = { url: "https://portal.example", username: "station" };
const check = (notifications?: unknown) =>
  checkSettings(
    { portal, instruments: [], ...(notifications === undefined ? {} : { notifications }) },
    "linux",
  );

describe("the settings of notifications", () => {
  it("are all on where the file says nothing, as in every file that was written before", () => {
    for (const written of [undefined, {}, null])
      expect(check(written)).toMatchObject({ settings: { notifications: usualNotifications }, problems: [] });
    expect(checkSettings("broken", "linux").settings.notifications).toEqual(usualNotifications);
  });

  it("are taken as written", () => {
    const written = {
      needsYou: false,
      waiting: false,
      resolved: false,
      silentInstrument: false,
      poorProduct: false,
      quietHours: { from: "22:00", to: "06:00" },
      webhook: "https://chat.example/hooks/abc?x=1",
      channels: [],
      heartbeat: { url: "https://hc.example/abc", everyMinutes: 2, fail: "never" },
      digestAt: "07:30",
    };
    const { settings, problems, canSend } = check(written);
    expect([settings.notifications, problems, canSend]).toEqual([written, [], true]);
    expect(check({ webhook: "http://127.0.0.1:8080/relay" }).problems).toEqual([]);
  });

  it.each([
    ["needsYou", "yes", "notifications.needsYou must be true or false"],
    [
      "quietHours",
      { from: "22:00", to: "22:00" },
      "notifications.quietHours must start and end at different",
    ],
    ["quietHours", { from: "25:00", to: "22:00" }, "notifications.quietHours.from must be a time"],
    [
      "webhook",
      "http://chat.example/a",
      "notifications.webhook must be an address that starts with https://",
    ],
    ["webhook", "ftp://localhost/a", "notifications.webhook must be an address"],
    ["webhook", 7, "notifications.webhook must be an address that starts with https://"],
    [
      "webhook",
      "https://me:pw@chat.example/a",
      "notifications.webhook must not contain a user name or password",
    ],
    ["digestAt", "7", "notifications.digestAt must be a time"],
    ["loud", true, "notifications.loud is not a setting"],
  ])("name the key %s with %j, take its default, and harm nothing else", (key, value, message) => {
    const { settings, problems, canSend } = check({ [key]: value, waiting: false });
    expect(problems).toHaveLength(1);
    expect(problems[0]?.key).toMatch(new RegExp(`^notifications\\.${key}`));
    expect(problems[0]?.message).toContain(message);
    expect(problems[0]?.message).not.toContain("me:pw");
    expect(settings.notifications).toEqual({ ...usualNotifications, waiting: false });
    expect(canSend).toBe(true);
  });

  it("that are no object are named as a whole", () => {
    for (const written of [7, [], "off"])
      expect(check(written).problems).toMatchObject([{ key: "notifications" }]);
  });
});

describe("a station without a settings file", () => {
  it("is at its first start, which is no fault; a broken or a named file that is missing is one", async () => {
    const dataFolder = await makeScratch("skyferry-first-");
    const load = (file: string | null) => openSettings({ file, dataFolder }).load();
    expect((await load(null)).problems).toMatchObject([{ key: "", isFirstStart: true }]);
    expect((await load(join(dataFolder, "mine.json"))).problems[0]).not.toHaveProperty("isFirstStart");
    await writeFile(join(dataFolder, "settings.json"), "{");
    expect((await load(null)).problems[0]).not.toHaveProperty("isFirstStart");
    await rm(dataFolder, { recursive: true });
  });
});

describe("a heartbeat", () => {
  const url = "https://hc.example/ping/abc";

  it("is sent every five minutes and tells of failures where the settings say no more", () => {
    const { settings } = check({ heartbeat: { url } });
    expect(settings.notifications.heartbeat).toEqual({ url, everyMinutes: 5, fail: "needsYou" });
    expect(check({ heartbeat: { url: "http://127.0.0.1:8000/ping" } }).problems).toEqual([]);
  });

  it.each([
    [
      { url: "http://hc.example/abc" },
      "notifications.heartbeat.url must be an address that starts with https://",
    ],
    [{ url: "https://station:secret@hc.example/abc" }, "must not contain a user name or password"],
    [{ url: "https://hc.example/***" }, "was left out of an export"],
    [
      { url, everyMinutes: 0 },
      "notifications.heartbeat.everyMinutes must be a number of minutes from 0.1 to 1440",
    ],
    [{ url, fail: "often" }, 'notifications.heartbeat.fail must be "needsYou" or "never"'],
    [url, 'notifications.heartbeat must be {"url":"https://…"} or null'],
  ])("that cannot be sent is named, and none is sent: %j", (heartbeat, message) => {
    const { settings, problems } = check({ heartbeat, waiting: false });
    expect(problems.map((one) => one.message).join(" ")).toContain(message);
    expect(JSON.stringify(problems)).not.toContain("secret@");
    expect(settings.notifications).toEqual({ ...usualNotifications, waiting: false });
  });

  it("has an address that no export shows", () => {
    const { value, secrets } = cutSecrets({ notifications: { heartbeat: { url, everyMinutes: 2 } } });
    expect(value).toEqual({
      notifications: { heartbeat: { url: "https://hc.example/***", everyMinutes: 2 } },
    });
    expect(secrets).toEqual(["/ping/abc"]);
  });
});
