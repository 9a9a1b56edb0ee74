import { type NotificationKind, type NotificationSettings, notificationKinds } from "./settings.ts";

/** Services that can be told besides this PC's desktop. */
export const channelTypes = ["webhook", "slack", "teams", "mattermost", "ntfy"] as const;

export type ChannelType = (typeof channelTypes)[number];

interface AnyChannel {
  /** Unique among the channels. */
  readonly name: string;
  /** What it is told; null: what is switched on for this PC. */
  readonly kinds: readonly NotificationKind[] | null;
  /** Null: none. */
  readonly digest: DigestPeriod | null;
  /** Allows http to another computer. */
  readonly allowInsecure: boolean;
}

/** How often a digest is sent; a weekly one on Mondays. */
export const digestPeriods = ["daily", "weekly"] as const;

export type DigestPeriod = (typeof digestPeriods)[number];

/** One place that is told: a service with a web address; who knows the address may post there. */
export interface Channel extends AnyChannel {
  readonly type: ChannelType;
  readonly url: string;
  /** ntfy only: who publishes where a topic is protected; null sends no credentials. */
  readonly username: string | null;
}

/** What services are called in messages. */
export const channelLabels: Readonly<Record<ChannelType, string>> = {
  webhook: "Webhook",
  slack: "Slack",
  teams: "Teams",
  mattermost: "Mattermost",
  ntfy: "ntfy",
};

/** All channels of the settings; `webhook` of the settings is one more. */
export function channelsOf({ channels, webhook }: NotificationSettings): readonly Channel[] {
  if (webhook === null) return channels;
  const own = { kinds: null, digest: null, allowInsecure: false, username: null };
  return [{ ...own, name: channelLabels.webhook, type: "webhook", url: webhook }, ...channels];
}

/** What this PC shows: the switches. */
export function kindsHere(settings: NotificationSettings): readonly NotificationKind[] {
  return notificationKinds.filter((kind) => settings[kind]);
}

/** What anybody is told: this PC or one of the channels. */
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

/** Where the secret of a channel is kept: none is needed without a user name. */
export function accountOf(channel: Channel): { readonly username: string; readonly url: string } | null {
  const { username, url } = channel;
  return username === null ? null : { username, url };
}
