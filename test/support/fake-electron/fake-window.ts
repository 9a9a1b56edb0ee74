import { EventEmitter } from "node:events";
import type {
  BaseWindow,
  BaseWindowConstructorOptions,
  BrowserWindow,
  BrowserWindowConstructorOptions,
  NativeImage,
  Rectangle,
  RenderProcessGoneDetails,
  WebContents,
  WindowOpenHandlerResponse,
} from "electron";
import { fakeEvent } from "./fake-event.ts";
import { type FakeFrame, type FakeIpcMain, type FakePage, fakePage } from "./fake-ipc.ts";

type OpenHandler = Parameters<WebContents["setWindowOpenHandler"]>[0];
type OpenDetails = Parameters<OpenHandler>[0];

/** `webContents`: an address instead of a page, and what a page would do with it. */
export class FakeWebContents
  extends EventEmitter
  implements
    Pick<
      WebContents,
      "forcefullyCrashRenderer" | "id" | "isDestroyed" | "reload" | "send" | "setWindowOpenHandler"
    >
{
  readonly id: number;
  /** The main frame. */
  readonly page: FakePage;
  /** Addresses that were loaded, in order. */
  readonly loads: string[] = [];
  isGone = false;
  /** Hears where main sends the page. */
  onGo: (url: string, isReload: boolean) => void = () => {};
  #openHandler: OpenHandler = () => ({ action: "deny" });

  constructor(id: number, main: FakeIpcMain) {
    super();
    this.id = id;
    const frame: FakeFrame = { url: "", parent: null };
    this.page = fakePage(main, this, frame);
  }

  isDestroyed(): boolean {
    return this.isGone;
  }

  send(channel: string, ...message: unknown[]): void {
    this.page.ipcRenderer.hear(channel, ...message);
  }

  reload(): void {
    const { url } = this.page.frame;
    this.emit("did-start-navigation", fakeEvent({ url, isMainFrame: true, isSameDocument: false }));
    this.loads.push(url);
    this.onGo(url, true);
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }

  /** Main loads an address; nobody is asked. */
  load(url: string): void {
    const isSameDocument = this.loads.length > 0 && withoutRoute(url) === withoutRoute(this.page.frame.url);
    this.emit("did-start-navigation", fakeEvent({ url, isMainFrame: true, isSameDocument }));
    this.page.frame.url = url;
    this.loads.push(url);
    this.onGo(url, false);
  }

  /** A link or a script of the page leads elsewhere; true when it was let go there. */
  navigate(url: string, isMainFrame = true): boolean {
    const isDeclined = (name: string): boolean => {
      const event = fakeEvent({ url, isMainFrame });
      this.emit(name, event, url);
      return event.defaultPrevented;
    };
    const declined = isMainFrame
      ? [isDeclined("will-frame-navigate"), isDeclined("will-navigate")]
      : [isDeclined("will-frame-navigate")];
    if (declined.includes(true)) return false;
    if (isMainFrame) this.load(url);
    return true;
  }

  /** The page asks for a new window. */
  openWindow(url: string): WindowOpenHandlerResponse["action"] {
    return this.#openHandler({ url } as OpenDetails).action;
  }

  forcefullyCrashRenderer(): void {
    this.lose("killed");
  }

  /** The page's process ends. */
  lose(reason: RenderProcessGoneDetails["reason"]): void {
    const details: RenderProcessGoneDetails = { reason, exitCode: 1 };
    this.emit("render-process-gone", fakeEvent({}), details);
  }
}

function withoutRoute(url: string): string {
  return url.split("#", 1)[0] ?? "";
}

/** `BaseWindow`: a window without a page. */
export class FakeBaseWindow extends EventEmitter implements Pick<BaseWindow, "destroy" | "isDestroyed"> {
  readonly options: BaseWindowConstructorOptions;
  #isGone = false;

  constructor(options: BaseWindowConstructorOptions) {
    super();
    this.options = options;
  }

  isDestroyed(): boolean {
    return this.#isGone;
  }

  destroy(): void {
    this.#isGone = true;
    this.emit("closed");
  }
}

type Member =
  | "close"
  | "destroy"
  | "focus"
  | "getNormalBounds"
  | "hide"
  | "isDestroyed"
  | "isFullScreen"
  | "isMaximized"
  | "isMinimized"
  | "isVisible"
  | "loadURL"
  | "maximize"
  | "minimize"
  | "restore"
  | "setFullScreen"
  | "setOverlayIcon"
  | "setTitle"
  | "show"
  | "showInactive"
  | "unmaximize";

/** Facts that a window depends on beside its options. */
export interface FakeScreenTraits {
  readonly platform: NodeJS.Platform;
  /** False: `ready-to-show` is lost, as it is now and then on Windows. */
  readonly isReadyToShowTold: boolean;
}

