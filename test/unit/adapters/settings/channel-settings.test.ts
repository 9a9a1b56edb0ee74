import { describe, expect, it } from "vitest";
import { cutSecrets } from "#adapters/settings/secret-values.ts";
import { checkSettings } from "#adapters/settings/settings-check.ts";
import { channelAccountOf, channelsOf, isAmong, kindsAnywhere, mailServer } from "#domain/channels.ts";
import { issueKinds, usualNotifications } from "#domain/notification-settings.ts";

const portal = { url: "https://portal.example", username: "station" };
const check = (channels: unknown) => {
  const { settings, problems } = checkSettings(
    { portal, instruments: [], notifications: { channels, waiting: false } },
    "linux",
  );
  return { channels: settings.notifications.channels, waiting: settings.notifications.waiting, problems };
};
const secretPath = "T000/B000/very-secret";
const slack = { name: "Lab chat", type: "slack", url: `https://hooks.slack.example/services/${secretPath}` };
const usual = { kinds: null, instruments: null, digest: null, allowInsecure: false, username: null };

describe("the channels of the settings", () => {
  it("take as little as a name, a type and an address", () => {
    const ntfy = { name: "Phone", type: "ntfy", url: "https://ntfy.example/my-station" };
    expect(check([slack, ntfy])).toEqual({
      channels: [
        { ...usual, ...slack },
        { ...usual, ...ntfy },
      ],
      waiting: false,
      problems: [],
    });
  });

  it.each([
    [{ ...slack, url: "http://chat.lan/hook" }, "url", "must start with https://"],
    [
      { ...slack, url: `ftp://chat.lan/${secretPath}` },
      "url",
      "must be an address that starts with https://",
    ],
    [
      { ...slack, url: `https://me:pw@chat.lan/${secretPath}` },
      "url",
      "must not contain a user name or password",
    ],
    [{ ...slack, url: "https://hooks.slack.example/***" }, "url", "was left out of an export"],
    [{ ...slack, url: undefined }, "url", "must be an address that starts with https://, but is missing"],
    [{ ...slack, type: "pager" }, "type", "must be one of webhook, slack, teams, mattermost, ntfy, email"],
    [{ ...slack, kinds: ["loud"] }, "kinds[0]", "must be a list of needsYou, waiting"],
    [{ ...slack, instruments: "Radar" }, "instruments", "must be a list of names of instruments or models"],
    [{ ...slack, instruments: [] }, "instruments", "leave it out for all"],
    [{ ...slack, digest: "hourly" }, "digest", 'must be "daily", "weekly" or null'],
    [{ ...slack, colour: "red" }, "colour", "is not a setting"],
    [{ ...slack, name: " " }, "name", "must be a name for this channel"],
    [{ ...slack, type: "ntfy", url: "https://ntfy.example/" }, "url", "must end with a topic"],
  ])("name what is wrong with %j, leave that one out and tell the others", (wrong, key, message) => {
    const { channels, problems, waiting } = check([wrong, { ...slack, name: "Other" }]);
    expect(channels.map(({ name }) => name)).toEqual(["Other"]);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.key).toContain(`notifications.channels[0].${key}`);
    expect(problems[0]?.message).toContain(message);
    expect(problems[0]?.message).toContain("Nothing is sent to this channel");
    expect(JSON.stringify(problems)).not.toMatch(/very-secret|me:pw/);
    expect(waiting).toBe(false);
  });

  it("may speak plainly where that is allowed, and to this PC", () => {
    const open = [
      { ...slack, url: "http://chat.lan/hook", allowInsecure: true },
      { ...slack, name: "Here", url: "http://127.0.0.1:8065/hooks/x" },
    ];
    expect(check(open).problems).toEqual([]);
  });

  it("have names of their own", () => {
    const { channels, problems } = check([slack, slack]);
    expect([channels.length, problems.map(({ key }) => key)]).toEqual([
      1,
      ["notifications.channels[1].name"],
    ]);
  });

  it("that are no list, or no channels, are named", () => {
    expect(check("slack").problems).toMatchObject([{ key: "notifications.channels" }]);
    expect(check([7]).problems).toMatchObject([{ key: "notifications.channels[0]" }]);
  });
});

