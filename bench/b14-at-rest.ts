import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startSink } from "./support/children.ts";
import { type Daemon, startDaemon } from "./support/daemons.ts";
import { fillLedger, opened } from "./support/filled-ledger.ts";
import { loadNow, sizeOf } from "./support/process-facts.ts";
import { buildProgram, bundle } from "./support/programs.ts";
import { median, type Row } from "./support/report.ts";
import { spreadPattern, todayInNames, writeSpread, writeStationSettings } from "./support/stations.ts";
import { scratchFolder } from "./support/trees.ts";

const instruments = 10;
const mostMsToReady = 800;
const mostMB = 110;
const mostMBAfterLoad = 150;
/** A small file every five minutes and instrument, ten times over. */
const filesOfADay = 288 * 10 * instruments;
/** After what it did last; the daemon lets go of what it does not need within a minute. */
const restMs = 90_000;
/** A rescan may fall into it. */
const watchedMs = 240_000;
const lookEveryMs = 2_000;

/** B14: memory, threads and start of a daemon (the bundle) that has nothing to do; and its memory after a day's files at 10 ×. */
export async function atRest(scale: number): Promise<Row[]> {
  const count = Math.round(100_000 * scale);
  const scratch = scratchFolder("b14");
  const data = join(scratch.path, "station");
  const sink = await startSink();
  const all = Array.from({ length: instruments }, (_, n) => ({
    name: `Bench ${n}`,
    folder: join(scratch.path, `files-${n}`),
    pattern: spreadPattern,
    settleSeconds: 1,
  }));
  for (const { name, folder } of all)
    await fillLedger(data, name, "delivered", writeSpread(folder, count / instruments, 10));
  writeStationSettings(data, { url: sink.url }, all);
  // Left in order once, as by a host that ended: a ledger that another program wrote is checked through at start.
  await (await opened(data)).close();
  await buildProgram();

  const daemon = await startDaemon(data, bundle);
  await daemon.ask("rescan", {});
  const short = Math.min(1, scale * 2);
  await sleep(restMs * short);
  const rest = await sizesOf(daemon, watchedMs * short);
  const files = Math.round(filesOfADay * scale);
  await sendADay(
    daemon,
    all.map(({ folder }) => join(folder, "d0")),
    files,
  );
  await sleep(restMs * short);
  const after = await sizesOf(daemon, watchedMs * short);
  await daemon.stop();
  await sink.stop();
  scratch.remove();
  const row = (what: string, figures: string, ratio: number, target: string): Row => ({
    id: "B14",
    what,
    figures,
    ratio,
    target,
    holds: ratio <= 1,
    raw: { readyMs: daemon.readyMs, rest, after, load: loadNow() },
  });
  const sizes = ({ residentMB, mostMB: most, threads }: Sizes) =>
    `MB resident ${residentMB.toFixed(0)}, at most ${most.toFixed(0)}; threads ${threads}`;
  return [
    row(
      `daemon at rest, ${instruments} instruments, ${count} delivered files on disk`,
      sizes(rest),
      rest.residentMB / mostMB,
      `≤ 1 (${mostMB} MB)`,
    ),
    row(
      `the same daemon, start until ready`,
      `ms ${daemon.readyMs.toFixed(0)}`,
      daemon.readyMs / mostMsToReady,
      `≤ 1 (${mostMsToReady} ms)`,
    ),
    row(
      `at rest after ${files} files more, a day's at ten times the pace`,
      sizes(after),
      after.residentMB / mostMBAfterLoad,
      `≤ 1 (${mostMBAfterLoad} MB)`,
    ),
  ];
}

interface Sizes {
  /** The median: what it has for most of the time. */
  readonly residentMB: number;
  /** The most that was seen. */
  readonly mostMB: number;
  readonly threads: number;
}

/** Looks at a daemon at rest for so long. */
async function sizesOf(daemon: Daemon, forMs: number): Promise<Sizes> {
  const seen = [sizeOf(daemon.pid)];
  const until = performance.now() + forMs;
  while (performance.now() < until) {
    await sleep(lookEveryMs);
    seen.push(sizeOf(daemon.pid));
  }
  const resident = seen.map((one) => one.residentMB);
  return {
    residentMB: median(resident),
    mostMB: Math.max(...resident),
    threads: median(seen.map((one) => one.threads)),
  };
}

/** Writes `count` new files of 20 kB in turn into the folders, in portions, and waits until each portion is delivered. */
async function sendADay(daemon: Daemon, folders: readonly string[], count: number): Promise<void> {
  const content = Buffer.alloc(20_000, "measured ");
  const before = (await daemon.ask("status", {})).totals.delivered;
  for (let sent = 0; sent < count; ) {
    const portion = Math.min(200, count - sent);
    for (let n = 0; n < portion; n++) {
      content.writeUInt32LE(sent + n, 0);
      const folder = folders[(sent + n) % folders.length] ?? "";
      writeFileSync(join(folder, `x_day-${sent + n}_${todayInNames()}.nc`), content);
    }
    sent += portion;
    while ((await daemon.ask("status", {})).totals.delivered < before + sent) await sleep(200);
  }
}
