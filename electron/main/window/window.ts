import type { BrowserWindow, Display, Rectangle, RenderProcessGoneDetails, WebContents } from "electron";
import type { ElectronParts } from "#main/electron-parts.ts";
import { shellText } from "#main/text.ts";
import { pageAddress } from "./app-protocol.ts";
import { confinedPage } from "./hardening.ts";

/** Where the window's state is kept between two starts. */
export interface WindowMemory {
  read(): unknown;
  write(state: WindowState): void;
}

export interface WindowParts {
  readonly electron: Pick<ElectronParts, "BrowserWindow" | "dialog" | "nativeTheme" | "screen">;
  readonly memory: WindowMemory;
  /** Absolute path of the bundled preload script. */
  readonly preload: string;
  /** Absolute path of the window's icon; null where the system takes it from the program. */
  readonly icon: string | null;
  readonly monotonicMs: () => number;
  readonly log: (message: string, facts: Readonly<Record<string, unknown>>) => void;
  /** The operator closed the window: true hides it, false leaves it to the answer. */
  readonly onClose: () => "hide" | "stay";
}

/** The one window. Its page can be gone while the shell and the uploads go on. */
export interface ShellWindow {
  /** Shows it, in front of the others; `route` opens that page of it. */
  show(route?: string): void;
  /** Shows it as a line in the task bar. */
  minimise(): void;
  /** Loads the page again, at its beginning. */
  restart(): void;
  /** From now on closing closes. */
  release(): void;
  readonly browserWindow: BrowserWindow;
}

/** How the window comes when its page is ready: unseen until `show`, as a line in the task bar, or in front. */
export type FirstSight = "hidden" | "minimised" | "shown";

/** Makes the window and loads the pages. */
export function openWindow(parts: WindowParts, firstSight: FirstSight): ShellWindow {
  const { electron, memory, log } = parts;
  const state = stateToOpen(memory.read(), electron.screen.getAllDisplays());
  const window = new electron.BrowserWindow({
    ...state.bounds,
    minWidth: smallestSize.width,
    minHeight: smallestSize.height,
    show: false,
    title: "Skyferry",
    backgroundColor: electron.nativeTheme.shouldUseDarkColors ? "#1a1b1e" : "#ffffff",
    autoHideMenuBar: true,
    ...(parts.icon === null ? {} : { icon: parts.icon }),
    webPreferences: { ...confinedPage, preload: parts.preload },
  });
  let isReleased = false;
  let wasShown = false;

  const load = (route?: string): void => {
    // A page that cannot be loaded is told by "did-fail-load"; the promise says nothing more.
    void window.loadURL(pageAddress(route)).catch(() => undefined);
  };
  const reveal = (): void => {
    if (!wasShown && state.isMaximised) window.maximize();
    wasShown = true;
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  };
  const minimise = (): void => {
    // A window that was never seen has no line in the task bar.
    if (!window.isVisible()) window.showInactive();
    window.minimize();
  };
  const remember = (): void => {
    if (window.isDestroyed() || window.isMinimized()) return;
    memory.write({ bounds: window.getNormalBounds(), isMaximised: window.isMaximized() });
  };

  window.once("ready-to-show", () => {
    if (firstSight === "shown") reveal();
    if (firstSight === "minimised" && !wasShown) minimise();
  });
  // Not at every step of a drag: the operator turns to something else in the end.
  window.on("blur", remember);
  window.on("maximize", remember);
  window.on("unmaximize", remember);
  window.on("close", (event) => {
    remember();
    if (isReleased) return;
    event.preventDefault();
    if (parts.onClose() === "hide") window.hide();
  });
  window.webContents.on("did-fail-load", (_, code, description, address, isMainFrame) => {
    if (isMainFrame) log("the window's page could not be loaded", { code, description, address });
  });
  recoverPage({
    contents: window.webContents,
    nowMs: parts.monotonicMs,
    reload: () => load(),
    onLost: (reason) => log("the window's page crashed; uploads continue", { reason }),
    onGivenUp: (reason) => {
      log("the window's page keeps crashing and is not reloaded automatically", { reason });
      void electron.dialog
        .showMessageBox({
          type: "warning",
          message: shellText.windowCrashed,
          detail: shellText.windowCrashedHelp,
          buttons: ["Reload"],
          noLink: true,
        })
        .then(() => load());
    },
  });
  load();

  return {
    browserWindow: window,
    show(route) {
      if (route !== undefined) load(route);
      reveal();
    },
    minimise,
    restart() {
      // Another address of the same page alone would not load it again.
      const again = () => window.webContents.reload();
      void window.loadURL(pageAddress()).then(again, again);
    },
    release() {
      isReleased = true;
    },
  };
}

