import { createChannels } from "#adapters/notify/channels.ts";
import { createHeartbeats } from "#adapters/notify/heartbeats.ts";
import type { KeptSecrets } from "#adapters/secrets/keychain.ts";
import { checkChannel } from "#adapters/settings/channel-check.ts";
import type { Languages } from "#api/told-in-language.ts";
import { isoTime } from "#base/text.ts";
import { channelsOf } from "#domain/channels.ts";
import type { Channel } from "#domain/notification-settings.ts";
import type { Settings } from "#domain/settings.ts";
import type { ChannelEditor, ChannelMessage, Channels, ChannelTested } from "#engine/ports/channels.ts";
import type { Clock, Log } from "#engine/ports/host.ts";
import { createHeartbeat, type Heartbeat, heartbeatName } from "#station/heartbeat/heartbeat.ts";
import { type StationReports, stationReportName } from "#station/heartbeat/station-reports.ts";
import { notificationText } from "#station/notifications/text.ts";
import type { Status } from "#station/status/reports.ts";
import { createChannelPasswords } from "./channel-passwords.ts";
import { stationOf } from "./notifications.ts";
import { wordsOfStation } from "./reader-languages.ts";

interface ChannelsOfStation {
  readonly heartbeat: Heartbeat;
  /** For as long as a host runs. */
  readonly openChannels: () => Channels;
  readonly channelEditor: ChannelEditor;
}

const place = "notifications.channels[0]";

/** Channels with their secrets, and what is asked about them. Nothing is open yet. */
export function composeChannels(parts: {
  readonly clock: Clock;
  readonly log: Log & { registerSecret(secret: string, username?: string): void };
  readonly version: string;
  readonly secrets: KeptSecrets;
  readonly languages: Languages;
  readonly env: NodeJS.ProcessEnv;
  readonly settings: () => Settings;
  readonly status: () => Promise<Status>;
  readonly reports: Pick<StationReports, "test">;
}): ChannelsOfStation {
  const { clock, log, version, secrets, languages, env, settings, status, reports } = parts;

  const passwords = createChannelPasswords({ secrets, env, log });
  const proxy = () => settings().portal.proxy;
  const caFile = () => settings().portal.caFile;
  const heartbeat = createHeartbeat({
    clock,
    log,
    settings: () => settings().notifications.heartbeat,
    status,
    send: createHeartbeats({ version, proxy, caFile }),
  });
  const inWords = wordsOfStation({ languages, env, settings, log });
  const openChannels = () =>
    createChannels({ clock, log, version, secretOf: passwords.secretOf, proxy, caFile, inWords });

  const testOne = async (
    channel: Channel,
    secret: string | null,
    signal: AbortSignal,
  ): Promise<ChannelTested> => {
    if (secret !== null) log.registerSecret(secret, channel.username ?? undefined);
    const message = testMessage(stationOf(settings()), clock.nowMs());
    const { name, type } = channel;
    const channels = openChannels();
    try {
      return { name, type, ...(await channels.test(channel, message, secret, signal)) };
    } finally {
      await channels.close();
    }
  };

  const withChannel = async <T>(
    written: unknown,
    use: (channel: Channel) => Promise<T>,
  ): Promise<T | { readonly message: string }> => {
    const channel = checkChannel(written, place);
    if (!("problems" in channel)) return await use(channel);
    return { message: channel.problems.map(({ message }) => message.replaceAll(`${place}.`, "")).join(" ") };
  };

  return {
    openChannels,
    heartbeat,
    channelEditor: {
      names() {
        const { notifications, report } = settings();
        const beat = notifications.heartbeat === null ? [] : [heartbeatName];
        const own = report ? [stationReportName] : [];
        return [...channelsOf(notifications).map((channel) => channel.name), ...beat, ...own];
      },
      async test(name, signal) {
        const isMeant = (one: string) => name === null || name === one;
        const chosen = channelsOf(settings().notifications).filter((channel) => isMeant(channel.name));
        const tested = chosen.map((channel) => testOne(channel, null, signal));
        const beat = isMeant(heartbeatName) ? heartbeat.test(signal) : null;
        const report = isMeant(stationReportName) ? reports.test(signal) : null;
        return (await Promise.all([...tested, beat, report])).filter((one) => one !== null);
      },
      testWritten: (written, secret, signal) =>
        withChannel(written, (channel) => testOne(channel, secret, signal)),
      secretOf: (written) => withChannel(written, passwords.stateOf),
      keepSecret: (written, secret) => withChannel(written, (channel) => passwords.keep(channel, secret)),
    },
  };
}

function testMessage(station: string, nowMs: number): ChannelMessage {
  return {
    id: `test-${nowMs.toString(36)}`,
    kind: "test",
    cause: null,
    title: notificationText.testTitle,
    lines: [notificationText.testSentence],
    count: 0,
    since: isoTime(nowMs),
    station,
    isRepeat: false,
  };
}
