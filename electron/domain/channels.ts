import {
  type Channel,
  type ChannelType,
  type NotificationKind,
  type NotificationSettings,
  notificationKinds,
} from "./notification-settings.ts";

/** Names of the services in messages. */
export const channelLabels: Readonly<Record<ChannelType, string>> = {
  webhook: "Webhook",
  slack: "Slack",
  teams: "Teams",
  mattermost: "Mattermost",
  ntfy: "ntfy",
  email: "E-mail",
};

const usualMailPort = 587;

/** `mail.example:465`, without a port 587; null for what is no server. The host of `[::1]:587` is `::1`. */
export function mailServer(written: string): { readonly host: string; readonly port: number } | null {
  const [, name = "", port] = /^(\[[^\s/@\]]+\]|[^\s/@?#\\:]+)(?::(\d{1,5}))?$/.exec(written) ?? [];
  const host = URL.parse(`https://${name}`)?.hostname.replace(/[[\]]/g, "") ?? "";
  const number = Number(port ?? usualMailPort);
  return host === "" || number < 1 || number > 65_535 ? null : { host, port: number };
}

/** All channels of the settings; `webhook` of the settings is one more. */
export function channelsOf({ channels, webhook }: NotificationSettings): readonly Channel[] {
  if (webhook === null) return channels;
  const own = { kinds: null, instruments: null, digest: null, allowInsecure: false, username: null };
  return [{ ...own, name: channelLabels.webhook, type: "webhook", url: webhook }, ...channels];
}

/** Gives the kinds that this PC shows, by its switches. */
export function kindsHere(settings: NotificationSettings): readonly NotificationKind[] {
  return notificationKinds.filter((kind) => settings[kind]);
}

/** Tells for each kind whether anybody is told of it: this PC or one of the channels. */
export function kindsAnywhere(settings: NotificationSettings): Record<NotificationKind, boolean> {
  const wanted = new Set([...kindsHere(settings), ...settings.channels.flatMap(({ kinds }) => kinds ?? [])]);
  return Object.fromEntries(notificationKinds.map((kind) => [kind, wanted.has(kind)])) as Record<
    NotificationKind,
    boolean
  >;
}

/** Whether a notification is among the kinds: one of its causes is, and where it says that they are over, that too. */
export function isAmong(
  wanted: readonly NotificationKind[],
  { kind, kinds }: { readonly kind: NotificationKind; readonly kinds: readonly NotificationKind[] },
): boolean {
  if (kind === "resolved" && !wanted.includes("resolved")) return false;
  return kinds.some((one) => wanted.includes(one));
}

/** Whether a channel is told of a matter of this instrument; null: of several, or of the whole station, which every channel is told. */
export function isToldOf({ instruments }: Pick<Channel, "instruments">, instrument: string | null): boolean {
  return instrument === null || instruments === null || instruments.includes(instrument);
}

/** Gives the account that keeps the secret of a channel; null without a user name, as no secret is needed then. */
export function channelAccountOf(
  channel: Channel,
): { readonly username: string; readonly url: string } | null {
  const { username } = channel;
  if (username === null) return null;
  if (channel.type !== "email") return { username, url: channel.url };
  const server = mailServer(channel.server);
  return { username, url: server === null ? channel.server : `smtp://${server.host}:${server.port}` };
}
