import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readArguments } from "#cli/arguments.ts";
import { daemon } from "#cli/daemon.ts";
import { englishSpeaker } from "#cli/speaker.ts";
import { daemonTable } from "#cli/tables/sending-tables.ts";
import { openDataFolder } from "#compose/data-folder.ts";
import { openDemo } from "#demo/demo-station.ts";
import { runEngine } from "#main/engine/engine-run.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";

/** Anyone who opens a host and meets a step that fails closes what was opened before. */

vi.mock(import("#compose/host.ts"), () => ({
  startHost: async () => {
    throw new Error("planted");
  },
}));

// The demo's 62 days are of no use here.
vi.mock(import("#mock-portal/portal.ts"), async (load) => {
  const real = await load();
  return { ...real, startMockPortal: (options) => real.startMockPortal({ ...options, seed: "empty" }) };
});

const nothingElse = { settingsFile: null, passwordFile: null, env: {}, version: "0.0.0-test" };
let folder: string;
let servers: number;

beforeEach(async () => {
  folder = await makeScratch("skyferry-hosts-");
  servers = listening();
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));

const listening = () => process.getActiveResourcesInfo().filter((name) => name === "TCPServerWrap").length;

/** The ledger of the data folder can be opened: nobody holds its lock. */
async function expectFree(dataFolder: string): Promise<void> {
  const station = await openDataFolder({ dataFolder, ...nothingElse });
  expect(station).not.toHaveProperty("message");
  if (!("message" in station)) await station.close();
  expect(listening()).toBe(servers);
}

test("the engine's process", async () => {
  const told: unknown[] = [];
  const code = await new Promise<number>((exit) => {
    const port = { postMessage: (message: unknown) => told.push(message), on: () => {}, start: () => {} };
    const start = { dataFolder: folder, version: "0.0.0-test", pagesFolder: folder, password: null };
    runEngine(port, start, {}, exit);
  });
  expect(code).toBe(70);
  expect(told).toContainEqual({ id: null, name: "opened", given: ["planted"] });
  await expectFree(folder);
});

test("the daemon", async () => {
  const quiet = { write: () => true };
  const around = {
    stdout: quiet,
    stderr: quiet,
    env: {},
    version: "0",
    cwd: () => folder,
    paint: (_tone: string, text: string) => text,
    ...englishSpeaker,
    stopping: AbortSignal.any([]),
  };
  await expect(daemon(readArguments(daemonTable, ["--data", folder]), around)).rejects.toThrow("planted");
  await expectFree(folder);
});

test("the demo", async () => {
  const demo = openDemo({
    folder,
    version: "0.0.0-test",
    env: {},
    pagesFolder: null,
    backTo: null,
    onEnd: () => {},
  });
  await expect(demo).rejects.toThrow("planted");
  await expectFree(path.join(folder, "station"));
});

test("the demo whose station is refused", async () => {
  await mkdir(path.join(folder, "station"), { recursive: true });
  const other = await openDataFolder({ dataFolder: path.join(folder, "station"), ...nothingElse });
  if ("message" in other) throw new Error(other.message);
  const demo = await openDemo({
    folder,
    version: "0.0.0-test",
    env: {},
    pagesFolder: null,
    backTo: null,
    onEnd: () => {},
  });
  expect(demo).toHaveProperty("message");
  await other.close();
  await expectFree(path.join(folder, "station"));
});
