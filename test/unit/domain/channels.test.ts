import { describe, expect, it } from "vitest";
import {
  accountOf,
  type Channel,
  channelLabels,
  channelsOf,
  isAmong,
  kindsAnywhere,
  kindsHere,
} from "#domain/channels.ts";
import { usualNotifications } from "#domain/settings.ts";
import { verdictOfStatus } from "#domain/verdicts.ts";

const chat: Channel = {
  name: "Chat",
  type: "slack",
  url: "https://chat.test/x",
  kinds: ["silentInstrument"],
  digest: null,
  allowInsecure: false,
  username: null,
};
const off = {
  ...usualNotifications,
  needsYou: false,
  waiting: false,
  resolved: false,
  silentInstrument: false,
  poorProduct: false,
};

describe("channels", () => {
  it("are those of the settings, and the webhook as one more", () => {
    expect(channelsOf({ ...off, channels: [chat] })).toEqual([chat]);
    const both = channelsOf({ ...off, channels: [chat], webhook: "https://hook.test/" });
    expect(both).toEqual([
      {
        name: "Webhook",
        type: "webhook",
        url: "https://hook.test/",
        kinds: null,
        digest: null,
        allowInsecure: false,
        username: null,
      },
      chat,
    ]);
  });

  it("are called as their services call themselves", () => {
    expect(Object.values(channelLabels)).toEqual(["Webhook", "Slack", "Teams", "Mattermost", "ntfy"]);
  });

  it("have an account only with a user name", () => {
    expect(accountOf(chat)).toBeNull();
    expect(accountOf({ ...chat, username: "me" })).toEqual({ username: "me", url: chat.url });
  });
});

describe("kinds", () => {
  it("here are the switches, anywhere those of the channels, too", () => {
    const settings = { ...off, waiting: true, channels: [chat, { ...chat, kinds: null }] };
    expect(kindsHere(settings)).toEqual(["waiting"]);
    expect(Object.entries(kindsAnywhere(settings)).flatMap(([kind, is]) => (is ? [kind] : []))).toEqual(
      expect.arrayContaining(["waiting", "silentInstrument"]),
    );
    expect(kindsAnywhere(settings)).toMatchObject({ needsYou: false, resolved: false, poorProduct: false });
  });

  it("take a notification of one of its causes; that it is over where that is wanted as well", () => {
    const ofTwo = { kind: "needsYou", kinds: ["needsYou", "waiting"] } as const;
    expect(isAmong(["waiting"], ofTwo)).toBe(true);
    expect(isAmong(["silentInstrument"], ofTwo)).toBe(false);
    const over = { kind: "resolved", kinds: ["waiting"] } as const;
    expect(isAmong(["waiting"], over)).toBe(false);
    expect(isAmong(["resolved"], over)).toBe(false);
    expect(isAmong(["waiting", "resolved"], over)).toBe(true);
  });
});

it("a status of the portal is a verdict, unless its word is not known", () => {
  const words = ["uploaded", "processed", "invalid", "created", ""];
  expect(words.map(verdictOfStatus)).toEqual(["accepted", "processed", "invalid", null, null]);
});
