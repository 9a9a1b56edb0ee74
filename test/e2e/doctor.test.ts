import { existsSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { treeChanges, treeLines } from "#test/support/builders/tree-hash.ts";
import { askHost } from "#test/support/hosts/ask-host.ts";
import { startInProcess } from "#test/support/hosts/cli-in-process.ts";
import { type CliPlace, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { type CliEnd, jsonOf, runCli, startCli } from "#test/support/hosts/cli-run.ts";

interface Report {
  readonly version: string;
  readonly diagnoses: readonly { readonly name: string; readonly state: string; readonly text: string }[];
}

const password = "only-for-the-portal-17";
const hidden = "hidden-in-an-address-18";
let place: CliPlace;

beforeAll(async () => {
  place = await makeCliPlace("http://127.0.0.1:9");
});
afterAll(() => place.remove());

const env = { UV_THREADPOOL_SIZE: "64", HTTPS_PROXY: `http://ann:${hidden}@gate:3128`, TZ: "UTC" };
const doctor = (words: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<CliEnd> =>
  runCli(["doctor", ...words], { password, env: { ...env, ...more } });
/** On a busy machine an answer may be late; the doctor says so, and is asked again. */
async function doctorInTime(words: readonly string[]): Promise<CliEnd> {
  for (;;) {
    const end = await doctor(words);
    if (!end.stdout.includes("No answer within")) return end;
  }
}
const stateOf = (end: CliEnd, name: string) =>
  jsonOf<Report>(end).diagnoses.find((one) => one.name === name)?.state;

test("every thing has its line, and none has a password", async () => {
  const end = await doctor(["--data", place.dataFolder]);
  const lines = end.stdout.trimEnd().split("\n");
  expect(lines.map((line) => /^(?:OK|PROBLEM|-) +([^:]+): ./.exec(line)?.[1])).toEqual([
    "Runtime",
    "Thread pool",
    "Certificates",
    "Keychain",
    "Clock",
    "Pages",
    "Icons",
    "Notifications",
    "Record of uploads",
    "Finding files",
    "Checksums",
    "Watching folders",
    "NetCDF and HDF5",
    "Data folder",
    "Settings",
    "Existing record",
    "Weekly copies",
    "In use",
    "Environment",
    "Proxy",
    "Portal",
    "Window",
  ]);
  expect(end.stderr).toBe("");
  for (const secret of [password, hidden]) expect(end.stdout).not.toContain(secret);
  expect(end.code).toBe(lines.some((line) => line.startsWith("PROBLEM")) ? 1 : 0);
});

test("a problem is exit code 1", async () => {
  const end = await doctor(["--data", place.dataFolder, "--json"], { UV_THREADPOOL_SIZE: "4" });
  expect(end.code).toBe(1);
  expect(stateOf(end, "Thread pool")).toBe("problem");
});

test("bad usage is exit code 2", async () => {
  expect((await doctor(["--fast"])).code).toBe(2);
});

test("a station that runs is seen, goes on, and has the same in its bundle for help; its folder stays as it is", async () => {
  const daemon = startInProcess(["daemon", "--data", place.dataFolder], { password });
  await daemon.ready;
  try {
    // The station itself writes them, once it has seen its disks and its folders.
    for (const file of ["room.json", "unmatched.json"])
      await expect.poll(() => existsSync(join(place.dataFolder, file))).toBe(true);
    const before = await treeLines(place.dataFolder);
    const end = await doctorInTime(["--data", place.dataFolder, "--json"]);
    const isOfLog = (change: string): boolean => change.includes("skyferry.log");
    const changes = treeChanges(before, await treeLines(place.dataFolder));
    expect(changes.filter((change) => !isOfLog(change))).toEqual([]);
    const { diagnoses } = jsonOf<Report>(end);
    expect(diagnoses.find(({ name }) => name === "In use")?.text).toMatch(
      /^Skyferry runs and answers(?:, process \d+)?\.$/,
    );
    const { base64 } = await askHost(place.dataFolder, "diagnostics", {});
    const bundle = JSON.parse(gunzipSync(Buffer.from(base64, "base64")).toString());
    const names = diagnoses.map(({ name }) => name).filter((name) => name !== "Window");
    expect(bundle.doctor.map(({ name }: { name: string }) => name)).toEqual(names);
    expect(JSON.stringify(bundle)).not.toContain(password);
    expect(await askHost(place.dataFolder, "status", {})).toMatchObject({ totals: {} });
  } finally {
    await daemon.stop();
  }
});

test("the thread pool is asked of the daemon that runs, whatever the command was given", async () => {
  const daemon = startCli(["daemon", "--data", place.dataFolder], {
    password,
    env: { UV_THREADPOOL_SIZE: "4" },
  });
  await daemon.ready;
  try {
    const end = await doctorInTime(["--data", place.dataFolder]);
    expect(end.stdout).toContain(
      `PROBLEM Thread pool: 4 threads in the process that sends files (${daemon.pid}): two hanging drives`,
    );
    expect(end.code).toBe(1);
  } finally {
    await daemon.stop();
  }
});

test("without --data it looks at the folder of the window, which it does not make; nothing is left behind", async () => {
  const home = join(place.root, "home");
  await mkdir(home);
  const temporary = join(place.root, "temporary");
  await mkdir(temporary);
  const end = await doctor(["--json"], {
    HOME: home,
    XDG_CONFIG_HOME: join(home, "config"),
    LOCALAPPDATA: home,
    APPDATA: home,
    TMPDIR: temporary,
    TEMP: temporary,
  });
  expect(jsonOf<Report>(end).diagnoses.find(({ name }) => name === "Data folder")?.text).toContain(
    "Skyferry does not exist yet",
  );
  expect(await readdir(home)).toEqual([]);
  expect(await readdir(temporary)).toEqual([]);
});