interface RecoveryParts {
  readonly contents: Pick<WebContents, "on" | "isDestroyed">;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
  readonly reload: () => void;
  /** The page broke too often to be loaded again by itself. */
  readonly onGivenUp: (reason: string) => void;
  readonly onLost: (reason: string) => void;
}

/** So many losses within this time, and the page is not loaded again by itself. */
const mostLosses = 3;
const lossesWithinMs = 60_000;

/** Loads the page again when its process is lost; uploads go on meanwhile, for they are in another process. */
function recoverPage({ contents, nowMs, reload, onGivenUp, onLost }: RecoveryParts): void {
  let losses: number[] = [];
  contents.on("render-process-gone", (_, details: RenderProcessGoneDetails) => {
    if (details.reason === "clean-exit" || contents.isDestroyed()) return;
    onLost(details.reason);
    const now = nowMs();
    losses = [...losses.filter((at) => now - at < lossesWithinMs), now];
    if (losses.length > mostLosses) {
      losses = [];
      onGivenUp(details.reason);
    } else {
      reload();
    }
  });
}

/** Place and size of the window when it was last seen. */
export interface WindowState {
  readonly bounds: Rectangle;
  readonly isMaximised: boolean;
}

/** Pages are usable from here on. */
const smallestSize = { width: 900, height: 600 } as const;
const usualSize = { width: 1200, height: 800 } as const;

/** Of the title bar, so much must lie on a display that a hand can take it. */
const graspable = { width: 100, height: 30 } as const;

/**
 * The state to open with: what was kept, where it is a state and the window can still be reached on a display that is
 * there; else the usual size in the middle of the first display, never larger than it.
 */
export function stateToOpen(
  kept: unknown,
  displays: readonly Pick<Display, "workArea">[],
): WindowState & { readonly isPlaced: boolean } {
  const state = readState(kept);
  if (state !== null && displays.some(({ workArea }) => canBeGrasped(state.bounds, workArea))) {
    return { ...state, isPlaced: true };
  }
  const area = displays[0]?.workArea ?? { x: 0, y: 0, ...usualSize };
  const width = sized(usualSize.width, smallestSize.width, area.width);
  const height = sized(usualSize.height, smallestSize.height, area.height);
  const x = area.x + Math.round((area.width - width) / 2);
  const y = area.y + Math.round((area.height - height) / 2);
  return { bounds: { x, y, width, height }, isMaximised: state?.isMaximised ?? false, isPlaced: false };
}

function readState(kept: unknown): WindowState | null {
  if (typeof kept !== "object" || kept === null || !("bounds" in kept)) return null;
  const { bounds } = kept;
  if (typeof bounds !== "object" || bounds === null) return null;
  const numbers = ["x", "y", "width", "height"].map((name) => Reflect.get(bounds, name) as unknown);
  if (!numbers.every((number) => Number.isSafeInteger(number))) return null;
  const [x = 0, y = 0, width = 0, height = 0] = numbers as number[];
  if (width < smallestSize.width || height < smallestSize.height || width > 20_000 || height > 20_000)
    return null;
  const isMaximised = "isMaximised" in kept && kept.isMaximised === true;
  return { bounds: { x, y, width, height }, isMaximised };
}

function canBeGrasped(bounds: Rectangle, area: Rectangle): boolean {
  const width = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
  const isTitleBarInside = bounds.y >= area.y && bounds.y <= area.y + area.height - graspable.height;
  return width >= graspable.width && isTitleBarInside;
}

function sized(wanted: number, least: number, room: number): number {
  return Math.max(least, Math.min(wanted, room));
}
