import type { IpcMain } from "electron";
import type { ShellMemory } from "./desktop-parts.ts";

/** The part of electron-store that is used. */
export interface ShellStore {
  get(name: string): unknown;
  /** Throws what the system says where it cannot be kept. */
  set(name: string, value: unknown): void;
}

export interface StoreOptions {
  readonly cwd: string;
  readonly name: string;
  readonly clearInvalidConfig: boolean;
  readonly configFileMode: number;
  readonly accessPropertiesByDotNotation: boolean;
}

/**
 * `shell.json` of the data folder, by electron-store: what the window remembers beside the station, for its owner alone. A
 * damaged file is started again: that costs the place of the window, and a password that only the system's protected store
 * has, which is asked for again. Nothing is written before the first `write`. Throws where the file cannot be read.
 */
export function openShellStore(
  StoreClass: new (options: StoreOptions) => ShellStore,
  ipcMain: Pick<IpcMain, "removeAllListeners">,
  dataFolder: string,
): ShellMemory {
  const store = new StoreClass({
    cwd: dataFolder,
    name: "shell",
    clearInvalidConfig: true,
    configFileMode: 0o600,
    accessPropertiesByDotNotation: false,
  });
  // It answers any page that asks, and no page of ours does.
  ipcMain.removeAllListeners("electron-store-get-data");
  return {
    read: (name) => store.get(name),
    write: (name, value) => store.set(name, value),
  };
}
