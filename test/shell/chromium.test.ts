import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { chromiumFolders, noteLostProcesses, setUpChromium } from "#main/chromium.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { createFakeElectron, type FakeElectron } from "#test/support/fake-electron/fake-electron.ts";

let fake: FakeElectron;
let dataFolder: string;
beforeEach(async () => {
  dataFolder = await makeScratch("skyferry-chromium-");
  for (const one of chromiumFolders(dataFolder)) await mkdir(one);
  fake = createFakeElectron({ appData: "/data", home: "/home" });
});
afterEach(() => rm(dataFolder, { recursive: true, force: true }));

const setUp = (acceleration: unknown) =>
  setUpChromium({ electron: fake.parts, dataFolder, acceleration: () => acceleration });

test.each([
  [undefined, false],
  ["yes", false],
  [false, false],
  [true, true],
])("the graphics card is used where the settings say so alone: %o", (acceleration, isUsed) => {
  setUp(acceleration);
  expect(fake.app.isAccelerated).toBe(isUsed);
});

test("what crashes leaves a report in the data folder, and sends none", () => {
  setUp(undefined);
  const folders = ["userData", "sessionData", "crashDumps"].map((name) => fake.app.getPath(name));
  expect(folders).toEqual([dataFolder, join(dataFolder, "browser"), join(dataFolder, "browser", "crashes")]);
  expect(fake.crashReporter.started).toEqual({ uploadToServer: false });
});

test("once Electron is ready it is too late", async () => {
  await fake.app.whenReady();
  expect(() => setUp(undefined)).toThrow("before app is ready");
});

test("a process of Chromium that is lost is noted, one that ended by itself is not", () => {
  const noted: unknown[] = [];
  noteLostProcesses(fake.parts.app, (message, facts) => noted.push([message, facts]));
  const gone = { type: "GPU", reason: "crashed", exitCode: 11, name: "GPU" };
  fake.app.emit("child-process-gone", {}, gone);
  fake.app.emit("child-process-gone", {}, { ...gone, reason: "clean-exit" });
  expect(noted).toEqual([["a process of the window was lost", gone]]);
});
