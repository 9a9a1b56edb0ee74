import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { run, startSink } from "./support/children.ts";
import { type Client, curl, official, ours, oursPackaged } from "./support/clients.ts";
import { cpuSecondsOfEnded } from "./support/process-facts.ts";
import { buildProgram } from "./support/programs.ts";
import { inTurn, median, type Row, ratioOf } from "./support/report.ts";
import { scratchFolder, writeFiles } from "./support/trees.ts";

const mib = 1024 * 1024;
const rounds = 5;

/** Cost of the files of one size for a client. */
interface Cost {
  /** Processor time of a file, start not counted; milliseconds. */
  readonly cpuMs: number;
  /** A file by the clock, as the client itself counts it; milliseconds. */
  readonly clockMs: number;
}

/** MD5 alone, by a program of its own; hashes what the others send. */
const md5: Client = {
  name: "md5",
  async send(_url, folder, names) {
    const ran = await run("openssl", ["md5", ...names.map((name) => join(folder, name))]);
    return { seconds: ran.seconds, peakMB: ran.peakMB };
  },
};

/** B13: processor time a file, ledger on; against the official client, and for large files against MD5 and one sending. */
export async function processorTime(scale: number): Promise<Row[]> {
  return [
    ...(await wholeRuns(scale)),
    ...(await ofSize({ what: "10 KiB", bytes: 10 * 1024, count: Math.round(4000 * scale), speed: 2.5 })),
    ...(await ofSize({ what: "100 KiB", bytes: 100 * 1024, count: Math.round(2000 * scale), speed: 2.5 })),
    ...(await ofSize({ what: "50 MiB", bytes: 50 * mib, count: Math.round(20 * scale), speed: 2 })),
  ];
}

/** Whole runs of the station package with its start; the sink is another process. */
async function wholeRuns(scale: number): Promise<Row[]> {
  await buildProgram();
  const sizes = [
    { what: "10 KiB", bytes: 10 * 1024, count: 2000, cpu: 1.05, speed: 1.6 },
    { what: "10 KiB", bytes: 10 * 1024, count: 8000, cpu: 0.75, speed: 2 },
    { what: "50 MiB", bytes: 50 * mib, count: 16, cpu: 1, speed: 1.6 },
  ];
  const rows: Row[] = [];
  for (const size of sizes)
    rows.push(...(await wholeRun({ ...size, count: Math.max(2, size.count * scale) })));
  return rows;
}

async function wholeRun(size: {
  readonly what: string;
  readonly bytes: number;
  readonly count: number;
  /** Most processor time, and least speed, in those of the official client. */
  readonly cpu: number;
  readonly speed: number;
}): Promise<Row[]> {
  const scratch = scratchFolder("b13");
  const folder = join(scratch.path, "files");
  mkdirSync(folder);
  const tree = { folder, names: writeFiles(folder, size.count, size.bytes) };
  const sink = await startSink();
  const clocks: Record<string, number[]> = {};
  const taken = await inTurn([oursPackaged, official], rounds, async (client) => {
    const { seconds, cpuSeconds } = await counted(client, sink.url, tree);
    clocks[client.name] = [...(clocks[client.name] ?? []), seconds];
    return cpuSeconds;
  });
  await sink.stop();
  scratch.remove();
  const ofFile = (all: readonly number[] = []) => ((median(all) * 1000) / size.count).toFixed(2);
  const both = (all: Record<string, number[]>) =>
    `ms a file: skyferry ${ofFile(all.skyferry)}, official ${ofFile(all.official)}`;
  const cpu = ratioOf(taken, "skyferry", "official");
  const speed = ratioOf(clocks, "official", "skyferry");
  const what = `${size.count} × ${size.what}, the package with its start`;
  return [
    {
      id: "B13",
      what: `processor time, ${what}`,
      figures: both(taken),
      ratio: cpu,
      target: `≤ ${size.cpu} × the official client`,
      holds: cpu <= size.cpu,
      raw: { taken },
    },
    {
      id: "B13",
      what: `speed, ${what}`,
      figures: both(clocks),
      ratio: speed,
      target: `≥ ${size.speed} × the official client`,
      holds: speed >= size.speed,
      raw: { clocks },
    },
  ];
}

interface Size {
  readonly what: string;
  readonly bytes: number;
  readonly count: number;
  /** How many times as fast as the official client it has to be. */
  readonly speed: number;
}

async function ofSize({ what, bytes, count: wished, speed }: Size): Promise<Row[]> {
  const count = Math.max(2, wished);
  const isLarge = bytes > mib;
  const scratch = scratchFolder("b13");
  const folders = { one: join(scratch.path, "one", "files"), all: join(scratch.path, "all", "files") };
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  const trees = {
    one: { folder: folders.one, names: writeFiles(folders.one, 1, bytes) },
    all: { folder: folders.all, names: writeFiles(folders.all, count, bytes) },
  };
  const sink = await startSink();
  const costs: Record<string, Cost[]> = {};
  const clients = isLarge ? [ours, official, md5, curl] : [ours, official];
  const taken = await inTurn(clients, rounds, async (client) => {
    const [one, all] = [
      await counted(client, sink.url, trees.one),
      await counted(client, sink.url, trees.all),
    ];
    const cpuMs = ((all.cpuSeconds - one.cpuSeconds) * 1000) / (count - 1);
    costs[client.name] = [...(costs[client.name] ?? []), { cpuMs, clockMs: (all.seconds * 1000) / count }];
    return cpuMs / 1000;
  });
  await sink.stop();
  scratch.remove();

  const cpu = (name: string) => median((costs[name] ?? []).map(({ cpuMs }) => cpuMs));
  const cpuText = (name: string) => cpu(name).toFixed(isLarge ? 0 : 2);
  const floor = (taken.md5 ?? []).map((seconds, round) => seconds + (taken.curl?.[round] ?? Number.NaN));
  const ratio = isLarge
    ? ratioOf({ ...taken, floor }, "skyferry", "floor")
    : ratioOf(taken, "skyferry", "official");
  const target = isLarge ? 1.5 : 1;
  const floorText = isLarge ? `; md5 ${cpuText("md5")} and curl's sending ${cpuText("curl")}` : "";
  const clocks = Object.fromEntries(
    Object.entries(costs).map(([name, all]) => [name, all.map(({ clockMs }) => clockMs)]),
  );
  const times = ratioOf(clocks, "official", "skyferry");
  const rate = (name: string) => {
    const filesPerSecond = 1000 / median(clocks[name] ?? []);
    return isLarge ? ((filesPerSecond * bytes) / 1e6).toFixed(0) : filesPerSecond.toFixed(0);
  };
  return [
    {
      id: "B13",
      what: `processor time a file of ${what}`,
      figures: `ms of a core: skyferry ${cpuText("skyferry")}, official ${cpuText("official")}${floorText}`,
      ratio,
      target: `≤ ${target} × ${isLarge ? "md5 and sending" : "the official client"}`,
      holds: ratio <= target,
      raw: { costs },
    },
    {
      id: "B13",
      what: `speed with ${count} × ${what}, to the official client`,
      figures: `${isLarge ? "MB/s" : "files/s"}: skyferry ${rate("skyferry")}, official ${rate("official")}`,
      ratio: times,
      target: `≥ ${speed}`,
      holds: times >= speed,
      raw: { clocks },
    },
  ];
}

async function counted(client: Client, url: string, { folder, names }: { folder: string; names: string[] }) {
  const before = cpuSecondsOfEnded();
  const { seconds } = await client.send(url, folder, names);
  return { seconds, cpuSeconds: cpuSecondsOfEnded() - before };
}
