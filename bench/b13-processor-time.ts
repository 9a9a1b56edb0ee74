import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { run, startSink } from "./support/children.ts";
import { type Client, curl, official, ours } from "./support/clients.ts";
import { cpuSecondsOfEnded } from "./support/process-facts.ts";
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
    ...(await ofSize({ what: "10 KiB", bytes: 10 * 1024, count: Math.round(4000 * scale), speed: 2.5 })),
    ...(await ofSize({ what: "100 KiB", bytes: 100 * 1024, count: Math.round(2000 * scale), speed: 2.5 })),
    ...(await ofSize({ what: "50 MiB", bytes: 50 * mib, count: Math.round(20 * scale), speed: 2 })),
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
