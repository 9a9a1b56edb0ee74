import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ended } from "./support/daemons.ts";
import { loadNow } from "./support/process-facts.ts";
import type { Row } from "./support/report.ts";
import { writeStationSettings } from "./support/stations.ts";
import { scratchFolder, writeFiles } from "./support/trees.ts";
import { startWatchedSink, type WatchedSink } from "./support/watched-sink.ts";

const skyferry = new URL("../electron/cli/skyferry.ts", import.meta.url).pathname;
const limitsKBps = [200, 2_000, 10_000];
/** Small files of 50 ms each, or one large file. */
const forms = [
  { name: "small files", filesASecond: 20 },
  { name: "one file", filesASecond: null },
] as const;
const mostOff = 0.05;
const lookEveryMs = 100;
/** After the first bytes: what may be sent ahead after a pause is over, and many files are under way. */
const warmUpSeconds = 1;

interface Seen {
  readonly atMs: number;
  readonly contentBytes: number;
  readonly wireBytes: number;
}

/** B11: what arrives at the sink within any 10 seconds of a `submit`, against the limit that is set. */
export async function bandwidth(scale: number): Promise<Row[]> {
  const windowSeconds = Math.max(2, 10 * Math.min(1, scale));
  const rows: Row[] = [];
  for (const limitKBps of limitsKBps)
    for (const { name, filesASecond } of forms) {
      const seconds = warmUpSeconds + windowSeconds + 2;
      const seen = await send(limitKBps, seconds, filesASecond ?? 1 / seconds);
      const content = ratesOf(seen, windowSeconds, (one) => one.contentBytes).map((rate) => rate / limitKBps);
      const wire = ratesOf(seen, windowSeconds, (one) => one.wireBytes).map((rate) => rate / limitKBps);
      // The limit is kept for the link, so heads and announcements count too.
      const off = Math.max(...wire.map((rate) => Math.abs(rate - 1)));
      rows.push({
        id: "B11",
        what: `limit ${limitKBps} kB/s, ${name}`,
        figures: `within ${windowSeconds} s, parts of the limit: contents ${span(content)}; with all heads and announcements ${span(wire)}`,
        ratio: 1 + off,
        target: "0.95 to 1.05",
        holds: wire.length > 0 && off <= mostOff,
        raw: { content, wire, load: loadNow() },
      });
    }
  return rows;
}

/** Sends so many seconds of the limit; gives what the sink had received, ten times a second. */
async function send(limitKBps: number, seconds: number, filesASecond: number): Promise<Seen[]> {
  const scratch = scratchFolder("b11");
  const folder = join(scratch.path, "files");
  const data = join(scratch.path, "station");
  mkdirSync(data);
  const sink = await startWatchedSink();
  const count = Math.round(seconds * filesASecond);
  writeFiles(folder, count, Math.round((limitKBps * 1000 * seconds) / count));
  const instrument = { name: "Bench", folder, pattern: "x_*_%Y%m%d.nc" };
  writeStationSettings(data, { url: sink.url, bandwidthKBps: limitKBps }, [instrument]);
  const child = spawn(process.execPath, [skyferry, "submit", "--data", data, "--json"], {
    env: { ...process.env, SKYFERRY_PASSWORD: "station" },
    stdio: "ignore",
  });
  const seen = await watch(sink, child);
  await ended(child);
  await sink.stop();
  scratch.remove();
  return seen;
}

/** From the first content on until the client ends. */
async function watch(sink: WatchedSink, child: ChildProcess): Promise<Seen[]> {
  const seen: Seen[] = [];
  while (child.exitCode === null) {
    const contentBytes = sink.contentBytes();
    if (contentBytes > 0) seen.push({ atMs: performance.now(), contentBytes, wireBytes: sink.wireBytes() });
    await sleep(lookEveryMs);
  }
  const end = seen.findIndex((one) => one.contentBytes === seen.at(-1)?.contentBytes);
  return seen.slice(0, Math.max(0, end));
}

/** Kilobytes a second within every window of this length, a new one at every look. */
function ratesOf(seen: readonly Seen[], windowSeconds: number, bytesOf: (one: Seen) => number): number[] {
  const from = (seen[0]?.atMs ?? 0) + warmUpSeconds * 1000;
  return seen
    .filter(({ atMs }) => atMs >= from)
    .flatMap((first) => {
      const last = seen.find(({ atMs }) => atMs - first.atMs >= windowSeconds * 1000);
      return last === undefined ? [] : [(bytesOf(last) - bytesOf(first)) / (last.atMs - first.atMs)];
    });
}

function span(rates: readonly number[]): string {
  return `${Math.min(...rates).toFixed(3)} to ${Math.max(...rates).toFixed(3)}`;
}
