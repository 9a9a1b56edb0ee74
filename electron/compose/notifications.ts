import path from "node:path";
import { createJsonStore } from "#adapters/settings/json-file.ts";
import type { FeedSource } from "#api/events/feed.ts";
import { isoTime } from "#base/text.ts";
import type { Settings } from "#domain/settings.ts";
import type { Engine } from "#engine/engine-api.ts";
import { createNotifications, type NotificationMonitor } from "#engine/notifications/monitor.ts";
import type { NotificationMessage } from "#engine/notifications/types.ts";
import type { Clock, Log, Webhook, WebhookMessage } from "#engine/ports/host.ts";
import type { Status } from "#engine/status/reports.ts";

export interface AttendingParts {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly log: Log;
  /** What was told is kept in its `notifications.json`. */
  readonly dataFolder: string;
  readonly webhook: Webhook;
  /** As they are in force now. */
  readonly settings: () => Settings;
  readonly onLook: (status: Status) => void;
}

/** The notifications of one engine; each notification is posted to the webhook of the settings, too. */
export function attendTo(parts: AttendingParts): NotificationMonitor {
  const { engine, clock, log, settings, webhook } = parts;
  const notifications = createNotifications({
    engine,
    clock,
    log,
    store: createJsonStore(path.join(parts.dataFolder, "notices.json"), log),
    rules: () => settings().notifications,
    onLook: parts.onLook,
    today: async (status) => (await engine.stationNow(status, true)).today,
  });
  notifications.onNotification((notification) => {
    const { notifications, instruments } = settings();
    if (notifications.webhook === null) return;
    const sites = new Set(instruments.map(({ site }) => site));
    webhook.post(notifications.webhook, messageOf(notification, [...sites].join(", ")));
  });
  return notifications;
}

/** What the feed hears: `source` and what is told to the operator. */
export function withNotifications(source: FeedSource, notifications: NotificationMonitor): FeedSource {
  return {
    lastSeq: () => source.lastSeq(),
    onEvent(listener) {
      const forShell = () => listener({ type: "tray.changed" });
      const ends = [
        source.onEvent(listener),
        notifications.onRecords(() => listener({ type: "notifications.changed" })),
        notifications.onTray(forShell),
        notifications.onNotification(forShell),
        notifications.onClose(forShell),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}

function messageOf(notification: NotificationMessage, station: string): WebhookMessage {
  const { id, kind, cause, sentence, count, isRepeat } = notification;
  return { id, kind, cause, sentence, count, since: isoTime(notification.sinceMs), station, isRepeat };
}