/** `BrowserWindow` without a screen. */
export class FakeWindow extends EventEmitter implements Pick<BrowserWindow, Member> {
  readonly options: BrowserWindowConstructorOptions;
  readonly webContents: FakeWebContents;
  bounds: Rectangle;
  title: string;
  /** Overlay on the program's button: the image's path, and the words for a screen reader. */
  overlay: { readonly path: string; readonly description: string } | null = null;
  #state: "normal" | "minimised" | "maximised" = "normal";
  #isVisible = false;
  #isFullScreen = false;
  /** macOS keeps the space of a window that was hidden in full screen. */
  leftBlackSpace = false;
  readonly #screen: FakeScreenTraits;
  #isLoaded = false;
  #isReady = false;

  constructor(
    options: BrowserWindowConstructorOptions,
    webContents: FakeWebContents,
    screen: FakeScreenTraits = { platform: "linux", isReadyToShowTold: true },
  ) {
    super();
    this.#screen = screen;
    this.options = options;
    this.webContents = webContents;
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.bounds = { x, y, width, height };
    this.#isVisible = options.show !== false;
    this.title = options.title ?? "Electron";
  }

  /** Throws where the window is gone: any request to it is an error then. */
  #mustBeThere(): void {
    if (this.webContents.isGone) throw new TypeError("Object has been destroyed");
  }

  setTitle(title: string): void {
    this.#mustBeThere();
    this.title = title;
  }

  setOverlayIcon(image: NativeImage | null, description: string): void {
    this.#mustBeThere();
    this.overlay = image === null ? null : { path: (image as unknown as { path: string }).path, description };
  }

  async loadURL(url: string): Promise<void> {
    this.#mustBeThere();
    this.webContents.load(url);
    // The page's own title becomes the window's.
    const event = fakeEvent({});
    this.emit("page-title-updated", event, "the page's", true);
    if (!event.defaultPrevented) this.title = "the page's";
    queueMicrotask(() => {
      this.#isLoaded = true;
      if (!this.webContents.isGone) this.webContents.emit("did-finish-load");
      this.#paint();
    });
  }

  /** The first picture is told once. On Wayland a window that is hidden paints none. */
  #paint(): void {
    const { platform, isReadyToShowTold } = this.#screen;
    const paints = this.#isLoaded && (this.#isVisible || platform !== "linux");
    if (this.#isReady || !paints || !isReadyToShowTold || this.webContents.isGone) return;
    this.#isReady = true;
    this.emit("ready-to-show");
  }

  show(): void {
    this.#mustBeThere();
    const wasVisible = this.#isVisible;
    this.#isVisible = true;
    if (!wasVisible) this.emit("show");
    queueMicrotask(() => this.#paint());
  }

  showInactive(): void {
    this.#mustBeThere();
    this.#isVisible = true;
    queueMicrotask(() => this.#paint());
  }

  hide(): void {
    this.#mustBeThere();
    this.leftBlackSpace ||= this.#isFullScreen && this.#screen.platform === "darwin";
    this.#isVisible = false;
    this.emit("hide");
  }

  focus(): void {
    this.#mustBeThere();
    this.emit("focus");
  }

  minimize(): void {
    this.#mustBeThere();
    this.#state = "minimised";
  }

  restore(): void {
    this.#mustBeThere();
    this.#state = "normal";
  }

  maximize(): void {
    this.#mustBeThere();
    this.#state = "maximised";
    this.emit("maximize");
  }

  unmaximize(): void {
    this.#mustBeThere();
    this.#state = "normal";
    this.emit("unmaximize");
  }

  close(): void {
    const event = fakeEvent({});
    this.emit("close", event);
    if (!event.defaultPrevented) this.destroy();
  }

  destroy(): void {
    if (this.webContents.isGone) return;
    this.webContents.isGone = true;
    this.#isVisible = false;
    this.webContents.emit("destroyed");
    this.emit("closed");
  }

  isVisible(): boolean {
    this.#mustBeThere();
    return this.#isVisible;
  }

  isFullScreen(): boolean {
    this.#mustBeThere();
    return this.#isFullScreen;
  }

  /** The way into full screen and out of it is told when it is over. */
  setFullScreen(isOn: boolean): void {
    this.#mustBeThere();
    queueMicrotask(() => {
      if (this.webContents.isGone) return;
      this.#isFullScreen = isOn;
      this.emit(isOn ? "enter-full-screen" : "leave-full-screen");
    });
  }

  isMinimized(): boolean {
    this.#mustBeThere();
    return this.#state === "minimised";
  }

  isMaximized(): boolean {
    this.#mustBeThere();
    return this.#state === "maximised";
  }

  isDestroyed(): boolean {
    return this.webContents.isGone;
  }

  getNormalBounds(): Rectangle {
    this.#mustBeThere();
    return this.bounds;
  }
}
