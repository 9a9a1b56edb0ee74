import { EventEmitter } from "node:events";
import { beforeEach, expect, test } from "vitest";
import { createUpdates, type Updater } from "#main/updates.ts";

class FakeUpdater extends EventEmitter implements Updater {
  autoDownload = false;
  autoInstallOnAppQuit = true;
  feed: unknown = null;
  newest = "0.1.0";
  fault: Error | null = null;
  installs: unknown[] = [];
  setFeedURL(feed: unknown): void {
    this.feed = feed;
  }
  async checkForUpdates() {
    if (this.fault !== null) throw this.fault;
    return { updateInfo: { version: this.newest } };
  }
  quitAndInstall(...given: unknown[]): void {
    this.installs.push(given);
  }
}

let updater: FakeUpdater;
let isUploading: boolean;
let logged: string[];

beforeEach(() => {
  updater = new FakeUpdater();
  isUploading = false;
  logged = [];
});

const make = (feedUrl: string | null = "https://updates.example/skyferry", given: Updater | null = updater) =>
  createUpdates({
    updater: given,
    feedUrl,
    version: "0.1.0",
    isUploading: () => isUploading,
    log: (message) => logged.push(message),
  });

test.each([
  ["nobody asked for them", null, true],
  ["the program was not installed by a package", "https://updates.example/", false],
  ["their folder is not reached safely", "http://updates.example/", true],
  ["their folder is no address", "updates", true],
])("updates are off when %s", (_, feedUrl, hasUpdater) => {
  const updates = make(feedUrl, hasUpdater ? updater : null);
  updater.emit("update-downloaded");
  expect([updates.check, updates.installIfReady(), updater.feed]).toEqual([null, false, null]);
});

test("the program never installs by itself, and looks in one folder", () => {
  make();
  expect([updater.autoInstallOnAppQuit, updater.feed]).toEqual([
    false,
    { provider: "generic", url: "https://updates.example/skyferry" },
  ]);
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

test("a fetched version waits for the end of the program and of every upload", () => {
  const updates = make();
  expect(updates.installIfReady()).toBe(false);
  updater.emit("update-downloaded");
  isUploading = true;
  expect(updates.installIfReady()).toBe(false);
  expect(updater.installs).toEqual([]);
  isUploading = false;
  expect(updates.installIfReady()).toBe(true);
  expect(updater.installs).toEqual([[true, false]]);
});

test("trouble of the updater is noted and harms nothing", () => {
  make();
  updater.emit("error", new Error("no space"));
  expect(logged).toEqual(["the check for updates failed"]);
});
