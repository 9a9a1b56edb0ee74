import type { ElectronParts } from "#main/electron-parts.ts";

/** The module `electron` of a process that `electron-main.ts` runs; it has put the fake where this finds it. */
export const {
  app,
  BaseWindow,
  BrowserWindow,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  MessageChannelMain,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
} = Reflect.get(globalThis, "fakeElectron") as ElectronParts;

// electron-store takes it whole.
// biome-ignore lint/style/noDefaultExport: Electron has one.
export default Reflect.get(globalThis, "fakeElectron") as ElectronParts;
