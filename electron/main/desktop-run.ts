import { userInfo } from "node:os";
import path from "node:path";
import type { MenuItemConstructorOptions, MessageBoxOptions, PowerMonitor } from "electron";
import { createEmitter } from "#base/event.ts";
import { createInsideOf } from "#compose/inside-of.ts";
import { type Autostart, createAutostart } from "./autostart.ts";
import { noteLostProcesses } from "./chromium.ts";
import type { DesktopParts } from "./desktop-parts.ts";
import { desktopShell } from "./desktop-shell.ts";
import type { EngineProcess } from "./engine/engine-process.ts";
import type { ShownHost } from "./host.ts";
import { followStatus, type SilentView } from "./host-status.ts";
import { showNotifications, tell } from "./notifications.ts";
import { createQuit, type Quit } from "./quit.ts";
import { manyFailures } from "./restart.ts";
import { followSessionEnd } from "./session-end.ts";
import { followLanguage, shown as inWords } from "./shell-language.ts";
import type { LateMemory } from "./shell-memory.ts";
import { followSignals } from "./signals.ts";
import { stayAwake } from "./stay-awake.ts";
import { shellText } from "./text.ts";
import { openTray } from "./tray/tray.ts";
import { findTrayArea, type TrayArea } from "./tray/tray-area.ts";
import { createUpdates, readUpdateSettings } from "./updates.ts";
import type { EarlyWindow } from "./window/early-window.ts";
import type { ShellWindow } from "./window/window.ts";

/** The running desktop. */
export interface Desktop {
  readonly window: ShellWindow;
  readonly host: ShownHost;
  readonly quit: Quit;
  readonly isAttached: boolean;
  readonly note: Note;
}

export interface DesktopStart {
  readonly dataFolder: string;
  /** The same where it is not the usual one; null else. */
  readonly chosenFolder: string | null;
  readonly homeFolder: string;
  readonly version: string;
  readonly memory: LateMemory;
}

/** For the engine to give back what is in flight when the program quits. */
const stopGraceMs = 3_000;

type Note = (message: string, facts?: Readonly<Record<string, unknown>>) => void;

/** Window, tray, notifications and what the system tells, around a host that is there. */
export async function runDesktop(
  parts: DesktopParts,
  early: EarlyWindow,
  host: ShownHost,
  start: DesktopStart,
): Promise<Desktop> {
  const { electron, platform, env } = parts;
  const { window } = early;
  const { engine } = host;
  const isAttached = engine === null;
  const status = followStatus(host.transport, () => silentView(engine?.failures() ?? null));
  const note: Note = (message, facts) => engine?.log("info", message, facts);
  const trayArea = await findTrayArea(parts);
  let isStopped = false;
  let shown = host.transport;

  const updateWaits = createEmitter<void>();
  const updateSettings = readUpdateSettings(start.memory.read("updates"));
  const updates = createUpdates({
    ...parts,
    updater: updateSettings.url === null ? null : await parts.openUpdater(),
    settings: updateSettings,
    version: start.version,
    // A .deb is installed by the administrator, and what starts the new version knows the usual folder only.
    canInstallAlone: start.chosenFolder === null && (platform !== "linux" || env.APPIMAGE !== undefined),
    isSending: () => (isAttached || !isStopped) && status.tray().state === "sending",
    isStopped: () => isStopped,
    quit: updateWaits.emit,
    startAgain: (program) => startAgain(parts, { program, isHidden: true }),
    log: note,
  });
  const autostart = openAutostart(parts, start, note);
  const closeAsked = createEmitter();
  const shell = desktopShell({
    ...parts,
    ...start,
    account: accountName(),
    isAttached,
    hasTray: trayArea.isThere,
    autostart,
    updates,
    host: () => shown,
    // Beside a daemon this process asks for itself, and leaves one of its four threads free whatever hangs.
    insideOf: engine?.insideOf ?? createInsideOf(),
    clock: parts,
    window: () => window.current(),
  });
  early.serve({
    shell,
    host: () => shown,
    log: note,
    onClose() {
      if (trayArea.isThere()) return "hide";
      closeAsked.emit();
      return "stay";
    },
  });
  // Without a tray a hidden window could not be found again.
  if (!trayArea.isThere() && !early.isWanted()) window.minimise();

  const ends = new DisposableStack();
  const quit = createQuit({
    app: electron.app,
    dialog: electron.dialog,
    unsentCount: () => (isAttached ? null : status.tray().unsentCount),
    stop: async () => {
      ends.dispose();
      await host.close(stopGraceMs);
      isStopped = true;
    },
    beforeExit: (isByPerson) => updates.installIfReady(isByPerson),
    sleep: parts.sleep,
    log: note,
  });
  updateWaits.on(() => void quit.now());

  const desktop: Desktop = { window, host, quit, isAttached, note };
  showStatus(parts, desktop, status, trayArea, ends);
  closeAsked.on(async () => {
    if (await trayArea.look()) window.hide();
    else await askWithoutTray(parts, window, quit);
  });
  ends.defer(() => window.release());
  ends.defer(() => updates.close());

  followSystem(parts, desktop);
  if (engine !== null) followEngine(parts, engine, window);
  engine?.onTryOut((isRunning) => {
    const next = isRunning ? engine.transport("try-out") : host.transport;
    if (next === shown) return;
    shown = next;
    window.restart();
  });
  showMenu(parts, () => void quit.ask());

  return desktop;
}

