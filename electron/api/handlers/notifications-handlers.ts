import { fail, ok } from "#api/reply.ts";
import type { Handlers } from "#contract/methods.ts";
import type { notificationMethods } from "#contract/notifications.ts";
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
      return ok({ notices: log?.records() ?? [] });
    },
    async tray() {
      return log === null ? fail("not-found", "No host is running here.") : ok(log.news());
    },
  };
}
