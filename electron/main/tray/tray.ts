import path from "node:path";
import type { MenuItemConstructorOptions, Tray } from "electron";
import type { TrayShown } from "#contract/notifications.ts";
import { remedyRoute } from "#contract/page-routes.ts";
import type { ElectronParts } from "#main/electron-parts.ts";
import { shown } from "#main/shell-language.ts";
import { shellText } from "#main/text.ts";

export interface TrayParts {
  readonly electron: Pick<ElectronParts, "app" | "Menu" | "nativeImage" | "nativeTheme" | "Tray">;
  readonly platform: NodeJS.Platform;
  /** `XDG_CURRENT_DESKTOP`: `ubuntu:GNOME`; empty where the system has one desktop only. */
  readonly desktopName: string;
  /** Absolute; holds `<state>-light`, `<state>-dark` (.ico for Windows, .png for Linux) and `<state>Template.png`. */
  readonly iconFolder: string;
  readonly actions: TrayActions;
  readonly nowMs: () => number;
}

/** The tray icon of the station, and the badge of the program's own icon. */
export interface ShellTray {
  show(view: TrayShown): void;
  /** The desktop shows tray icons from now on. */
  appear(): void;
  close(): void;
}

/** Tray and badge. On a desktop without a tray area (`hasTrayArea` false) only the badge is kept, until `appear`. */
export function openTray(parts: TrayParts, first: TrayShown, hasTrayArea: boolean): ShellTray {
  const { electron } = parts;
  let view = first;
  let tray: Tray | null = null;
  let shownImage = "";
  let shownMenu = "";

  const there = (): Tray | null => (tray === null || tray.isDestroyed() ? null : tray);

  const showImage = (): void => {
    const file = imageOf(parts, view);
    if (file === shownImage) return;
    shownImage = file;
    there()?.setImage(electron.nativeImage.createFromPath(file));
  };

  const showMenu = (): void => {
    const { tooltip, causes, pause } = view;
    const text = JSON.stringify([shown(tooltip), causes, pause === null]);
    // A menu that is open closes when it is replaced.
    if (text === shownMenu) return;
    shownMenu = text;
    there()?.setContextMenu(electron.Menu.buildFromTemplate(trayMenu(view, parts.actions, parts.nowMs)));
  };

  const show = (next: TrayShown): void => {
    view = next;
    electron.app.setBadgeCount(view.badge);
    if (there() === null) return;
    showImage();
    there()?.setToolTip(tooltipOf(view));
    showMenu();
  };

  const appear = (): void => {
    if (tray !== null) return;
    shownImage = imageOf(parts, view);
    tray = new electron.Tray(electron.nativeImage.createFromPath(shownImage));
    // Linux calls it activation; macOS opens the menu by itself.
    if (parts.platform !== "darwin") tray.on("click", () => parts.actions.open());
    show(view);
  };

  electron.nativeTheme.on("updated", showImage);
  if (hasTrayArea) appear();
  else show(view);

  return {
    show,
    appear,
    close() {
      electron.nativeTheme.off("updated", showImage);
      electron.app.setBadgeCount(0);
      there()?.destroy();
    },
  };
}

/** Windows shows 127 characters. */
function tooltipOf({ tooltip }: TrayShown): string {
  const text = `Skyferry: ${shown(tooltip)}`;
  return text.length > 127 ? `${text.slice(0, 126)}…` : text;
}

function imageOf(parts: TrayParts, { state }: TrayShown): string {
  const { platform, iconFolder } = parts;
  // A template image is drawn by macOS in the colour of the menu bar.
  if (platform === "darwin") return path.join(iconFolder, `${state}Template.png`);
  // Windows takes the size that fits the display out of an .ico, and nothing else.
  const kind = platform === "win32" ? "ico" : "png";
  return path.join(iconFolder, `${state}-${isBarDark(parts) ? "dark" : "light"}.${kind}`);
}

/** Windows has one theme for programs and one for its task bar; the bar of GNOME is dark in either theme. */
function isBarDark({ electron: { nativeTheme }, platform, desktopName }: TrayParts): boolean {
  if (platform === "win32") return nativeTheme.shouldUseDarkColorsForSystemIntegratedUI;
  return /(?:^|:)(?:GNOME|Unity)(?:$|[:-])/i.test(desktopName) || nativeTheme.shouldUseDarkColors;
}

/** Actions of the entries in the tray's menu. */
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
function trayMenu(view: TrayShown, actions: TrayActions, nowMs: () => number): MenuItemConstructorOptions[] {
  const causes = view.causes.map((one) => ({
    label: menuText(one.label),
    click: () => actions.open(remedyRoute(one)),
  }));
  const pausing =
    view.pause === null
      ? [
          { label: shown(shellText.pauseOneHour), click: () => actions.pause(nowMs() + hourMs) },
          { label: shown(shellText.pauseUntilTomorrow), click: () => actions.pause(nextMidnightMs(nowMs())) },
        ]
      : [{ label: shown(shellText.resume), click: () => actions.resume() }];
  return [
    { label: menuText(view.tooltip), enabled: false },
    { type: "separator" },
    { label: shown(shellText.open), click: () => actions.open() },
    ...(causes.length === 0 ? [] : [{ type: "separator" } as const, ...causes]),
    { type: "separator" },
    ...pausing,
    { type: "separator" },
    { label: shown(shellText.quit), click: () => actions.quit() },
  ];
}

/** The next 00:00 of this PC's own clock. */
function nextMidnightMs(nowMs: number): number {
  const day = new Date(nowMs);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime();
}

/** "&" would underline a letter on Windows and Linux. */
function menuText(text: string): string {
  const said = shown(text);
  const short = said.length > longestLabel ? `${said.slice(0, longestLabel - 1).trimEnd()}…` : said;
  return short.replaceAll("&", "&&");
}
