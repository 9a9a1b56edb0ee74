import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { rescanPauseMs } from "#engine/discovery/rescans.ts";
import { type Daemon, startDaemon } from "./support/daemons.ts";
import { fillLedger } from "./support/filled-ledger.ts";
import { cpuSecondsOf, loadNow } from "./support/process-facts.ts";
import { median, type Row } from "./support/report.ts";
import { spreadPattern, writeSpread, writeStationSettings } from "./support/stations.ts";
import { scratchFolder } from "./support/trees.ts";

const instruments = 10;
const foldersEach = 10;
const rescans = 5;
const mostOfACore = 0.005;
/** After the start and the first rescan: what they left is collected within it. The remains of a rescan are in the real stretch. */
const restMs = 90_000;

/**
 * B7: processor time of an idle daemon with 100 folders and 100,000 delivered files. Counted two ways: what it takes
 * between rescans plus what one rescan takes, over the time from one rescan to the next by its own rule; and, in the
 * full form, over a real stretch from the end of one rescan to the end of the next.
 */
export async function idle(scale: number): Promise<Row[]> {
  const count = Math.round(100_000 * scale);
  const scratch = scratchFolder("b7");
  const data = join(scratch.path, "station");
  const all = Array.from({ length: instruments }, (_, n) => ({
    name: `Bench ${n}`,
    folder: join(scratch.path, `files-${n}`),
    pattern: spreadPattern,
  }));
  for (const { name, folder } of all)
    await fillLedger(data, name, "delivered", writeSpread(folder, count / instruments, foldersEach));
  writeStationSettings(data, { url: "http://127.0.0.1:9" }, all);
  const daemon = await startDaemon(data);
  await daemon.ask("rescan", {});
  await sleep(Math.max(3_000, restMs * scale));

  const between = await shareOf(daemon, () => sleep(Math.max(10_000, 40_000 * scale)));
  const rescanCpu: number[] = [];
  const rescanMs: number[] = [];
  for (let n = 0; n < rescans; n++) {
    const startedAt = performance.now();
    const { cpuSeconds } = await shareOf(daemon, () => daemon.ask("rescan", {}));
    rescanCpu.push(cpuSeconds);
    rescanMs.push(performance.now() - startedAt);
    await sleep(200);
  }
  const lastedMs = median(rescanMs);
  const periodMs = rescanPauseMs(lastedMs, false) + lastedMs;
  const share = between.share + median(rescanCpu) / (periodMs / 1000);
  const stretch = scale < 1 ? null : await realStretch(daemon);
  const { totals } = await daemon.ask("status", {});
  await daemon.stop();
  scratch.remove();
  if (totals.delivered !== count || totals.queued > 0) throw new Error("not all files were delivered ones");
  const worst = Math.max(share, stretch?.share ?? 0);
  const percent = (of: number) => `${(of * 100).toFixed(2)} %`;
  const seen =
    stretch === null ? "" : `; measured over ${stretch.seconds.toFixed(0)} s: ${percent(stretch.share)}`;
  return [
    {
      id: "B7",
      what: `idle, ${instruments * foldersEach} folders, ${count} files`,
      figures: `of a core: between rescans ${percent(between.share)}; a rescan takes ${median(rescanCpu).toFixed(2)} s of a core in ${(lastedMs / 1000).toFixed(2)} s, every ${(periodMs / 1000).toFixed(0)} s; together ${percent(share)}${seen}`,
      ratio: worst / mostOfACore,
      target: "≤ 1 (0.5 % of a core)",
      holds: worst <= mostOfACore,
      raw: { between, rescanCpu, rescanMs, periodMs, stretch, load: loadNow() },
    },
  ];
}

interface Share {
  readonly cpuSeconds: number;
  readonly seconds: number;
  /** Share of one core. */
  readonly share: number;
}

async function shareOf({ pid }: Daemon, work: () => Promise<unknown>): Promise<Share> {
  const before = cpuSecondsOf(pid);
  const startedAt = performance.now();
  await work();
  const seconds = (performance.now() - startedAt) / 1000;
  const cpuSeconds = cpuSecondsOf(pid) - before;
  return { cpuSeconds, seconds, share: cpuSeconds / seconds };
}

/** From the end of one rescan of all folders to the end of the next: each kind of work in its own measure. */
async function realStretch(daemon: Daemon): Promise<Share> {
  await nextRescanEnd(daemon);
  return await shareOf(daemon, () => nextRescanEnd(daemon));
}

/** Asks seldom, as asking takes processor time too. */
async function nextRescanEnd(daemon: Daemon): Promise<void> {
  const lastRescan = async () => {
    const { instruments } = await daemon.ask("status", {});
    return instruments.at(-1)?.lastSweepAt;
  };
  const before = await lastRescan();
  while ((await lastRescan()) === before) await sleep(30_000);
}
