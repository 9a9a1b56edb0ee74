import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readHostFile } from "#api/loopback/host-file.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import {
  type ElectronProcess,
  type ElectronProcessOptions,
  startElectronProcess,
} from "#test/support/hosts/electron-process.ts";

/** The desktop as a process: its entry under a loader as unkind as Electron's. */

let folder: string;
let dataFolder: string;
const running: ElectronProcess[] = [];

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

function begin(options: Partial<ElectronProcessOptions> = {}): ElectronProcess {
  const words = ["--data", dataFolder, ...(options.words ?? [])];
  const started = startElectronProcess({ appData: folder, ...options, words });
  running.push(started);
  return started;
}

interface State {
  readonly isReady: boolean;
  readonly windows: readonly boolean[];
  readonly tooltip: string | null;
  readonly icon: string | null;
  readonly boxes: readonly string[];
  readonly notifications: readonly string[];
  readonly children: readonly { readonly name: string; readonly pid: number }[];
}
const stateOf = (one: ElectronProcess) => one.ask<State>({ do: "state" });

/** Starts it and waits until its window is there. */
async function start(options: Partial<ElectronProcessOptions> = {}): Promise<ElectronProcess> {
  const started = begin(options);
  await expect.poll(async () => (await stateOf(started)).windows.length, { timeout: 30_000 }).toBe(1);
  return started;
}
const status = (one: ElectronProcess) => one.ask({ do: "call", method: "status", input: {} });

test("the window speaks with the engine's process, and SIGTERM ends both", async () => {
  const desktop = await start();
  expect(await status(desktop)).toMatchObject({ ok: true, value: { running: true } });
  const [engine] = (await stateOf(desktop)).children;
  expect(engine?.name).toBe("Skyferry engine");
  const file = await readHostFile(dataFolder);
  expect(file.kind === "read" && file.record.pid).toBe(engine?.pid);
  desktop.kill("SIGTERM");
  expect(await desktop.exited).toEqual([0, null]);
  expect(desktop.told).toEqual([{ exit: 0, hasLock: false }]);
  expect((await readHostFile(dataFolder)).kind).toBe("none");
});
