import type { MenuItemConstructorOptions } from "electron";
import type { TrayView } from "#contract/notifications.ts";
import { mendingRoute } from "#contract/page-routes.ts";
import { shellText } from "#main/text.ts";

/** What the entries of the tray's menu do. */
export interface TrayActions {
  /** Opens the window; with a route, that page of it. */
  open(route?: string): void;
  /** Epoch milliseconds. */
  pause(untilMs: number): void;
  resume(): void;
  quit(): void;
}

const hourMs = 3_600_000;
const longestLabel = 60;

/** The tray's menu, which may be opened long after it was made: the line of truth, what needs a look, pausing, quitting. */
export function trayMenu(
  view: TrayView,
  actions: TrayActions,
  nowMs: () => number,
): MenuItemConstructorOptions[] {
  const causes = view.causes.map((one) => ({
    label: menuText(one.label),
    click: () => actions.open(mendingRoute(one)),
  }));
  const pausing =
    view.pause === null
      ? [
          { label: shellText.pauseOneHour, click: () => actions.pause(nowMs() + hourMs) },
          { label: shellText.pauseUntilTomorrow, click: () => actions.pause(nextMidnightMs(nowMs())) },
        ]
      : [{ label: "Resume sending", click: () => actions.resume() }];
  return [
    { label: menuText(view.tooltip), enabled: false },
    { type: "separator" },
    { label: "Open Skyferry", click: () => actions.open() },
    ...(causes.length === 0 ? [] : [{ type: "separator" } as const, ...causes]),
    { type: "separator" },
    ...pausing,
    { type: "separator" },
    { label: "Quit Skyferry", click: () => actions.quit() },
  ];
}

/** The next 00:00 of this PC's own clock. */
function nextMidnightMs(nowMs: number): number {
  const day = new Date(nowMs);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime();
}

/** A label as it stands: "&" would underline a letter on Windows and Linux. */
function menuText(text: string): string {
  const short = text.length > longestLabel ? `${text.slice(0, longestLabel - 1).trimEnd()}…` : text;
  return short.replaceAll("&", "&&");
}
