import { open, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startDaemon } from "./support/daemons.ts";
import { fillLedger } from "./support/filled-ledger.ts";
import { loadNow } from "./support/process-facts.ts";
import { median, percentileOf, type Row } from "./support/report.ts";
import { spreadPattern, todayInNames, writeSpread, writeStationSettings } from "./support/stations.ts";
import { scratchFolder } from "./support/trees.ts";
import { startWatchedSink } from "./support/watched-sink.ts";

const settleSeconds = 1;
const folders = 10;
/** Files that begin a second, on the average. */
const filesASecond = 6;

/** Writes a file the way some instrument does; resolves when it is finished. */
type Writing = (path: string) => Promise<void>;

const ways: Readonly<Record<string, Writing>> = {
  "at once": (path) => writeFile(path, `content of ${path}`),
  async "in pieces"(path) {
    const file = await open(path, "w");
    for (let piece = 0; piece < 3 + Math.random() * 10; piece++) {
      await file.write(`piece ${piece} of ${path}`);
      await sleep(10 + Math.random() * 90);
    }
    await file.write("end");
    await file.close();
  },
  async renamed(path) {
    await writeFile(`${path}.part`, `content of ${path}`);
    await rename(`${path}.part`, path);
  },
};

/** B5: from the close of a file until it is in the queue, beyond the settle time; a real daemon and its events. */
export async function closeToQueued(scale: number): Promise<Row[]> {
  const count = Math.max(30, Math.round(360 * scale));
  const scratch = scratchFolder("b5");
  const folder = join(scratch.path, "files");
  const data = join(scratch.path, "station");
  const sink = await startWatchedSink();
  await fillLedger(data, "Bench", "delivered", writeSpread(folder, 1000, folders));
  writeStationSettings(data, sink, [{ name: "Bench", folder, pattern: spreadPattern, settleSeconds }]);
  const daemon = await startDaemon(data);
  const queuedAt = new Map<string, number>();
  const { seq } = await daemon.ask("status", {});
  const unsubscribe = daemon.transport.subscribe(seq, (event) => {
    if (event.type === "upload.changed" && event.event === "enqueued")
      queuedAt.set(event.path, performance.now());
  });
  const loadBefore = loadNow();
  const written = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      await sleep(1000 + Math.random() * (count / filesASecond) * 1000);
      const way = Object.keys(ways)[index % 3] ?? "";
      const path = `d${index % folders}/x_${index}new_${todayInNames()}.nc`;
      await ways[way]?.(join(folder, path));
      return { path, way, closedAt: performance.now() };
    }),
  );
  const until = performance.now() + 10_000;
  while (written.some(({ path }) => !queuedAt.has(path)) && performance.now() < until) await sleep(50);
  unsubscribe();
  await daemon.stop();
  await sink.stop();
  scratch.remove();
  const lateMs = written.map(({ path, way, closedAt }) => ({
    way,
    ms: (queuedAt.get(path) ?? Number.POSITIVE_INFINITY) - closedAt - settleSeconds * 1000,
  }));
  const all = lateMs.map(({ ms }) => ms);
  const p95 = percentileOf(all, 0.95);
  const byWay = Object.keys(ways).map((name) => {
    const its = lateMs.filter(({ way }) => way === name).map(({ ms }) => ms);
    return `${name} ${median(its).toFixed(0)} and ${percentileOf(its, 0.95).toFixed(0)}`;
  });
  const most = Math.max(...all).toFixed(0);
  return [
    {
      id: "B5",
      what: `${count} files closed at random moments, to their place in the queue`,
      figures: `ms beyond the settle time: p50 ${median(all).toFixed(0)}, p95 ${p95.toFixed(0)}, longest ${most}; p50 and p95 written ${byWay.join(", ")}`,
      ratio: p95 / 250,
      target: "≤ 1 (p95 ≤ 250 ms)",
      holds: p95 <= 250,
      raw: { lateMs, loadBefore },
    },
  ];
}
