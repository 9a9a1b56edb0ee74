import { fail, ok } from "#api/reply.ts";
import { isoTime } from "#base/text.ts";
import type { Handlers, Output } from "#contract/methods.ts";
import type {
  NotificationMessageShown,
  NotificationRecordShown,
  notificationMethods,
} from "#contract/notifications.ts";
import type * as Told from "#station/notifications/types.ts";

/** Notifications that the operator got, newest first, and what a shell is to show. */
export interface NotificationLog {
  records(): readonly Told.NotificationRecord[];
  news(): Told.ShellNews;
}

/** Answers about notifications. `log` is null where nothing runs. */
export function notificationHandlers(
  log: NotificationLog | null,
): Pick<Handlers, keyof typeof notificationMethods> {
  return {
    async notifications() {
      return ok({ notices: log === null ? [] : log.records().map(presentRecord) });
    },
    async tray() {
      return log === null ? fail("not-found", "No host is running here.") : ok(presentNews(log.news()));
    },
  };
}

function presentNews({ tray, sinceMs, told }: Told.ShellNews): Output<"tray"> {
  const { pause } = tray;
  const until = pause === null || pause.untilMs === null ? null : isoTime(pause.untilMs);
  return {
    tray: { ...tray, pause: pause === null ? null : { until } },
    since: isoTime(sinceMs),
    told: told.map(({ number, id, shown }) => ({
      number,
      id,
      shown: shown === null ? null : presentMessage(shown),
    })),
  };
}

function presentMessage({
  sinceMs,
  kinds: _,
  ...message
}: Told.NotificationMessage): NotificationMessageShown {
  return { ...message, since: isoTime(sinceMs) };
}

function presentRecord(record: Told.NotificationRecord): NotificationRecordShown {
  const { id, kind, cause, title, sentence, count, sinceMs, resolvedAtMs, filter } = record;
  const resolvedAt = resolvedAtMs === null ? null : isoTime(resolvedAtMs);
  return { id, kind, cause, title, sentence, count, since: isoTime(sinceMs), resolvedAt, filter };
}
