import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { RequestTally } from "./request-tally.ts";
import type { SoakStation } from "./soak-station.ts";

/** Measurements of one moment. */
export interface Sample {
  /** From the start of the run. */
  readonly atMs: number;
  /** Number of the daemon's life, from 1, and for how long it has lived. */
  readonly life: number;
  readonly livedMs: number;
  readonly residentBytes: number;
  /** Part of it that belongs to no file: heap, buffers, stacks. */
  readonly anonymousBytes: number;
  readonly descriptors: number;
  readonly threads: number;
  /** User and system, since this life began. */
  readonly cpuSeconds: number;
  readonly ledgerBytes: number;
  readonly walBytes: number;
  readonly logBytes: number;
  /** Uploads by state; null where the daemon did not answer in time. */
  readonly totals: Readonly<Record<string, number>> | null;
  readonly growing: number | null;
  /** Requests that the portal has seen until then. */
  readonly requests: number;
}

/** Clock ticks a second in /proc (Linux, every common build). */
const ticksASecond = 100;

/** Measures the daemon now; null where its process is gone. Linux only. */
export async function takeSample(
  station: SoakStation,
  tally: RequestTally,
  runStartedAtMs: number,
): Promise<Sample | null> {
  const daemon = station.daemon();
  try {
    const own = `/proc/${daemon.pid}`;
    const [status, times, descriptors] = await Promise.all([
      readFile(`${own}/status`, "utf8"),
      readFile(`${own}/stat`, "utf8"),
      readdir(`${own}/fd`),
    ]);
    const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
    // Behind the name, which may hold anything: state is field 3 of proc(5), utime and stime are 14 and 15.
    const ticks = times.slice(times.lastIndexOf(")") + 2).split(" ");
    const now = Date.now();
    const ledger = join(station.dataFolder, "ledger.sqlite");
    const [ledgerBytes, walBytes, logBytes] = await Promise.all([
      sizeOf(ledger),
      sizeOf(`${ledger}-wal`),
      folderBytes(join(station.dataFolder, "logs")),
    ]);
    const said = await station.ask("status", {});
    return {
      atMs: now - runStartedAtMs,
      life: station.lives(),
      livedMs: now - daemon.startedAtMs,
      residentBytes: field("VmRSS") * 1024,
      anonymousBytes: field("RssAnon") * 1024,
      descriptors: descriptors.length,
      threads: field("Threads"),
      cpuSeconds: (Number(ticks[11]) + Number(ticks[12])) / ticksASecond,
      ledgerBytes,
      walBytes,
      logBytes,
      totals: said?.totals ?? null,
      growing: said === null ? null : said.instruments.reduce((sum, one) => sum + one.growing, 0),
      requests: Object.values(tally.byMethod()).reduce((sum, count) => sum + count, 0),
    };
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ESRCH"))
      return null;
    throw error;
  }
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0;
}

async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(names.map((name) => sizeOf(join(folder, name))));
  return sizes.reduce((sum, size) => sum + size, 0);
}
