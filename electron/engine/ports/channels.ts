import type { SecretPlace } from "#domain/connection.ts";
import type { Channel, ChannelType, NotificationKind } from "#domain/notification-settings.ts";
import type { StationReportSettings } from "#domain/settings.ts";

/** A message to a channel. */
export interface ChannelMessage {
  readonly id: string;
  readonly kind: NotificationKind | "digest" | "test";
  readonly cause: string | null;
  /** A few words: `Portal unreachable`. */
  readonly title: string;
  /** Sentences or, of a digest, its lines. Plain text. */
  readonly lines: readonly string[];
  /** Files concerned. */
  readonly count: number;
  /** ISO 8601 in UTC. */
  readonly since: string;
  /** Sites of the station. */
  readonly station: string;
  /** Says again what was sent before. */
  readonly isRepeat: boolean;
}

/** Result of a message: one sentence, without any address or secret. */
export interface ChannelAnswer {
  readonly isTaken: boolean;
  /** `Slack answered 404: no_service.` */
  readonly sentence: string;
}

/** Tells somebody elsewhere. No channel waits for another. */
export interface Channels {
  /** Tries for a while; false when nobody got it. Who did not is logged. Never rejects. */
  send(channel: Channel, message: ChannelMessage): Promise<boolean>;
  /** Tries once, immediately. `secret` null takes the kept one. */
  test(
    channel: Channel,
    message: ChannelMessage,
    secret: string | null,
    signal: AbortSignal,
  ): Promise<ChannelAnswer>;
  /** Gives up what is under way. */
  close(): Promise<void>;
}

/** Result of a test of one channel, of the heartbeat or of the station report. */
export interface ChannelTested extends ChannelAnswer {
  readonly name: string;
  readonly type: ChannelType | "heartbeat" | "report";
}

/** Result of one heartbeat or station report; `reason` as of a channel: `answered 404: not found`. */
export type HeartbeatAnswer =
  | { readonly isTaken: true }
  | {
      readonly isTaken: false;
      /** Another try may be taken. */
      readonly isTransient: boolean;
      readonly reason: string;
    };

/** Sends one heartbeat; with a `failure` the service is told of it. Never rejects. */
export type SendHeartbeat = (
  url: string,
  failure: string | null,
  signal: AbortSignal,
) => Promise<HeartbeatAnswer>;

/** Sends one station report, or writes it, in place of the one before; `id` is the station's. Never rejects. */
export type SendReport = (
  to: Pick<StationReportSettings, "url" | "folder">,
  report: { readonly id: string; readonly text: string },
  signal: AbortSignal,
) => Promise<HeartbeatAnswer>;

/** Place of the secret of a channel; never the secret. */
export interface ChannelSecretState {
  /** Without a user name there is none. */
  readonly isNeeded: boolean;
  readonly place: SecretPlace | null;
  /** Why it is not there or could not be kept; null where all is well. */
  readonly message: string | null;
}

/** Answers what pages and commands ask about channels. */
export interface ChannelEditor {
  /** Names of the channels that can be used, in their order; then heartbeat and report, where there are. */
  names(): readonly string[];
  /** Tests channels of the settings, heartbeat and station report, by name; null is every one. */
  test(name: string | null, signal: AbortSignal): Promise<readonly ChannelTested[]>;
  /** A channel as it is in a form; one sentence where it cannot be used. */
  testWritten(
    written: unknown,
    secret: string | null,
    signal: AbortSignal,
  ): Promise<ChannelTested | { readonly message: string }>;
  secretOf(written: unknown): Promise<ChannelSecretState | { readonly message: string }>;
  keepSecret(written: unknown, secret: string): Promise<ChannelSecretState | { readonly message: string }>;
}
