import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ended, spawnDaemon } from "./support/daemons.ts";
import { fillLedger, opened } from "./support/filled-ledger.ts";
import { cpuSecondsOf, loadNow } from "./support/process-facts.ts";
import { median, type Row } from "./support/report.ts";
import { todayInNames, writeStationSettings } from "./support/stations.ts";
import { deliveredRows, scratchFolder } from "./support/trees.ts";
import { startWatchedSink, type WatchedSink } from "./support/watched-sink.ts";

const skyferry = new URL("../electron/cli/skyferry.ts", import.meta.url).pathname;
const mostSeconds = 3;

/** The ways to start, in turn on one data folder: each but the second one follows a process that ended in order. */
const ways = [
  { name: "daemon", command: "daemon", endedBy: "SIGKILL" },
  { name: "daemon after a kill", command: "daemon", endedBy: "SIGTERM" },
  { name: "submit", command: "submit", endedBy: null },
] as const;
type Way = (typeof ways)[number];

/** A start until the first announcement. */
interface Start {
  readonly seconds: number;
  /** Processor time of the process until then. */
  readonly cpuSeconds: number;
}

/** B8: from the start of the process to the first announcement at the sink, with a ledger of a million rows; against an empty one. */
export async function firstUpload(scale: number): Promise<Row[]> {
  const count = Math.round(1_000_000 * scale);
  const scratch = scratchFolder("b8");
  const sink = await startWatchedSink();
  const stations = { empty: join(scratch.path, "empty"), full: join(scratch.path, "full") };
  for (const data of Object.values(stations)) {
    const folder = join(data, "files");
    mkdirSync(folder, { recursive: true });
    writeStationSettings(data, sink, [{ name: "Bench", folder, pattern: "x_*_%Y%m%d.nc" }]);
  }
  await fillLedger(stations.full, "Bench", "delivered", deliveredRows(count));
  // Left in order once, as by a host that ended: a ledger that another program wrote is checked through at start.
  for (const data of Object.values(stations)) await (await opened(data)).close();

  const taken: Record<string, Start[]> = {};
  for (let round = 0; round < (scale < 1 ? 2 : 5); round++)
    for (const way of ways)
      for (const [ledger, data] of Object.entries(stations)) {
        const key = `${way.name}, ${ledger}`;
        taken[key] = [...(taken[key] ?? []), await startOnce(way, data, sink, round)];
      }
  await sink.stop();
  scratch.remove();
  return ways.map(({ name }) => {
    const [empty, full] = [taken[`${name}, empty`] ?? [], taken[`${name}, full`] ?? []];
    const seconds = (starts: readonly Start[]) => median(starts.map((one) => one.seconds));
    const cpu = (starts: readonly Start[]) => median(starts.map((one) => one.cpuSeconds));
    const inWords = (starts: readonly Start[]) =>
      `${seconds(starts).toFixed(2)} (${cpu(starts).toFixed(2)} of a core)`;
    return {
      id: "B8",
      what: `start to first upload, ledger of ${count} rows, ${name}`,
      figures: `s: empty ledger ${inWords(empty)}, full ${inWords(full)}; of a core ${(cpu(full) / cpu(empty)).toFixed(2)} × the empty one`,
      ratio: seconds(full) / mostSeconds,
      target: "≤ 1 (3 s)",
      holds: seconds(full) <= mostSeconds,
      raw: { empty, full, load: loadNow() },
    };
  });
}

/** Puts one new finished file of today into the folder, starts a process and waits for its announcement. */
async function startOnce(
  { name, command, endedBy }: Way,
  data: string,
  sink: WatchedSink,
  round: number,
): Promise<Start> {
  const path = join(data, "files", `x_${name.replaceAll(" ", "-")}-${round}_${todayInNames()}.nc`);
  const anHourAgo = new Date(Date.now() - 3_600_000);
  writeFileSync(path, `content of ${path}`);
  utimesSync(path, anHourAgo, anHourAgo);
  const announced = sink.nextAnnouncement();
  const startedAt = performance.now();
  const child = command === "daemon" ? spawnDaemon(data) : spawnSubmit(data);
  const seconds = ((await announced) - startedAt) / 1000;
  const cpuSeconds = cpuSecondsOf(child.pid ?? 0);
  // Its end is not measured, but the file is delivered first, or the next start would find two.
  await sink.nextContent();
  if (endedBy === null) await new Promise((resolve) => child.on("close", resolve));
  else await ended(child, endedBy);
  return { seconds, cpuSeconds };
}

function spawnSubmit(data: string): ChildProcess {
  const env = { ...process.env, SKYFERRY_PASSWORD: "station" };
  return spawn(process.execPath, [skyferry, "submit", "--data", data, "--json"], { env, stdio: "ignore" });
}
