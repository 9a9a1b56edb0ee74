import type { ChannelType } from "#domain/channels.ts";
import type { NotificationKind } from "#domain/settings.ts";

/** Notification channels in the settings. */
export const channelsText = {
  title: "Also tell",
  none: "Nobody else is told. A channel is a chat, a phone or a program: Slack, Teams, Mattermost, ntfy, or a webhook.",
  add: "Add a channel",
  channel: "Channel",
  kinds: {
    needsYou: "Needs you",
    waiting: "Waiting",
    silentInstrument: "Gone silent",
    poorProduct: "Poor product",
    resolved: "Resolved",
  } as Readonly<Record<NotificationKind, string>>,
  edit: (name: string) => `Edit ${name}`,
  noName: "No name",
  name: "Channel name",
  type: "Service",
  address: "Address",
  addressHelp: {
    webhook: "Each notification is sent there as JSON.",
    slack: "Of an incoming webhook of your Slack app.",
    teams: "Of a workflow in Teams: “Post to a channel when a webhook request is received”.",
    mattermost: "Of an incoming webhook of your Mattermost team.",
    ntfy: "Of the topic, such as https://ntfy.sh/my-station.",
  } as Readonly<Record<ChannelType, string>>,
  username: "ntfy user",
  usernameHelp: "Only where the topic is protected.",
  password: "Password or access token",
  passwordIsKept: "One is stored, not in the settings.",
  passwordIsKeptApart: "It is stored as the portal's password is, not in the settings.",
  savePassword: "Save password",
  digest: "Digest",
  digestHelp: "What was delivered, what waits, gaps and silence in one message. Also in quiet hours.",
  digests: [
    { value: "", label: "None" },
    { value: "daily", label: "Every day" },
    { value: "weekly", label: "On Mondays" },
  ],
  digestAt: "Digests are sent at",
  digestAtHelp: "Local time of this PC. One that was missed is sent once it runs again.",
  allowInsecure: "Allow an unencrypted connection",
  allowInsecureHelp: "Others on the network can then read what is sent.",
  sendTest: "Send a test",
  remove: "Remove this channel",
};
