import path from "node:path";
import type { MenuItemConstructorOptions, Tray } from "electron";
import type { TrayView } from "#contract/notifications.ts";
import { remedyRoute } from "#contract/page-routes.ts";
import type { ElectronParts, End } from "#main/electron-parts.ts";
import { shellText } from "#main/text.ts";

export interface TrayParts {
  readonly electron: Pick<ElectronParts, "app" | "Menu" | "nativeImage" | "nativeTheme" | "Tray">;
  readonly platform: NodeJS.Platform;
  /** Absolute; holds `<state>-light.png`, `<state>-dark.png` and `<state>Template.png`. */
  readonly iconFolder: string;
  readonly actions: TrayActions;
  readonly nowMs: () => number;
}

/** The tray icon of the station, and the badge of the program's own icon. */
export interface ShellTray {
  show(view: TrayView): void;
  close(): void;
}

/** Tray and badge. On a desktop without a tray area (`hasTrayArea` false) only the badge is kept. */
export function openTray(parts: TrayParts, first: TrayView, hasTrayArea: boolean): ShellTray {
  const { electron } = parts;
  let view = first;
  const tray = hasTrayArea ? new electron.Tray(imageOf(parts, view)) : null;
  const endTheme = tray === null ? () => {} : followTheme(parts, tray, () => view);
  let shownMenu = "";

  // Linux calls it activation; macOS opens the menu by itself.
  if (parts.platform !== "darwin") tray?.on("click", () => parts.actions.open());

  const showMenu = (): void => {
    const { tooltip, causes, pause } = view;
    const text = JSON.stringify([tooltip, causes, pause === null]);
    // A menu that is open closes when it is replaced.
    if (text === shownMenu) return;
    shownMenu = text;
    tray?.setContextMenu(electron.Menu.buildFromTemplate(trayMenu(view, parts.actions, parts.nowMs)));
  };

  const show = (next: TrayView): void => {
    const isOtherIcon = next.state !== view.state;
    view = next;
    electron.app.setBadgeCount(view.badge);
    if (tray === null || tray.isDestroyed()) return;
    if (isOtherIcon) tray.setImage(imageOf(parts, view));
    tray.setToolTip(tooltipOf(view));
    showMenu();
  };
  show(first);

  return {
    show,
    close() {
      endTheme();
      electron.app.setBadgeCount(0);
      if (tray !== null && !tray.isDestroyed()) tray.destroy();
    },
  };
}

/** Windows shows 127 characters. */
function tooltipOf({ tooltip }: TrayView): string {
  const text = `Skyferry: ${tooltip}`;
  return text.length > 127 ? `${text.slice(0, 126)}…` : text;
}

function imageOf({ electron, platform, iconFolder }: TrayParts, { state }: TrayView) {
  // A template image is drawn by macOS in the colour of the menu bar.
  const variant =
    platform === "darwin" ? "Template" : electron.nativeTheme.shouldUseDarkColors ? "-dark" : "-light";
  return electron.nativeImage.createFromPath(path.join(iconFolder, `${state}${variant}.png`));
}

function followTheme(parts: TrayParts, tray: Tray, view: () => TrayView): End {
  const { nativeTheme } = parts.electron;
  const draw = (): void => {
    if (!tray.isDestroyed()) tray.setImage(imageOf(parts, view()));
  };
  nativeTheme.on("updated", draw);
  return () => nativeTheme.off("updated", draw);
}

/** What the entries of the tray's menu do. */
interface TrayActions {
  /** Opens the window; with a route, that page of it. */
  open(route?: string): void;
  /** Epoch milliseconds. */
  pause(untilMs: number): void;
  resume(): void;
  quit(): void;
}

const hourMs = 3_600_000;
const longestLabel = 60;

/** The tray's menu, which may be opened long after it was made: the headline, what needs a look, pausing, quitting. */
function trayMenu(view: TrayView, actions: TrayActions, nowMs: () => number): MenuItemConstructorOptions[] {
  const causes = view.causes.map((one) => ({
    label: menuText(one.label),
    click: () => actions.open(remedyRoute(one)),
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

/** "&" would underline a letter on Windows and Linux. */
function menuText(text: string): string {
  const short = text.length > longestLabel ? `${text.slice(0, longestLabel - 1).trimEnd()}…` : text;
  return short.replaceAll("&", "&&");
}
