import type { BrowserWindow } from "electron";
import type { ElectronParts } from "#main/electron-parts.ts";
import { shellText } from "#main/text.ts";
import { confinedPage } from "./hardening.ts";
import { pageAddress } from "./page-address.ts";
import { recoverPage } from "./window-recovery.ts";
import { smallest, stateToOpen, type WindowState } from "./window-state.ts";

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
  /** The operator closed the window: true hides it, false leaves it to whoever answers. */
  readonly onClose: () => "hide" | "stay";
}

/** The one window. Its page can be gone while the shell and the uploads go on. */
export interface ShellWindow {
  /** Shows it, in front of the others; `route` opens that page of it. */
  show(route?: string): void;
  /** Shows it as a line in the task bar. */
  minimise(): void;
  /** Loads the page anew, at its beginning. */
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
    minWidth: smallest.width,
    minHeight: smallest.height,
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
