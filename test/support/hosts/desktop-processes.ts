import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { makeScratch } from "#test/support/builders/scratch.ts";
import {
  type ElectronProcess,
  type ElectronProcessOptions,
  startElectronProcess,
} from "./electron-process.ts";

/** Desktops of the test that runs, each a process, in one folder that goes with it. */
export interface DesktopProcesses {
  readonly folder: string;
  /** In `folder`; not made yet. */
  readonly dataFolder: string;
  /** Starts one on the data folder; resolves at once. */
  begin(options?: Partial<ElectronProcessOptions>): ElectronProcess;
}

/** For the file that calls this. */
export function desktopProcesses(): DesktopProcesses {
  const running: ElectronProcess[] = [];
  let folder = "";
  let dataFolder = "";
  beforeEach(async () => {
    folder = await makeScratch("skyferry-desktop-process-");
    dataFolder = join(folder, "data");
  });
  afterEach(async () => {
    for (const one of running.splice(0)) {
      one.kill("SIGKILL");
      await one.exited;
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return {
    get folder() {
      return folder;
    },
    get dataFolder() {
      return dataFolder;
    },
    begin(options = {}) {
      const words = ["--data", dataFolder, ...(options.words ?? [])];
      const started = startElectronProcess({ appData: folder, ...options, words });
      running.push(started);
      return started;
    },
  };
}
