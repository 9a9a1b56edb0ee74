import type { BrowserWindow } from "electron";
import type { ElectronParts } from "#main/electron-parts.ts";
import { shown as inWords } from "#main/shell-language.ts";
import { shellText } from "#main/text.ts";
import { pageAddress } from "./app-protocol.ts";
import { onFirstSight } from "./first-sight.ts";
import { confinedPage } from "./hardening.ts";
import { careForPage, loadPage, type PageCareParts } from "./page-care.ts";
import { smallestSize, stateToOpen, type WindowState } from "./place.ts";

/** Memory in which the window's state is kept between two starts. */
export interface WindowMemory {
  read(): unknown;
  write(state: WindowState): void;
}

export interface WindowParts extends PageCareParts {
  readonly electron: Pick<
    ElectronParts,
    "BrowserWindow" | "dialog" | "nativeImage" | "nativeTheme" | "screen"
  >;
  readonly platform: NodeJS.Platform;
  readonly memory: WindowMemory;
  /** Absolute path of the bundled preload script. */
  readonly preload: string;
  /** Absolute path of the window's icon; null where the system takes it from the program. */
  readonly icon: string | null;
  /** Absolute path of what lies on the program's button in Windows' task bar while something needs a person. */
  readonly overlay: string;
  /** The operator closed the window: true hides it, false leaves it to the answer. */
  readonly onClose: () => "hide" | "stay";
}

/** The one window. Its page, or the whole of it, can be gone while the shell and the uploads go on. */
export interface ShellWindow {
  /** Shows it, in front of the others; `route` opens that page of it. */
  show(route?: string): void;
  /** Takes it off the screen; a window that nobody asks for in half an hour is given up until it is shown again. */
  hide(): void;
  /** Shows it as a line in the task bar. */
  minimise(): void;
  /** Loads the page again, at its beginning. */
  restart(): void;
  /** How many things need a person: on its button in the task bar, or in its title. */
  badge(count: number): void;
  /** Keeps its place for the next start. */
  remember(): void;
  /** From now on closing closes. */
  release(): void;
  /** Null before it is first shown, and after it was given up. */
  current(): BrowserWindow | null;
}

/** How the window comes: not at all until it is asked for, or in front. */
export type FirstSight = "hidden" | "shown";

/** A page takes 100 MB and more, which nobody needs while nobody looks. */
const hiddenForMs = 30 * 60_000;

/** The window with its pages; a start that is hidden makes none before it is first wanted. */
export function openWindow(parts: WindowParts, firstSight: FirstSight): ShellWindow {
  const { electron, memory } = parts;
  let window: BrowserWindow | null = null;
  let isReleased = false;
  let badgeCount = 0;

  const current = (): BrowserWindow | null => (window === null || window.isDestroyed() ? null : window);

  const remember = (): void => {
    const shown = current();
    if (shown === null || shown.isMinimized()) return;
    memory.write({ bounds: shown.getNormalBounds(), isMaximised: shown.isMaximized() });
  };

  const giveUp = (): void => {
    current()?.destroy();
    window = null;
  };

  const hiding = createHiding(parts, giveUp);

  const make = (sight: FirstSight, route?: string): BrowserWindow => {
    // On Wayland a hidden window paints nothing, and `ready-to-show` never comes.
    const isShown = sight === "shown" && parts.platform === "linux";
    const state = stateToOpen(memory.read(), electron.screen.getAllDisplays());
    const made = newWindow(parts, state, isShown);
    window = made;
    hiding.follow(made);
    // Not at every step of a drag: the operator turns to something else in the end.
    made.on("blur", remember);
    made.on("maximize", remember);
    made.on("unmaximize", remember);
    made.on("close", (event) => {
      remember();
      if (isReleased) return;
      event.preventDefault();
      if (parts.onClose() === "hide") hiding.hide(made);
    });
    // The title is the window's own.
    made.on("page-title-updated", (event) => event.preventDefault());
    careForPage(made, parts, () => {
      // That of a hidden window is made again when somebody wants it.
      if (hiding.isHidden()) giveUp();
      else loadPage(made);
    });
    showBadge(parts, made, badgeCount);
    loadPage(made, route);
    return made;
  };

  const reveal = (shown: BrowserWindow): void => {
    hiding.end();
    if (shown.isMinimized()) shown.restore();
    shown.show();
    shown.focus();
  };

  if (firstSight === "shown") {
    const made = make("shown");
    if (!made.isVisible())
      onFirstSight(made, parts.sleep, () => {
        if (!made.isVisible()) reveal(made);
      });
  }

  return {
    current,
    show(route) {
      const there = current();
      if (there !== null && route !== undefined) loadPage(there, route);
      reveal(there ?? make("shown", route));
    },
    hide() {
      const shown = current();
      if (shown !== null) hiding.hide(shown);
    },
    minimise: () => minimise(current() ?? make("hidden")),
    restart() {
      const shown = current();
      if (shown === null) return;
      // Another address of the same page alone would not load it again.
      const again = () => shown.webContents.reload();
      void shown.loadURL(pageAddress()).then(again, again);
    },
    badge(count) {
      badgeCount = count;
      const shown = current();
      if (shown !== null) showBadge(parts, shown, count);
    },
    remember,
    release() {
      isReleased = true;
    },
  };
}