/** Start at login, whose entry is brought up to date. */
function openAutostart(
  { electron, platform, paths, env }: DesktopParts,
  start: DesktopStart,
  note: Note,
): Autostart {
  const autostart = createAutostart({
    app: electron.app,
    platform,
    program: paths.program,
    configFolder: env.XDG_CONFIG_HOME ?? path.join(start.homeFolder, ".config"),
    chosenFolder: start.chosenFolder,
  });
  void autostart.renew().catch((error: unknown) => {
    note("the entry for start at login could not be brought up to date", { error: String(error) });
  });
  return autostart;
}

/** Shows the status until `ends`: in the tray, on the window's button and by notifications. The PC stays awake for it. */
function showStatus(
  parts: DesktopParts,
  { window, host: { transport }, quit, note }: Desktop,
  status: ReturnType<typeof followStatus>,
  trayArea: TrayArea,
  ends: DisposableStack,
): void {
  const { electron, platform } = parts;
  const open = (route?: string): void => window.show(route);
  const until = (ms: number) => new Date(ms).toISOString();
  const desktopName = parts.env.XDG_CURRENT_DESKTOP ?? "";
  const actions = {
    open,
    pause: (untilMs: number) => void transport.call("pause", { until: until(untilMs), from: "tray" }),
    resume: () => void transport.call("resume", {}),
    quit: () => void quit.ask(),
  };
  const iconFolder = parts.paths.trayIcons;
  const tray = openTray({ ...parts, desktopName, iconFolder, actions }, status.tray(), trayArea.isThere());
  trayArea.onFound(tray.appear);
  ends.defer(followLanguage(transport, parts, () => tray.show(status.tray())));
  ends.defer(trayArea.follow());
  ends.defer(() => status.close());
  ends.defer(() => tray.close());
  ends.defer(
    status.onTray((view) => {
      tray.show(view);
      window.badge(view.badge);
    }),
  );
  ends.defer(stayAwake({ electron, status }));
  ends.defer(showNotifications({ electron, status, platform, open, log: note }));
}

/** Follows what the system tells: its sleep and its end, signals, processes that are lost, a click on the program. */
function followSystem({ electron, platform, signals, monotonicMs }: DesktopParts, desktop: Desktop): void {
  const { window, quit, note } = desktop;
  followPower(electron.powerMonitor, desktop);
  followSessionEnd({
    electron,
    platform,
    onAsked: () => window.remember(),
    onEnd() {
      window.remember();
      void quit.now();
    },
  });
  followSignals(signals, { quit: () => quit.now(), end: () => electron.app.exit(130), nowMs: monotonicMs });
  noteLostProcesses(electron.app, note);
  electron.app.on("activate", () => window.show());
}

