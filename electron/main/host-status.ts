import { createEmitter, type Subscribe } from "#base/event.ts";
import type { NotificationMessageShown, TrayShown } from "#contract/notifications.ts";
import type { Transport } from "#contract/transport.ts";
import { shellText } from "./text.ts";

/** Status that the shell follows: the tray and the notifications, decided by the host. */
export interface HostStatus {
  /** As it was told last. */
  tray(): TrayShown;
  readonly onTray: Subscribe<TrayShown>;
  readonly onNotification: Subscribe<NotificationMessageShown>;
  /** The notification with this id is resolved: it is taken away. */
  readonly onClose: Subscribe<string>;
}

/** Until the host answers for the first time. */
const unknownView: TrayShown = {
  state: "waiting",
  tone: "waiting",
  tooltip: shellText.checkingStation,
  causes: [],
  badge: 0,
  unsentCount: 0,
  pause: null,
};

/** View of the tray in the place of a host that says nothing. */
export type SilentView = Pick<TrayShown, "state" | "tone" | "tooltip">;

/**
 * Tray and notifications of a host, its own or a daemon that runs by itself, as it tells them over the contract.
 * Notifications that it told before are on its page and are not shown again. `close` ends it.
 */
export function followStatus(
  transport: Transport,
  silentView: () => SilentView = () => ({
    state: "waiting",
    tone: "waiting",
    tooltip: shellText.daemonSilent,
  }),
): HostStatus & { close(): void } {
  let view = unknownView;
  const trayChanged = createEmitter<TrayShown>();
  const notified = createEmitter<NotificationMessageShown>();
  const closed = createEmitter<string>();
  /** Last notification that was heard: of which host, and up to which number. */
  let heard: { readonly since: string; readonly number: number } | null = null;
  const order = newestFirst();

  const show = (next: TrayShown): void => {
    view = next;
    trayChanged.emit(view);
  };

  const ask = async (): Promise<void> => {
    const isNews = order.ask();
    const reply = await transport.call("tray", {});
    if (!reply.ok || !isNews()) return;
    const { tray, since, told } = reply.value;
    const last = told.at(-1)?.number ?? 0;
    // A host that was started again has told nothing yet that was heard here.
    const from = heard === null ? last : heard.since === since ? heard.number : 0;
    heard = { since, number: last };
    show(tray);
    for (const { number, id, shown } of told) {
      if (number <= from) continue;
      if (shown === null) closed.emit(id);
      else notified.emit(shown);
    }
  };

  const close = transport.subscribe(null, (event) => {
    if (event.type === "link" && !event.isUp) {
      // Answers to earlier questions say nothing any more.
      order.ask()();
      show({ ...view, ...silentView() });
    }
    if (event.type === "tray.changed" || event.type === "reset") void ask();
  });

  return {
    tray: () => view,
    onTray: trayChanged.on,
    onNotification: notified.on,
    onClose: closed.on,
    close,
  };
}

/** Orders answers that cross: the one to the later question wins. `ask` gives what says whether its answer is news. */
function newestFirst(): { ask(): () => boolean } {
  let asked = 0;
  let heard = 0;
  return {
    ask() {
      const mine = ++asked;
      return () => {
        const isNews = mine > heard;
        if (isNews) heard = mine;
        return isNews;
      };
    },
  };
}
