import { EventEmitter } from "node:events";
import { beforeEach, describe, expect, test } from "vitest";
import { createUpdates, readUpdateSettings, type Updater, type UpdateSettings } from "#main/updates.ts";

/** electron-updater: what fails is told as an event, and the program goes on. */
class FakeUpdater extends EventEmitter implements Updater {
  autoDownload = false;
  autoInstallOnAppQuit = true;
  disableWebInstaller = false;
  feed: unknown = null;
  newest = "0.1.0";
  fault: Error | null = null;
  /** Fault of the installer; null: it ends the program. */
  installFault: Error | null = null;
  installs: unknown[] = [];
  setFeedURL(feed: unknown): void {
    this.feed = feed;
  }
  async checkForUpdates() {
    if (this.fault !== null) throw this.fault;
    if (this.newest !== "0.1.0") this.emit("update-downloaded");
    return { updateInfo: { version: this.newest } };
  }
  quitAndInstall(...given: unknown[]): void {
    this.installs.push(given);
    if (this.installFault !== null) this.emit("error", this.installFault);
  }
}

const url = "https://updates.example/skyferry";
let updater: FakeUpdater;
let isSending: boolean;
let isStopped: boolean;
let logged: string[];
/** Places at which it was started again: one of its own, or null. */
let started: (string | null)[];
let quits: number;
let nowMs: number;
let waits: { readonly ms: number; readonly over: () => void }[];

beforeEach(() => {
  updater = new FakeUpdater();
  [isSending, isStopped, logged, started, quits, waits] = [false, true, [], [], 0, []];
  nowMs = new Date(2026, 10, 21, 15, 30).getTime();
});

const make = (
  settings: Partial<UpdateSettings> = {},
  given: Updater | null = updater,
  canInstallAlone = true,
) =>
  createUpdates({
    updater: given,
    settings: { url, installAt: null, ...settings },
    version: "0.1.0",
    canInstallAlone,
    isSending: () => isSending,
    isStopped: () => isStopped,
    quit: () => {
      quits += 1;
    },
    startAgain: (program) => started.push(program),
    nowMs: () => nowMs,
    sleep: (ms) => new Promise((over) => waits.push({ ms, over })),
    log: (message) => logged.push(message),
  });

/** Five minutes more. */
async function pass(minutes = 5): Promise<void> {
  nowMs += minutes * 60_000;
  for (const { over } of waits.splice(0)) over();
  await new Promise(setImmediate);
}

test.each([
  ["nobody asked for them", {}, true],
  ["the program was not installed by a package", { url }, false],
  ["their folder is not reached safely", { url: "http://updates.example/" }, true],
  ["their folder is no address", { url: "updates" }, true],
])("updates are off when %s", (_, kept, hasUpdater) => {
  const updates = make(readUpdateSettings(kept), hasUpdater ? updater : null);
  updater.emit("update-downloaded");
  expect([updates.check, updates.installIfReady(true), updater.feed]).toEqual([null, false, null]);
});

test("the settings say where from, and at which time of the day by itself", () => {
  expect(readUpdateSettings({ url, installAt: "03:05" })).toEqual({ url, installAt: 185 });
  for (const installAt of ["3:00", "24:00", "03:60", 3, null, "03:00Z"])
    expect(readUpdateSettings({ url, installAt })).toEqual({ url, installAt: null });
  for (const kept of [null, undefined, "x", []])
    expect(readUpdateSettings(kept)).toEqual({ url: null, installAt: null });
});

test("the updater never installs by itself, and looks in one folder", () => {
  make();
  expect([updater.autoInstallOnAppQuit, updater.feed]).toEqual([false, { provider: "generic", url }]);
});

