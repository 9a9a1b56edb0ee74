import path from "node:path";
import { createJsonStore } from "#adapters/settings/json-store.ts";
import type { FeedSource } from "#api/events/feed.ts";
import { isoTime } from "#base/text.ts";
import type { Settings } from "#domain/settings.ts";
import type { Engine } from "#engine/engine-api.ts";
import { type AttentionWatch, createAttention } from "#engine/notifications/monitor.ts";
import type { Notice } from "#engine/notifications/types.ts";
import type { Clock, Log, Webhook, WebhookMessage } from "#engine/ports/host.ts";

export interface AttendingParts {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly log: Log;
  /** What was told is kept in its `notices.json`. */
  readonly dataFolder: string;
  readonly webhook: Webhook;
  /** As they are in force now. */
  readonly settings: () => Settings;
}

/** Attention to one engine; each notice is posted to the webhook of the settings, too. */
export function attendTo(parts: AttendingParts): AttentionWatch {
  const { engine, clock, log, settings, webhook } = parts;
  const attention = createAttention({
    engine,
    clock,
    log,
    store: createJsonStore(path.join(parts.dataFolder, "notices.json"), log),
    rules: () => settings().notifications,
    today: async (status) => (await engine.stationNow(status, true)).today,
  });
  attention.onNotice((notice) => {
    const { notifications, instruments } = settings();
    if (notifications.webhook === null) return;
    const sites = new Set(instruments.map(({ site }) => site));
    webhook.post(notifications.webhook, messageOf(notice, [...sites].join(", ")));
  });
  return attention;
}

/** What the feed hears: `source` and what is told to the operator. */
export function withNotices(source: FeedSource, attention: AttentionWatch): FeedSource {
  return {
    lastSeq: () => source.lastSeq(),
    onEvent(listener) {
      const forShell = () => listener({ type: "tray.changed" });
      const ends = [
        source.onEvent(listener),
        attention.onRecords(() => listener({ type: "notice.changed" })),
        attention.onTray(forShell),
        attention.onNotice(forShell),
        attention.onClose(forShell),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}

function messageOf(notice: Notice, station: string): WebhookMessage {
  const { id, kind, cause, sentence, count, isRepeat } = notice;
  return { id, kind, cause, sentence, count, since: isoTime(notice.sinceMs), station, isRepeat };
}
