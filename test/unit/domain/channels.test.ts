import { describe, expect, it } from "vitest";
import {
  channelAccountOf,
  channelLabels,
  channelsOf,
  isAmong,
  kindsAnywhere,
  kindsHere,
  mailServer,
} from "#domain/channels.ts";
import { type Channel, usualNotifications } from "#domain/notification-settings.ts";
import { verdictOfStatus } from "#domain/verdicts.ts";

const chat: Channel = {
  name: "Chat",
  type: "slack",
  url: "https://chat.test/x",
  kinds: ["silentInstrument"],
  instruments: null,
  digest: null,
  allowInsecure: false,
  username: null,
};
const mail: Channel = {
  name: "Mail",
  type: "email",
  server: "mail.example",
  from: "station@mail.example",
  to: ["operator@mail.example"],
  kinds: null,
  instruments: null,
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
        instruments: null,
        digest: null,
        allowInsecure: false,
        username: null,
      },
      chat,
    ]);
  });

  it("are called as their services call themselves", () => {
    expect(Object.values(channelLabels)).toEqual([
      "Webhook",
      "Slack",
      "Teams",
      "Mattermost",
      "ntfy",
      "E-mail",
    ]);
  });

  it("have an account only with a user name", () => {
    expect(channelAccountOf(chat)).toBeNull();
    expect(channelAccountOf({ ...chat, username: "me" })).toEqual({ username: "me", url: chat.url });
    expect(channelAccountOf(mail)).toBeNull();
    const account = (server: string) => channelAccountOf({ ...mail, server, username: "me" });
    expect(account("mail.example")).toEqual({ username: "me", url: "smtp://mail.example:587" });
    // A text that is no server is told elsewhere; the secret stays where it was.
    expect(account("mail example")).toEqual({ username: "me", url: "mail example" });
  });
});

describe("a mail server", () => {
  it.each([
    ["mail.example", "mail.example", 587],
    ["MAIL.example:465", "mail.example", 465],
    ["10.0.0.7:25", "10.0.0.7", 25],
    ["[::1]", "::1", 587],
    ["[fe80::7]:2525", "fe80::7", 2525],
    ["mail.example:1", "mail.example", 1],
    ["mail.example:65535", "mail.example", 65_535],
  ])("%s is a host and a port", (written, host, port) => {
    expect(mailServer(written)).toEqual({ host, port });
  });

  it.each([
    "",
    ":587",
    "mail.example:",
    "mail.example:0",
    "mail.example:65536",
    "mail.example:000587",
    "mail.example:25:25",
    "mail.example:smtp",
    "https://mail.example",
    "mail.example/in",
    "me@mail.example",
    "mail.example?tls",
    "mail.example#tls",
    "mail\\example",
    "mail example",
    "mail.example ",
    "::1",
    "[::1",
    "[]",
    "[::1]25",
    "[mail/example]",
    "[mail.example]",
  ])("%j is none", (written) => expect(mailServer(written)).toBeNull());
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