/** Follows what stops the engine: its record of uploads is lost, or another host has taken the data folder. */
function followEngine(parts: DesktopParts, engine: EngineProcess, window: ShellWindow): void {
  engine.onLost((message) => tell(parts.electron, { title: shellText.restarts, body: message }));
  // The next start attaches to it.
  engine.onTaken(() => {
    window.remember();
    startAgain(parts, { program: null, isHidden: window.current()?.isVisible() !== true });
  });
}

/** Null where the system knows no name of it. */
function accountName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}

interface NextStart {
  /** Null: the one that runs now. */
  readonly program: string | null;
  readonly isHidden: boolean;
}

/** Ends this process, in which nothing is being sent, and starts another. */
function startAgain(
  { electron: { app }, argv, paths }: DesktopParts,
  { program, isHidden }: NextStart,
): void {
  const words = argv.filter((word) => word !== "--hidden" && !word.startsWith("--restarts="));
  app.relaunch({ execPath: program ?? paths.program, args: isHidden ? [...words, "--hidden"] : words });
  app.releaseSingleInstanceLock();
  app.exit(0);
}

/** The window was closed on a desktop that shows no tray icons: hidden, nobody would find it again. */
async function askWithoutTray({ electron }: DesktopParts, window: ShellWindow, quit: Quit): Promise<void> {
  const question: MessageBoxOptions = {
    type: "question",
    title: "Skyferry",
    message: inWords(shellText.noTray),
    detail: inWords(shellText.noTrayHelp),
    buttons: [inWords(shellText.minimise), inWords(shellText.quitNow)],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  };
  const shown = window.current();
  const { response } = await (shown === null
    ? electron.dialog.showMessageBox(question)
    : electron.dialog.showMessageBox(shown, question));
  if (response === 1) await quit.ask();
  else window.minimise();
}

/** Cut, copy and paste need a menu on macOS; elsewhere the window has none. */
function showMenu({ electron, platform }: DesktopParts, quit: () => void): void {
  const ours: MenuItemConstructorOptions = {
    label: "Skyferry",
    submenu: [
      { role: "about" },
      { role: "hide" },
      { role: "hideOthers" },
      { role: "unhide" },
      { type: "separator" },
      // Not its role: a quit that is not ours asks nothing.
      { label: inWords(shellText.quit), accelerator: "Command+Q", click: quit },
    ],
  };
  const menus = [ours, { role: "editMenu" }, { role: "windowMenu" }] as const;
  electron.Menu.setApplicationMenu(
    platform === "darwin" ? electron.Menu.buildFromTemplate([...menus]) : null,
  );
}

/** The tray while the host says nothing. `failures` null: it is a daemon, which sees to itself. */
function silentView(failures: { readonly count: number; readonly message: string } | null): SilentView {
  if (failures === null) return { state: "waiting", tone: "waiting", tooltip: shellText.daemonSilent };
  if (failures.count < manyFailures)
    return { state: "waiting", tone: "waiting", tooltip: shellText.engineRestarts };
  return { state: "needs-you", tone: "needs-you", tooltip: shellText.engineFails(failures.message) };
}

/** Follows the PC into sleep and out of it. While it sleeps nothing runs; what was open then is dead afterwards. */
function followPower(powerMonitor: Pick<PowerMonitor, "on">, { host, quit, note }: Desktop): void {
  powerMonitor.on("suspend", () => note("the PC goes to sleep"));
  powerMonitor.on("resume", () => {
    note("the PC woke up");
    host.wakeUp().catch((error: unknown) => note("waking up failed", { error: String(error) }));
  });
  powerMonitor.on("shutdown", (event?: { preventDefault(): void }) => {
    // Asks the system for the moment that it takes to give back what is in flight.
    event?.preventDefault();
    void quit.now();
  });
}
