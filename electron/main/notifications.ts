import type { Notification } from "electron";
import { mendingRoute, queueRoute } from "#contract/page-routes.ts";
import type { Attention, Notice } from "./attention.ts";
import type { ElectronParts, End } from "./electron-parts.ts";

export interface NotificationParts {
  readonly electron: Pick<ElectronParts, "Notification">;
  readonly attention: Pick<Attention, "onNotice" | "onClose">;
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

/** Shows what the engine wants told, takes back what no longer stands, and opens at a click where it can be mended. */
export function showNotices({ electron, attention, open }: NotificationParts): End {
  if (!electron.Notification.isSupported()) return () => {};
  /** Kept as long as they stand, or a click would find nobody. */
  const shown = new Map<string, Notification>();

  const close = (id: string): void => {
    const notification = shown.get(id);
    shown.delete(id);
    notification?.close();
  };

  const show = (notice: Notice): void => {
    close(notice.id);
    const notification = new electron.Notification({
      title: notice.title,
      body: notice.sentence,
      silent: notice.isRepeat || notice.kind === "resolved",
      urgency: notice.kind === "needsYou" ? "critical" : "normal",
    });
    // What is over leads to the files that it was about.
    const route = notice.kind === "resolved" ? queueRoute(notice.filter) : mendingRoute(notice);
    notification.on("click", () => open(route));
    shown.set(notice.id, notification);
    notification.show();
  };

  const ends = [attention.onNotice(show), attention.onClose(close)];
  return () => {
    for (const end of ends) end();
    for (const id of [...shown.keys()]) close(id);
  };
}
