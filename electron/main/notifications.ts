import type { Notification } from "electron";
import type { NotificationMessageShown } from "#contract/notifications.ts";
import { filesRoute, remedyRoute } from "#contract/page-routes.ts";
import type { TestShown } from "#contract/shell.ts";
import type { ElectronParts, End } from "./electron-parts.ts";
import type { HostStatus } from "./host-status.ts";
import { shown as inWords } from "./shell-language.ts";
import { shellText } from "./text.ts";

export interface ShellNotificationParts {
  readonly electron: Pick<ElectronParts, "Notification">;
  readonly status: Pick<HostStatus, "onNotification" | "onClose">;
  readonly platform: NodeJS.Platform;
  /** Opens the window at a page of it. */
  readonly open: (route: string) => void;
  readonly log: (message: string, facts: Readonly<Record<string, unknown>>) => void;
}

/**
 * By this Windows finds the program when somebody clicks a notification of it after it has ended. Fixed, so that the
 * uninstaller finds it in the registry; Electron would make up another one at each start.
 */
export const toastActivator = "{8B6C1B0A-6C0E-4B52-9E0B-5C6F6E1D7A34}";

/** Says one thing of the program itself. */
export function tell(
  { Notification }: ShellNotificationParts["electron"],
  said: { readonly title: string; readonly body: string },
): void {
  if (Notification.isSupported())
    new Notification({ title: inWords(said.title), body: inWords(said.body), urgency: "critical" }).show();
}

/** The system says within it that a notification is on the screen. */
const shownWithinMs = 3_000;

/** Shows one, and says what the system made of it. */
export async function testNotification({
  Notification,
}: ShellNotificationParts["electron"]): Promise<TestShown> {
  const { title, body, unsupported, shown, failed, silent } = shellText.testNotification;
  if (!Notification.isSupported()) return { isShown: false, sentence: unsupported };
  const notification = new Notification({ title: inWords(title), body: inWords(body) });
  const { promise, resolve } = Promise.withResolvers<TestShown>();
  notification.once("show", () => resolve({ isShown: true, sentence: shown }));
  notification.once("failed", (_, error) => resolve({ isShown: false, sentence: failed(error) }));
  const timer = setTimeout(() => resolve({ isShown: false, sentence: silent }), shownWithinMs);
  notification.show();
  return await promise.finally(() => clearTimeout(timer));
}

/** Shows what the engine wants told, takes back what is over, and opens at a click where it can be fixed. */
export function showNotifications({ electron, status, platform, open, log }: ShellNotificationParts): End {
  if (!electron.Notification.isSupported()) return () => {};
  /** Kept while they are shown, or a click would find nobody. */
  const shown = new Map<string, Notification>();
  /** The click that is being told went to one that is shown. */
  let isClickHeard = false;

  const close = (id: string): void => {
    const notification = shown.get(id);
    shown.delete(id);
    notification?.close();
  };

  const show = (message: NotificationMessageShown): void => {
    close(message.id);
    const notification = new electron.Notification({
      id: message.id,
      title: inWords(message.title),
      body: inWords(message.sentence),
      silent: message.isRepeat || message.kind === "resolved",
      urgency: message.kind === "needsYou" ? "critical" : "normal",
      // It waits for the person who is needed.
      timeoutType: message.kind === "needsYou" ? "never" : "default",
    });
    // A resolved notification leads to the files that it was about.
    const route = message.kind === "resolved" ? filesRoute(message.filter) : remedyRoute(message);
    notification.on("click", () => {
      isClickHeard = true;
      open(route);
    });
    notification.on("failed", (_, error) => log("a notification could not be shown", { error }));
    shown.set(message.id, notification);
    notification.show();
  };

  // Nobody knows what a notification that an earlier process showed was about.
  const openQueue = (): void => open(filesRoute({}));
  if (platform === "win32")
    electron.Notification.handleActivation(() => {
      // Told also of each that this process shows, before or after its own event.
      setImmediate(() => {
        if (!isClickHeard) openQueue();
        isClickHeard = false;
      });
    });
  if (platform === "darwin")
    void electron.Notification.getHistory().then((left) => {
      for (const notification of left) {
        if (shown.has(notification.id)) continue;
        notification.on("click", openQueue);
        shown.set(notification.id, notification);
      }
    });

  const ends = [status.onNotification(show), status.onClose(close)];
  return () => {
    for (const end of ends) end();
    for (const id of [...shown.keys()]) close(id);
  };
}
