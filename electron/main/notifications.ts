import type { Notification } from "electron";
import type { NotificationMessage } from "#contract/notifications.ts";
import { queueRoute, remedyRoute } from "#contract/page-routes.ts";
import type { ElectronParts, End } from "./electron-parts.ts";
import type { HostStatus } from "./host-status.ts";

export interface NotificationParts {
  readonly electron: Pick<ElectronParts, "Notification">;
  readonly status: Pick<HostStatus, "onNotification" | "onClose">;
  /** Opens the window at a page of it. */
  readonly open: (route: string) => void;
}

/** Says one thing of the program itself. */
export function tell(
  { Notification }: NotificationParts["electron"],
  said: { readonly title: string; readonly body: string },
): void {
  if (Notification.isSupported()) new Notification({ ...said, urgency: "critical" }).show();
}

/** Shows what the engine wants told, takes back what is over, and opens at a click where it can be fixed. */
export function showNotifications({ electron, status, open }: NotificationParts): End {
  if (!electron.Notification.isSupported()) return () => {};
  /** Kept while they are shown, or a click would find nobody. */
  const shown = new Map<string, Notification>();

  const close = (id: string): void => {
    const notification = shown.get(id);
    shown.delete(id);
    notification?.close();
  };

  const show = (message: NotificationMessage): void => {
    close(message.id);
    const notification = new electron.Notification({
      title: message.title,
      body: message.sentence,
      silent: message.isRepeat || message.kind === "resolved",
      urgency: message.kind === "needsYou" ? "critical" : "normal",
    });
    // What is over leads to the files that it was about.
    const route = message.kind === "resolved" ? queueRoute(message.filter) : remedyRoute(message);
    notification.on("click", () => open(route));
    shown.set(message.id, notification);
    notification.show();
  };

  const ends = [status.onNotification(show), status.onClose(close)];
  return () => {
    for (const end of ends) end();
    for (const id of [...shown.keys()]) close(id);
  };
}