test("a look says what it came to", async () => {
  const { check } = make();
  expect(await check?.()).toEqual({ kind: "newest", version: "0.1.0" });
  updater.newest = "0.2.0";
  expect(await check?.()).toEqual({ kind: "found", version: "0.2.0" });
  updater.fault = new Error("net::ERR_NAME_NOT_RESOLVED\n  at somewhere");
  expect(await check?.()).toEqual({
    kind: "failed",
    message:
      "The update server at https://updates.example/skyferry did not answer: net::ERR_NAME_NOT_RESOLVED.",
  });
});

test("a fetched version waits until a person quits and nothing is on its way", () => {
  const updates = make();
  expect(updates.installIfReady(true)).toBe(false);
  updater.emit("update-downloaded");
  isStopped = false;
  expect(updates.installIfReady(true)).toBe(false);
  [isStopped, isSending] = [true, true];
  expect(updates.installIfReady(true)).toBe(false);
  expect(updater.installs).toEqual([]);
  isSending = false;
  expect(updates.installIfReady(true)).toBe(true);
  expect(updater.installs).toEqual([[true, false]]);
});

test("nothing is installed while the system shuts down", () => {
  const updates = make({ installAt: 180 });
  updater.emit("update-downloaded");
  expect([updates.installIfReady(false), updater.installs]).toEqual([false, []]);
});

describe("at the set hour", () => {
  test("the program looks, fetches and installs while nothing is sent, and starts again", async () => {
    const updates = make({ installAt: 15 * 60 + 40 });
    updater.newest = "0.2.0";
    await pass();
    expect([quits, logged]).toEqual([0, []]);
    await pass();
    expect(logged).toHaveLength(1);
    isSending = true;
    await pass();
    expect(quits).toBe(0);
    isSending = false;
    await pass();
    expect(quits).toBe(1);
    expect([updates.installIfReady(false), updater.installs]).toEqual([true, [[true, true]]]);
  });

  test("that has passed an hour ago, or was slept through, nothing happens before the next day", async () => {
    make({ installAt: 15 * 60 + 40 });
    updater.emit("update-downloaded");
    await pass(71);
    await pass();
    expect(quits).toBe(0);
    await pass(23 * 60);
    expect(quits).toBe(1);
  });

  test("just before midnight lasts into the next day", async () => {
    make({ installAt: 23 * 60 + 50 });
    updater.emit("update-downloaded");
    await pass(8 * 60 + 45);
    expect(quits).toBe(1);
  });

  test("nothing happens where a person is needed, or when the program ends", async () => {
    make({ installAt: 15 * 60 }, updater, false);
    expect(waits).toEqual([]);
    const updates = make({ installAt: 15 * 60 });
    updater.emit("update-downloaded");
    updates.close();
    await pass();
    expect([quits, waits]).toEqual([0, []]);
  });
});

describe("an installation that fails", () => {
  test("leaves the program running, at the place where it is now", () => {
    const updates = make();
    updater.emit("update-downloaded");
    updater.installFault = new Error("EACCES");
    updater.emit("appimage-filename-updated", "/home/a/Skyferry.AppImage");
    expect(updates.installIfReady(true)).toBe(true);
    expect(started).toEqual(["/home/a/Skyferry.AppImage"]);
    updater.emit("error", new Error("again"));
    expect(started).toHaveLength(1);
    expect(logged.at(-2)).toContain("could not be installed");
  });

  test("without a word is one, too: the installer does not end the program", async () => {
    const updates = make();
    updater.emit("update-downloaded");
    updates.installIfReady(true);
    expect(waits.map(({ ms }) => ms)).toEqual([120_000]);
    await pass(2);
    expect(started).toEqual([null]);
  });

  test("by throwing is one as well", () => {
    const updates = make();
    updater.emit("update-downloaded");
    updater.quitAndInstall = () => {
      throw new Error("no file");
    };
    expect([updates.installIfReady(true), started]).toEqual([true, [null]]);
  });
});

test("trouble of the updater is noted and harms nothing", () => {
  make();
  updater.emit("error", new Error("no space"));
  expect([logged, started]).toEqual([["the check for updates failed"], []]);
});
