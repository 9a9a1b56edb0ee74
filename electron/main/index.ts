import { fileURLToPath } from "node:url";
import * as electron from "electron";
import ElectronStore from "electron-store";
import { timers } from "#base/async.ts";
import { forgetOtherPrograms } from "#base/inherited.ts";
import { startDesktop } from "./desktop.ts";
import { openShellStore } from "./shell-store.ts";
import { runProgram } from "./tray/tray-area.ts";

const at = (url: URL): string => fileURLToPath(url);
const { app } = electron;
// In the environment of the process itself, as electron-updater reads it there.
forgetOtherPrograms(process.env, process.execPath);
// Read by this process alone: no page and no program that it starts is given the password.
const env = { ...process.env };
delete process.env.SKYFERRY_PASSWORD;
// Certificates are verified whatever the environment says.
delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;

// Electron is not ready before this file has run: what has to come before that is done within the call. A failure is a
// mistake that nobody caught, as any other.
void startDesktop({
  electron,
  platform: process.platform,
  argv: process.argv.slice(1),
  env,
  cwd: process.cwd(),
  paths: {
    preload: at(new URL("../../out/preload/index.cjs", import.meta.url)),
    pages: at(new URL("../../out/renderer/", import.meta.url)),
    trayIcons: at(new URL("../../build/icons/tray/", import.meta.url)),
    windowIcon:
      process.platform === "linux" ? at(new URL("../../build/icons/512x512.png", import.meta.url)) : null,
    program: process.env.APPIMAGE ?? process.execPath,
  },
  openMemory: (dataFolder) => openShellStore(ElectronStore, electron.ipcMain, dataFolder),
  // Loaded where it is used: it is a fifth of the program, and Electron is not ready before all of this has been read.
  openUpdater: async () => (app.isPackaged ? (await import("electron-updater")).default.autoUpdater : null),
  runProgram,
  signals: process,
  mistakes: process,
  nowMs: Date.now,
  monotonicMs: () => performance.now(),
  sleep: timers.sleep,
});
