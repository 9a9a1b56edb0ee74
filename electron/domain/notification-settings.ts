import { usualOf, type ValuesOf } from "./setting-rows.ts";
import { type heartbeatRows, notificationRows } from "./settings-table.ts";

/**
 * Kinds of notifications that last until they are over. `needsYou`: something waits for a person. `waiting`: the portal or
 * the way to it fails; files wait. `silentInstrument`: one has stopped writing. `poorProduct`: the portal found errors in products.
 */
export const issueKinds = ["needsYou", "waiting", "silentInstrument", "poorProduct"] as const;

export type IssueKind = (typeof issueKinds)[number];

/** Every notification falls under one of these switches. `resolved`: what was told before is over. */
export const notificationKinds = [...issueKinds, "resolved"] as const;

export type NotificationKind = (typeof notificationKinds)[number];

/** Services that can be told besides this PC's desktop. */
export const channelTypes = ["webhook", "slack", "teams", "mattermost", "ntfy", "email"] as const;

export type ChannelType = (typeof channelTypes)[number];

interface AnyChannel {
  /** Unique among the channels. */
  readonly name: string;
  /** Kinds that it is told; null: those switched on for this PC. */
  readonly kinds: readonly NotificationKind[] | null;
  /** Instruments and models of which it is told, and what concerns more than one; null: all. */
  readonly instruments: readonly string[] | null;
  /** Null: none. */
  readonly digest: DigestPeriod | null;
  /** Allows http to another computer. */
  readonly allowInsecure: boolean;
}

/** How often a digest is sent; a weekly one on Mondays. */
export const digestPeriods = ["daily", "weekly"] as const;

export type DigestPeriod = (typeof digestPeriods)[number];

/** A service with a web address; who knows the address may post there. */
export interface HookChannel extends AnyChannel {
  readonly type: Exclude<ChannelType, "email">;
  readonly url: string;
  /** ntfy only: who publishes where a topic is protected; null sends no credentials. */
  readonly username: string | null;
}

/** People who get mail. */
export interface MailChannel extends AnyChannel {
  readonly type: "email";
  /** As `mailServer` reads it. */
  readonly server: string;
  readonly from: string;
  readonly to: readonly string[];
  /** Who signs in at the server; null nobody. */
  readonly username: string | null;
}

/** A place that is told. */
export type Channel = HookChannel | MailChannel;

/** Address at which a service expects a sign of life, and how often. */
export type HeartbeatSettings = ValuesOf<typeof heartbeatRows>;

/** Settings of what the operator is told about: the switches are those of this PC, and of channels that name no kinds. */
export interface NotificationSettings extends ValuesOf<typeof notificationRows> {
  /** Who else is told. */
  readonly channels: readonly Channel[];
  /** Null: nobody expects one. */
  readonly heartbeat: HeartbeatSettings | null;
}

/** Values that hold where the settings say nothing of notifications. */
export const usualNotifications: NotificationSettings = {
  ...usualOf(notificationRows),
  channels: [],
  heartbeat: null,
};
