import type { NotificationLog } from "#api/handlers/notifications-handlers.ts";
import type { TrayView } from "#station/notifications/types.ts";

/** The tray of a station whose portal is away; nothing was told yet. */
export const offlineTray: TrayView = {
  state: "offline",
  tone: "held",
  tooltip: "The portal cannot be reached since 14:02 UTC; 4 files safe here",
  causes: [{ cause: "unreachable", label: "The portal cannot be reached", filter: { cause: "unreachable" } }],
  badge: 0,
  unsentCount: 4,
  pause: null,
};

export function createFakeNotifications(records: NotificationLog["records"] = () => []): NotificationLog {
  return { records, news: () => ({ tray: offlineTray, sinceMs: 0, told: [] }) };
}
