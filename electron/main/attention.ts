import type { Subscribe } from "#base/event.ts";
import type { Notification, Tray } from "#contract/notifications.ts";

/** What a tray shows. */
export type TrayView = Tray;

/** One notification of the desktop. */
export type Notice = Notification;

/** What the shell follows: the tray and the notices, decided by the host. */
export interface Attention {
  /** As it was told last. */
  tray(): TrayView;
  readonly onTray: Subscribe<TrayView>;
  readonly onNotice: Subscribe<Notice>;
  /** The notice with this id stands no longer. */
  readonly onClose: Subscribe<string>;
}
