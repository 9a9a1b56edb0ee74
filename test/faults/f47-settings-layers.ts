import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openSettings } from "#adapters/settings/settings-store.ts";
import { applySettings } from "#compose/settings-files.ts";
import type { Layer } from "#domain/settings-layers.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { runInProcess } from "#test/support/hosts/cli-in-process.ts";
import { makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { startCli } from "#test/support/hosts/cli-run.ts";
import type { Row, Trial } from "./row.ts";

/** Settings in layers: who writes at the same time, what is only half there, and what must not change. */
export const settingsLayersRow: Row = {
  id: "F47",
  fault:
    "two programs write the settings at once, or are killed as they write; an administrator's file is cut, changed or damaged; locked keys are changed in every way",
  promise:
    "no key is lost, and no file is half written; what was last read well stays in force, and one problem says so; a locked key never changes",
  async run(trial) {
    await twoWriters(trial);
    await killedWriters(trial);
    await damagedFiles(trial);
    await lockedKeys(trial);
    await whileRunning(trial);
  },
};

const portal = { url: "https://portal.example", username: "station" };

const instrument = (name: string, change: object = {}) => ({
  name,
  site: "hyytiala",
  instrument: "chm15k",
  pid: "https://hdl.handle.net/21.12132/3.0123456789abcdef",
  folder: `/data/${name}`,
  pattern: "%Y%m%d.nc",
  ...change,
});

interface Ground {
  readonly data: string;
  readonly file: string;
  readonly admin: string;
}

async function prepared(own: object): Promise<Ground> {
  const root = await makeScratch("skyferry-f47-");
  const [data, admin] = [join(root, "data"), join(root, "settings.d")];
  await mkdir(data);
  await mkdir(admin);
  const file = join(data, "settings.json");
  await writeFile(file, JSON.stringify(own));
  return { data, file, admin };
}

async function startWriter(): Promise<ChildProcess> {
  const writer = fork(join(import.meta.dirname, "settings-writer-main.ts"), { stdio: "ignore" });
  await once(writer, "message");
  return writer;
}

async function told(writer: ChildProcess, dataFolder: string, patch: Layer): Promise<readonly string[]> {
  const answer = once(writer, "message");
  writer.send({ dataFolder, patch });
  return (await answer)[0];
}

async function twoWriters(trial: Trial): Promise<void> {
  const rounds = trial.rounds(1_000, 60);
  await trial.step(`two processes write, ${rounds} rounds`, async () => {
    const { data, file } = await prepared({ portal, instruments: [instrument("A"), instrument("B")] });
    const writers = [await startWriter(), await startWriter()];
    const found: string[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const since = `2026-01-${String((round % 28) + 1).padStart(2, "0")}`;
      const patches = [
        { portal: { concurrency: (round % 16) + 1 }, instruments: [{ name: "A", since }] },
        { keep: { logMB: round }, instruments: [{ name: "B", since }] },
      ];
      const said = await Promise.all(
        writers.map((writer, index) => told(writer, data, patches[index] ?? {})),
      );
      found.push(...said.flat());
      const { portal: saved, keep, instruments } = JSON.parse(await readFile(file, "utf8"));
      const isWhole =
        saved.concurrency === (round % 16) + 1 &&
        keep.logMB === round &&
        instruments.every((one: { readonly since: string }) => one.since === since);
      if (!isWhole) found.push(`round ${round}: a key is lost`);
    }
    for (const writer of writers) writer.kill();
    return found;
  });
}

async function killedWriters(trial: Trial): Promise<void> {
  for (let round = 1; round <= trial.rounds(50, 3); round += 1)
    await trial.step(`a writer is killed as it writes, round ${round}`, async (random) => {
      const { data, file } = await prepared({ portal, instruments: [instrument("A")] });
      const writer = await startWriter();
      writer.send({ dataFolder: data, patch: { portal: { concurrency: 7 } } });
      await sleep(random.int(0, 30));
      writer.kill("SIGKILL");
      await once(writer, "exit");
      const { portal: saved } = JSON.parse(await readFile(file, "utf8"));
      const next = await startWriter();
      const problems = await told(next, data, { keep: { logMB: 40 } });
      next.kill();
      const after = JSON.parse(await readFile(file, "utf8"));
      const isKept = after.keep?.logMB === 40 && after.portal.concurrency === saved.concurrency;
      return [...problems, ...(isKept ? [] : ["the next change is lost, or undoes the last one"])];
    });
}

async function damagedFiles(trial: Trial): Promise<void> {
  for (let round = 1; round <= trial.rounds(500, 40); round += 1)
    await trial.step(`a damaged file, round ${round}`, async (random) => {
      const { data, admin } = await prepared({ instruments: [] });
      const file = join(admin, "10.json");
      const good = {
        portal: { ...portal, bandwidthKBps: 300 },
        instruments: [instrument("A")],
        locked: ["portal"],
      };
      await writeFile(file, JSON.stringify(good));
      const open = () =>
        openSettings({
          file: null,
          dataFolder: data,
          env: { SKYFERRY_SETTINGS_D: admin },
          keepsLayers: true,
        });
      const store = open();
      const before = await store.load();
      await writeFile(file, damaged(Buffer.from(JSON.stringify(good)), random));
      const found: string[] = [];
      for (const [when, one] of [
        ["", store],
        [" after a restart", open()],
      ] as const) {
        const { settings, problems, canSend } = await one.load();
        const refused = problems.filter(({ key }) => key === file);
        if (refused.length === 0) return [];
        const isSame = JSON.stringify(settings) === JSON.stringify(before.settings) && canSend;
        if (!isSame) found.push(`what was read well is not in force any more${when}`);
        if (refused.length !== 1) found.push(`more than one problem says so${when}`);
      }
      return found;
    });
}

function damaged(bytes: Buffer, random: Random): Buffer {
  const at = random.int(0, bytes.length - 1);
  const kind = random.int(0, 3);
  if (kind === 0) return bytes.subarray(0, at);
  if (kind === 1) return Buffer.concat([bytes.subarray(0, at), Buffer.alloc(bytes.length - at)]);
  if (kind === 2) return Buffer.from(bytes.toString("utf8"), "utf16le");
  bytes[at] = random.int(0, 255);
  return bytes;
}

async function lockedKeys(trial: Trial): Promise<void> {
  for (let round = 1; round <= trial.rounds(300, 30); round += 1)
    await trial.step(`a locked key is changed, round ${round}`, async (random) => {
      const { data, admin } = await prepared({ instruments: [instrument("B")] });
      const env = { SKYFERRY_SETTINGS_D: admin };
      const locked = ["portal.url", "portal.proxy", "instruments[].pid"];
      await writeFile(
        join(admin, "10.json"),
        JSON.stringify({ portal, instruments: [instrument("A")], locked }),
      );
      const place = { dataFolder: data, settingsFile: null, env };
      const change = changes[random.int(0, changes.length - 1)] ?? {};
      const { problems } = await applySettings(place, { instruments: [instrument("B")], ...change }, false);
      // By hand, past every refusal.
      await writeFile(
        join(data, "settings.json"),
        JSON.stringify({ instruments: [instrument("B")], ...change }),
      );
      const { settings } = await openSettings({ file: null, dataFolder: data, env }).load();
      const first = settings.instruments.find(({ name }) => name === "A");
      const isKept =
        settings.portal.url === portal.url &&
        settings.portal.proxy === null &&
        first?.pid === instrument("A").pid;
      return [
        ...(isKept ? [] : ["a locked key has another value"]),
        ...(problems.some((one) => one.includes("locked")) ? [] : ["the change was not refused as locked"]),
      ];
    });
}

const other = "https://hdl.handle.net/21.12132/3.fedcba9876543210";
const changes: readonly Layer[] = [
  { portal: { url: "https://other.example" } },
  { portal: { proxy: "http://proxy:3128" } },
  { portal: { url: null } },
  { portal: null },
  { instruments: [{ name: "A", pid: other }] },
  { instruments: [{ name: "A", removed: true }] },
  { instruments: [{ name: "A", removed: true }, instrument("A", { pid: other })] },
  { instruments: [{ name: "A", pid: null }] },
];

async function whileRunning(trial: Trial): Promise<void> {
  await trial.step("a daemon takes a changed file, and keeps it when it breaks", async () => {
    const place = await makeCliPlace("http://127.0.0.1:9");
    const admin = join(place.root, "settings.d");
    await mkdir(admin);
    const file = join(admin, "10.json");
    const put = (name: string) => writeFile(file, JSON.stringify({ instruments: [instrument(name)] }));
    await put("First");
    const daemon = startCli(["daemon", "--data", place.dataFolder], { env: { SKYFERRY_SETTINGS_D: admin } });
    const status = async () =>
      JSON.parse((await runInProcess(["status", "--json", "--data", place.dataFolder])).stdout);
    const isListed = async (name: string) =>
      (await status()).instruments.some((one: { readonly name: string }) => one.name === name);
    try {
      await daemon.ready;
      const found: string[] = [];
      if (!(await isListed("First"))) found.push("the file is not in force at the start");
      const from = performance.now();
      await put("Second");
      while (!(await isListed("Second"))) await sleep(100);
      trial.figure("a changed file is in force after, ms", Math.round(performance.now() - from));
      await writeFile(file, "{");
      while ((await status()).settingsProblems.length === 0) await sleep(100);
      if (!(await isListed("Second"))) found.push("a broken file takes its instruments along");
      const causes = (await status()).settingsProblems.filter(({ message }: { message: string }) =>
        message.startsWith(file),
      );
      if (causes.length !== 1) found.push(`${causes.length} problems say so`);
      return found;
    } finally {
      await daemon.stop();
    }
  });
}
