import path from "node:path";
import { createJsonStore } from "#adapters/settings/json-file.ts";
import { isoTime } from "#base/text.ts";
import { channelsOf, isAmong, isToldOf, kindsAnywhere, kindsHere } from "#domain/channels.ts";
import type { Settings } from "#domain/settings.ts";
import type { ChannelMessage, Channels } from "#engine/ports/channels.ts";
import type { Clock, Log } from "#engine/ports/host.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import type { Coverage } from "#station/coverage/coverage.ts";
import { createDigests, type Digests } from "#station/notifications/digests.ts";
import { createNotifications, type NotificationMonitor } from "#station/notifications/monitor.ts";
import type { NotificationMessage } from "#station/notifications/types.ts";
import type { Station } from "#station/station-api.ts";
import type { Status } from "#station/status/reports.ts";

export interface HostNotificationParts {
  readonly station: Station;
  readonly clock: Clock;
  readonly log: Log;
  /** Holds `notices.json`: what was shown before. */
  readonly dataFolder: string;
  readonly channels: Channels;
  /** As they are in force now. */
  readonly settings: () => Settings;
  readonly onLook: (status: Status) => void;
}

/** The notifications of one station; each is sent to the channels of the settings that want its kind, too. */
export function composeNotifications(parts: HostNotificationParts): NotificationMonitor {
  const { station, clock, log, settings, channels } = parts;
  const notifications = createNotifications({
    station,
    clock,
    log,
    store: createJsonStore(path.join(parts.dataFolder, "notices.json"), log),
    onLook: parts.onLook,
    rules: () => ({ ...settings().notifications, ...kindsAnywhere(settings().notifications) }),
    kindsHere: () => kindsHere(settings().notifications),
    today: async (status) => (await station.stationNow(status, true)).today,
    progress: async (status) => (await station.stationNow(status, true)).sending.progress,
  });
  notifications.onNotification((notification) => {
    const inForce = settings();
    const message = messageOf(notification, stationOf(inForce));
    for (const channel of channelsOf(inForce.notifications))
      if (
        isAmong(channel.kinds ?? kindsHere(inForce.notifications), notification) &&
        notification.instruments.some((one) => isToldOf(channel, one))
      )
        void channels.send(channel, message);
  });
  return notifications;
}

/** The digests of one station; until when each was sent is kept in its `digests.json`. */
export function composeDigests(
  parts: Omit<HostNotificationParts, "onLook"> & {
    readonly ledger: Pick<Ledger, "deliveryHours">;
    readonly coverage: Coverage;
  },
): Digests {
  const { station, clock, log, ledger, channels, settings } = parts;
  return createDigests({
    clock,
    log,
    ledger,
    store: createJsonStore(path.join(parts.dataFolder, "digests.json"), log),
    status: () => station.status(),
    coverage: parts.coverage,
    settings: () => settings().notifications,
    station: () => stationOf(settings()),
    send: (channel, message) => channels.send(channel, message),
  });
}

/** The sites of the settings: `hyytiala, granada`. */
export function stationOf({ instruments }: Settings): string {
  return [...new Set(instruments.map(({ site }) => site))].join(", ");
}

function messageOf(notification: NotificationMessage, station: string): ChannelMessage {
  const { id, kind, cause, title, sentence, count, isRepeat } = notification;
  const since = isoTime(notification.sinceMs);
  return { id, kind, cause, title, lines: [sentence], count, since, station, isRepeat };
}
