import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeScratch } from "#test/support/builders/scratch.ts";
import type { FakeElectron } from "#test/support/fake-electron/fake-electron.ts";
import { atMost } from "#test/support/limits.ts";

const stand = vi.hoisted(() => ({ fake: null as FakeElectron | null }));
vi.mock("electron", async () => {
  const { tmpdir } = await import("node:os");
  const { createFakeElectron } = await import("#test/support/fake-electron/fake-electron.ts");
  const fake = createFakeElectron({ appData: tmpdir(), home: tmpdir(), isPackaged: false });
  stand.fake = fake;
  return { ...fake.parts, default: fake.parts };
});
vi.mock("electron-store", async () => {
  const { fakeStore } = await import("#test/support/fake-electron/fake-store.ts");
  const { ipcMain } = await import("electron");
  return { default: fakeStore(ipcMain as never) };
});

let folder: string;
let argv: string[];
beforeEach(async () => {
  folder = await makeScratch("skyferry-entry-");
  ({ argv } = process);
});
afterEach(async () => {
  process.argv = argv;
  await rm(folder, { recursive: true, force: true });
});

test("the program's entry starts the desktop with what Electron gives, and keeps the window's place", async () => {
  process.argv = ["electron", ".", "--data", folder];
  vi.stubEnv("SKYFERRY_PASSWORD", "station");
  await import("#main/index.ts");
  await expect.poll(() => stand.fake?.windows[0]?.isVisible()).toBe(true);
  const { fake } = stand;
  const [window] = fake?.windows ?? [];
  if (fake === null || window === undefined) throw new Error("there is no window");
  // Declared before Electron was ready.
  expect(fake.protocol.schemes.map(({ scheme }) => scheme)).toEqual(["app"]);
  expect(window.options.webPreferences?.preload).toMatch(/out[\\/]preload[\\/]index\.cjs$/);
  window.bounds = { x: 11, y: 12, width: 1000, height: 700 };
  window.close();
  expect(JSON.parse(await readFile(join(folder, "shell.json"), "utf8"))).toMatchObject({
    window: { bounds: { x: 11, y: 12, width: 1000, height: 700 }, isMaximised: false },
  });
  // The window is there before the station.
  await expect.poll(() => fake.power.listenerCount("shutdown"), { timeout: atMost(30_000) }).toBe(1);
  fake.power.emit("shutdown");
  expect(await fake.app.exited).toBe(0);
});
