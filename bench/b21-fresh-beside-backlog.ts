import { fork } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Daemon, ended, startDaemon } from "./support/daemons.ts";
import { fillLedger } from "./support/filled-ledger.ts";
import { loadNow } from "./support/process-facts.ts";
import { median, percentileOf, type Row } from "./support/report.ts";
import { spreadPattern, todayInNames, writeSpread, writeStationSettings } from "./support/stations.ts";
import { scratchFolder } from "./support/trees.ts";

const settleSeconds = 1;
const folders = 10;
const everyMs = 500;
const mostLaterMs = 1_000;
const longestMs = 60_000;
/** The instrument is met with some files first: a first rescan asks the portal about each. */
const knownFiles = 100;
const portalMain = new URL("../test/support/hosts/mock-portal-main.ts", import.meta.url);

/**
 * B21: from the end of a small file of today to its delivery, with nothing else to do and while a backlog drains; the bundled portal
 * in a process of its own.
 */
export async function freshBesideBacklog(scale: number): Promise<Row[]> {
  const count = Math.round(20_000 * scale);
  const quiet = Math.max(10, Math.round(120 * scale));
  const scratch = scratchFolder("b21");
  const folder = join(scratch.path, "files");
  const data = join(scratch.path, "station");
  const options = { dataFolder: join(scratch.path, "portal"), seed: "empty" };
  const portal = fork(fileURLToPath(portalMain), [JSON.stringify(options)]);
  const [{ url }] = (await once(portal, "message")) as [{ url: string }];
  await fillLedger(data, "Bench", "delivered", writeSpread(folder, knownFiles, folders));
  writeStationSettings(data, { url }, [
    { name: "Bench", folder, pattern: spreadPattern, settleSeconds, instrument: "rpg-fmcw-94" },
  ]);
  const daemon = await startDaemon(data);
  const fresh = await watchFresh(daemon, folder);
  const alone = await fresh.measured((number) => number < quiet);
  // A backlog is old files that were not there before.
  writeSpread(folder, knownFiles + count, folders, "more data");
  const beganAt = performance.now();
  await daemon.ask("rescan", {});
  const waiting = async () => (await daemon.ask("status", {})).totals.queued;
  while ((await waiting()) < count / 2 && performance.now() - beganAt < longestMs) await sleep(50);
  const beside = await fresh.measured(async () => (await waiting()) > count / 50);
  const drained = (performance.now() - beganAt) / 1000;
  await fresh.stop();
  await daemon.stop();
  await ended(portal);
  scratch.remove();
  const told = (ms: readonly number[]) =>
    `p50 ${median(ms).toFixed(0)}, p95 ${percentileOf(ms, 0.95).toFixed(0)}, longest ${Math.max(...ms).toFixed(0)} (${ms.length} files)`;
  const laterMs = percentileOf(beside, 0.95) - percentileOf(alone, 0.95);
  return [
    {
      id: "B21",
      what: `a small file of today every ${everyMs} ms while ${count} old files drain, to without them`,
      figures: `ms from its end to its delivery beyond the settle time: alone ${told(alone)}; beside the backlog, which took ${drained.toFixed(0)} s, ${told(beside)}; p95 ${laterMs.toFixed(0)} ms later; load ${loadNow()}`,
      ratio: percentileOf(beside, 0.95) / percentileOf(alone, 0.95),
      target: "p95 ≤ 1 s later",
      holds: laterMs <= mostLaterMs,
      raw: { alone, beside, drained },
    },
  ];
}

/** Writes files of today and hears when they are delivered. */
async function watchFresh(daemon: Daemon, folder: string) {
  const deliveredAt = new Map<string, number>();
  const { seq } = await daemon.ask("status", {});
  const stop = daemon.transport.subscribe(seq, (event) => {
    if (event.type === "upload.changed" && event.event === "confirmed")
      deliveredAt.set(event.path, performance.now());
  });
  let written = 0;
  return {
    /** Milliseconds of each file, written one after the other as long as `isOn` says so. */
    async measured(isOn: (number: number) => boolean | Promise<boolean>): Promise<readonly number[]> {
      const finished: { readonly path: string; readonly at: number }[] = [];
      while (await isOn(finished.length)) {
        written += 1;
        const path = `d${written % folders}/x_${written}today_${todayInNames()}.nc`;
        await writeFile(join(folder, path), `today's content ${written}`);
        finished.push({ path, at: performance.now() });
        await sleep(everyMs);
      }
      const until = performance.now() + longestMs;
      while (finished.some(({ path }) => !deliveredAt.has(path)) && performance.now() < until)
        await sleep(50);
      return finished.map(
        ({ path, at }) => (deliveredAt.get(path) ?? Number.POSITIVE_INFINITY) - at - settleSeconds * 1000,
      );
    },
    stop,
  };
}