describe("a channel for e-mail", () => {
  const mail = {
    name: "Mail",
    type: "email",
    server: "mail.inst.example",
    from: "station@inst.example",
    to: "ann@inst.example, bö@inst.example;",
  };

  it("takes one address, several in a text, or a list", () => {
    const to = ["ann@inst.example", "bö@inst.example"];
    expect(check([mail])).toMatchObject({ channels: [{ ...usual, ...mail, to }], problems: [] });
    expect(check([{ ...mail, to }]).channels).toMatchObject([{ to }]);
    expect(check([{ ...mail, to: to[0] }]).channels).toMatchObject([{ to: [to[0]] }]);
  });

  it.each([
    [{ server: "smtp://mail.example" }, "server", "must be a mail server and its port"],
    [{ server: "me:very-secret@mail.example:587" }, "server", 'but is "…@mail.example:587"'],
    [{ server: "mail.example:70000" }, "server", "must be a mail server"],
    [{ server: undefined }, "server", "but is missing"],
    [{ from: "Station <station@inst.example>" }, "from", "must be an e-mail address"],
    [{ from: "a@b.example\r\nBcc: eve@evil.example" }, "from", "must be an e-mail address"],
    [{ to: "ann@inst.example, bo" }, "to", "must be one e-mail address, or several"],
    [{ to: ["ann@inst.example, eve@evil.example"] }, "to", "must be one e-mail address, or several"],
    [{ to: " , " }, "to", "must be one e-mail address, or several"],
    [{ to: 7 }, "to", "must be one e-mail address, or several"],
    [{ to: Array(21).fill("ann@inst.example") }, "to", "must be at most 20 addresses"],
    [{ password: "very-secret" }, "password", "secrets do not belong in the settings file"],
    [{ url: "https://a.example" }, "url", "is not a setting"],
  ])("names what is wrong with %j", (wrong, key, message) => {
    const { channels, problems } = check([{ ...mail, ...wrong }]);
    expect(channels).toEqual([]);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.key).toBe(`notifications.channels[0].${key}`);
    expect(problems[0]?.message).toContain(message);
    expect(JSON.stringify(problems)).not.toContain("very-secret");
  });

  it.each([
    ["mail.example", { host: "mail.example", port: 587 }],
    ["Mail.Example:465", { host: "mail.example", port: 465 }],
    ["[::1]:25", { host: "::1", port: 25 }],
    ["10.0.0.7:2525", { host: "10.0.0.7", port: 2525 }],
    ["mail.example:", null],
    ["mail.example:0", null],
    ["mail.example:465/x", null],
    ["a b:25", null],
  ])("has the server %s", (written, server) => {
    expect(mailServer(written)).toEqual(server);
  });

  it("keeps the password of each server apart", () => {
    const [channel] = check([{ ...mail, username: "station" }]).channels;
    if (channel === undefined) expect.fail("it can be used");
    expect(channelAccountOf(channel)).toEqual({ username: "station", url: "smtp://mail.inst.example:587" });
    expect(channelAccountOf({ ...channel, username: null })).toBeNull();
  });

  it("names nobody in a bundle; an export can be imported again", () => {
    const document = { notifications: { channels: [{ ...mail, username: "vera" }] } };
    const bundled = cutSecrets(document, true);
    expect(JSON.stringify(bundled.value)).not.toMatch(/ann@|station@|vera/);
    expect(bundled.secrets).toEqual([mail.from, mail.to, "vera"]);
    expect(cutSecrets(document).value).toEqual(document);
  });
});

it("a channel of instruments is told although one of them is unknown, which is named", () => {
  const instruments = [{ name: "Radar" }];
  const channels = [{ ...slack, instruments: ["Radar", "Rdar"] }];
  const { settings, problems } = checkSettings({ portal, instruments, notifications: { channels } }, "linux");
  expect(settings.notifications.channels).toMatchObject([{ instruments: ["Radar", "Rdar"] }]);
  expect(problems.filter(({ key }) => key.startsWith("notifications"))).toEqual([
    {
      key: "notifications.channels[0].instruments[1]",
      message:
        'notifications.channels[0].instruments[1] is "Rdar", but no instrument or model has this name; correct or delete it.',
      instrument: null,
    },
  ]);
});

describe("who is told what", () => {
  const settings = { ...usualNotifications, waiting: false, webhook: "https://a.example/b" };
  const [lab] = check([{ ...slack, kinds: ["waiting"] }]).channels;

  it("the one address of former versions is one more channel, with what is switched on", () => {
    expect(channelsOf({ ...settings, channels: lab === undefined ? [] : [lab] })).toMatchObject([
      { name: "Webhook", type: "webhook", url: "https://a.example/b", kinds: null },
      { name: "Lab chat" },
    ]);
  });

  it("a kind that is off here is told where a channel wants it", () => {
    expect(kindsAnywhere(settings).waiting).toBe(false);
    expect(kindsAnywhere({ ...settings, channels: lab === undefined ? [] : [lab] }).waiting).toBe(true);
  });

  it("one of several causes is enough, and an end goes where the cause was told and ends are wanted", () => {
    const several = { kind: "needsYou", kinds: ["needsYou", "silentInstrument"] } as const;
    expect(isAmong(["silentInstrument"], several)).toBe(true);
    expect(isAmong(["waiting", "resolved"], several)).toBe(false);
    const over = { kind: "resolved", kinds: ["waiting"] } as const;
    expect(isAmong(["waiting"], over)).toBe(false);
    expect(isAmong(["needsYou", "resolved"], over)).toBe(false);
    expect(isAmong(["waiting", "resolved"], over)).toBe(true);
    expect(isAmong([...issueKinds, "resolved"], over)).toBe(true);
  });
});
