import type { EventEmitter } from "node:events";
import Conf from "conf";
import type { ShellStore, StoreOptions } from "#main/shell-store.ts";

/** electron-store as it is on conf, around a stand-in for Electron: it listens for pages that ask where the data is. */
export function fakeStore(ipcMain: EventEmitter): new (options: StoreOptions) => ShellStore {
  return class extends Conf {
    constructor({ name, ...options }: StoreOptions) {
      ipcMain.on("electron-store-get-data", () => {});
      super({ ...options, configName: name });
    }
  };
}
