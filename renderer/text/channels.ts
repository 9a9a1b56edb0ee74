import type { ChannelType } from "#domain/channels.ts";
import type { NotificationKind } from "#domain/settings.ts";

const kinds: Readonly<Record<NotificationKind, string>> = {
  needsYou: "Needs you",
  waiting: "Waiting",
  silentInstrument: "Gone silent",
  poorProduct: "Poor product",
  resolved: "Resolved",
};

const addressHelp: Readonly<Record<ChannelType, string>> = {
  webhook: "Each notification is sent there as JSON.",
  slack: "Of an incoming webhook of your Slack app.",
  teams: "Of a workflow in Teams: “Post to a channel when a webhook request is received”.",
  mattermost: "Of an incoming webhook of your Mattermost team.",
  ntfy: "Of the topic, such as https://ntfy.sh/my-station.",
};

/** Notification channels in the settings. */
export const channelsText = {
  title: "Also tell",
  none: "Nobody else is told. A channel is a chat, a phone or a program: Slack, Teams, Mattermost, ntfy, or a webhook.",
  add: "Add a channel",
  channel: "Channel",
  kinds,
  edit: (name: string) => `Edit ${name}`,
  noName: "No name",
  name: "Channel name",
  type: "Service",
  address: "Address",
  addressHelp,
  username: "ntfy user",
  usernameHelp: "Only where the topic is protected.",
  password: "Password or access token",
  passwordIsKept: "One is stored, not in the settings.",
  passwordIsKeptApart: "It is stored as the portal's password is, not in the settings.",
  savePassword: "Save password",
  allowInsecure: "Allow an unencrypted connection",
  allowInsecureHelp: "Others on the network can then read what is sent.",
  sendTest: "Send a test",
  remove: "Remove this channel",
};
