import type * as electron from "electron";

/** The parts of Electron that the shell is made of; given to it, so that it also runs with stand-ins for them. */
export type ElectronParts = Pick<
  typeof electron,
  | "app"
  | "BaseWindow"
  | "BrowserWindow"
  | "crashReporter"
  | "dialog"
  | "ipcMain"
  | "Menu"
  | "MessageChannelMain"
  | "nativeImage"
  | "nativeTheme"
  | "Notification"
  | "powerMonitor"
  | "powerSaveBlocker"
  | "protocol"
  | "safeStorage"
  | "screen"
  | "session"
  | "shell"
  | "Tray"
  | "utilityProcess"
>;

/** Ends what a function of the shell has begun. */
export type End = () => void;
