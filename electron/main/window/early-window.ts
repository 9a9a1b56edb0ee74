import path from "node:path";
import type { Shell } from "#api/handlers/shell-handlers.ts";
import { type ShellHandlers, shellHandlers } from "#api/handlers/shell-handlers.ts";
import { readerLanguages } from "#compose/reader-languages.ts";
import type { Transport } from "#contract/transport.ts";
import { openBridge } from "#main/bridge.ts";
import type { DesktopParts, ShellMemory } from "#main/desktop-parts.ts";
import { lateTransport } from "#main/late-transport.ts";
import { openWindow, type ShellWindow } from "./window.ts";

/** Parts that start after the window and its page, and that they need. */
export interface Served {
  readonly shell: Shell;
  /** The host that is shown now. */
  readonly host: () => Transport;
  readonly log: (message: string, facts: Readonly<Record<string, unknown>>) => void;
  /** The operator closed the window. */
  readonly onClose: () => "hide" | "stay";
}

/** The window before the host that it shows: its page is loaded meanwhile, and what that asks waits for the host. */
export interface EarlyWindow {
  readonly window: ShellWindow;
  /** It is to be seen: it was started or called for, and not closed since. */
  isWanted(): boolean;
  /** Somebody calls for it. */
  call(): void;
  /** Once. */
  serve(served: Served): void;
}

/** Opens the window at once, unless the start is hidden. Only after Electron is ready. */
export function openEarlyWindow(parts: DesktopParts, memory: ShellMemory, isHidden: boolean): EarlyWindow {
  const { electron, paths } = parts;
  const shell = Promise.withResolvers<ShellHandlers>();
  const host = Promise.withResolvers<Transport>();
  const notLogged: Parameters<Served["log"]>[] = [];
  const starting = lateTransport(host.promise);
  let isWanted = !isHidden;
  let served: Omit<Served, "shell"> = {
    host: () => starting,
    log: (...line) => notLogged.push(line),
    onClose() {
      isWanted = false;
      return "hide";
    },
  };
  openBridge({
    ipcMain: electron.ipcMain,
    shell: shell.promise,
    host: () => served.host(),
    languages: readerLanguages((fault) => served.log("a text of a language is not used", { fault })),
    onBug: (method, error) => served.log(`Internal error in ${method}.`, { error: String(error) }),
    onRefused: (channel, sender) =>
      served.log("a message from another page was refused", { channel, sender }),
  });
  const window = openWindow(
    {
      electron,
      memory: {
        read: () => memory.read("window"),
        write: (state) => memory.write("window", state),
      },
      platform: parts.platform,
      preload: paths.preload,
      icon: paths.windowIcon,
      overlay: path.join(paths.trayIcons, "overlay.ico"),
      monotonicMs: parts.monotonicMs,
      sleep: parts.sleep,
      log: (...line) => served.log(...line),
      onClose: () => served.onClose(),
    },
    isHidden ? "hidden" : "shown",
  );
  let isServed = false;
  // Later the one way out hears it first. A window that does not close calls the quit off.
  electron.app.on("before-quit", () => {
    if (!isServed) window.release();
  });
  return {
    window,
    isWanted: () => isWanted,
    call() {
      isWanted = true;
      window.show();
    },
    serve({ shell: offered, ...rest }) {
      served = rest;
      isServed = true;
      for (const line of notLogged.splice(0)) rest.log(...line);
      shell.resolve(shellHandlers(offered));
      host.resolve(rest.host());
    },
  };
}
