import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { bundleNode } from "#build/bundle/node-bundle.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import {
  type ElectronProcess,
  type ElectronProcessOptions,
  startElectronProcess,
} from "#test/support/hosts/electron-process.ts";
import { atMost } from "#test/support/limits.ts";

/** The installed program, not the sources, under a loader as Electron's. */

const top = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");
let folder: string;
let packages: readonly string[];
const running: ElectronProcess[] = [];

beforeAll(async () => {
  folder = await makeScratch("skyferry-bundled-");
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  const bundle = await bundleNode(top, join(folder, "out"), { "main/start": "electron/main/start.ts" });
  ({ packages } = bundle);
});
afterEach(async () => {
  for (const one of running.splice(0)) {
    one.kill("SIGKILL");
    await one.exited;
  }
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

function begin(words: readonly string[], options: Partial<ElectronProcessOptions> = {}): ElectronProcess {
  const entry = join(folder, "out", "main", "start.js");
  const started = startElectronProcess({ entry, appData: folder, words, ...options });
  running.push(started);
  return started;
}
/** Loaded before the program. */
const first = (code: string) => ({
  execArgv: ["--import", `data:text/javascript,${encodeURIComponent(code)}`],
});

test("the window opens, its page is answered by the engine's process, and SIGTERM ends both", async () => {
  const desktop = begin(["--data", join(folder, "data")]);
  const windows = async () =>
    (await desktop.ask<{ windows: readonly boolean[] }>({ do: "state" })).windows.length;
  await expect.poll(windows, { timeout: atMost(30_000) }).toBe(1);
  const reply = await desktop.ask({ do: "call", method: "status", input: {} });
  expect(reply).toMatchObject({ ok: true, value: { running: true } });
  desktop.kill("SIGTERM");
  expect(await desktop.exited).toEqual([0, null]);
});

test("a command does its work before Electron is ready, and ends with its code", async () => {
  const version = begin(["--cli", "--", "--version"]);
  expect(await version.exited).toEqual([0, null]);
  expect(version.output()).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(await begin(["--cli", "--", "no-such"]).exited).toEqual([2, null]);
});

test("a command that throws says so and ends with 1; so does one that throws later", async () => {
  const soon = begin(
    ["--cli", "--", "--version"],
    first("process.stdout.write=()=>{throw new Error('planted')}"),
  );
  expect(await soon.exited).toEqual([1, null]);
  expect(soon.output()).toContain("Error: planted");
  for (const mistake of ["throw new Error('planted')", "Promise.reject(new Error('planted'))"]) {
    const data = join(folder, `daemon-${running.length}`);
    const late = begin(["--cli", "--", "daemon", "--data", data], first(`setTimeout(()=>{${mistake}},3000)`));
    expect(await late.exited, mistake).toEqual([1, null]);
    expect(late.output()).toContain("Error: planted");
    expect(late.told).toEqual([{ exit: 1, hasLock: false }]);
  }
});

test("an entry that is damaged ends the program instead of leaving it without a window", async () => {
  const chunks = join(folder, "out", "chunks");
  const texts = new Map<string, string>();
  for (const name of await readdir(chunks)) texts.set(name, await readFile(join(chunks, name), "utf8"));
  const window = [...texts].find(([, text]) => text.includes("second-instance"));
  if (window === undefined) throw new Error("no chunk is the window's");
  await writeFile(join(chunks, window[0]), "throw new Error('damaged');");
  const desktop = begin(["--data", join(folder, "other"), "--hidden"]);
  expect(await desktop.exited).toEqual([1, null]);
  expect(desktop.output()).toContain("damaged");
  await writeFile(join(chunks, window[0]), window[1]);
});

test("nothing in it answers a signal by ending the process but what electron-store brings to the window", () => {
  expect(packages.filter((name) => /\/(when-exit|signal-exit|exit-hook)$/.test(name))).toEqual([
    "node_modules/when-exit",
  ]);
  expect(packages).toContain("node_modules/electron-store");
  expect(packages.length).toBeGreaterThan(5);
});