/** A window without its page. */
function newWindow(
  { electron, icon, preload }: WindowParts,
  state: WindowState,
  isShown: boolean,
): BrowserWindow {
  const made = new electron.BrowserWindow({
    ...state.bounds,
    minWidth: smallestSize.width,
    minHeight: smallestSize.height,
    show: isShown,
    title: "Skyferry",
    backgroundColor: electron.nativeTheme.shouldUseDarkColors ? "#1a1b1e" : "#ffffff",
    autoHideMenuBar: true,
    ...(icon === null ? {} : { icon }),
    webPreferences: { ...confinedPage, preload },
  });
  if (state.isMaximised && isShown) made.maximize();
  else if (state.isMaximised) made.once("show", () => made.maximize());
  return made;
}

/** How the window is taken off the screen; `giveUp` is called when it was hidden for long. */
function createHiding({ platform, sleep }: WindowParts, giveUp: () => void) {
  /** Mark of the time that it is hidden; another one begins with every change. */
  let hiding: object | null = null;
  /** It leaves full screen in order to be hidden. */
  let isLeaving = false;
  const hide = (shown: BrowserWindow): void => {
    // Hidden in full screen, it would leave its space on macOS there, black.
    isLeaving = platform === "darwin" && shown.isFullScreen();
    if (isLeaving) shown.setFullScreen(false);
    else shown.hide();
  };
  return {
    hide,
    isHidden: () => hiding !== null,
    /** It shall be seen after all. */
    end() {
      isLeaving = false;
    },
    /** From a window's beginning on. */
    follow(made: BrowserWindow) {
      hiding = null;
      made.on("show", () => {
        hiding = null;
      });
      made.on("hide", () => {
        const mine = {};
        hiding = mine;
        void sleep(hiddenForMs).then(() => {
          if (hiding === mine) giveUp();
        });
      });
      made.on("leave-full-screen", () => {
        if (isLeaving) hide(made);
      });
    },
  };
}

function showBadge({ electron, platform, overlay }: WindowParts, shown: BrowserWindow, count: number): void {
  if (platform === "win32") {
    const image = count === 0 ? null : electron.nativeImage.createFromPath(overlay);
    shown.setOverlayIcon(image, inWords(shellText.needYou(count)));
  } else if (platform === "linux") {
    shown.setTitle(count === 0 ? "Skyferry" : `(${count}) Skyferry`);
  }
}

function minimise(window: BrowserWindow): void {
  // A window that was never seen has no line in the task bar.
  if (!window.isVisible()) window.showInactive();
  window.minimize();
}
