import { describe, expect, it } from "vitest";
import { checkSettings } from "#adapters/settings/settings-check.ts";
import { channelsOf, isAmong, kindsAnywhere } from "#domain/channels.ts";
import { issueKinds, usualNotifications } from "#domain/settings.ts";

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
const usual = { kinds: null, digest: null, allowInsecure: false, username: null };

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
    [{ ...slack, type: "pager" }, "type", "must be one of webhook, slack, teams, mattermost, ntfy"],
    [{ ...slack, kinds: ["loud"] }, "kinds[0]", "must be a list of needsYou, waiting"],
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
