import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type Sink, startSink } from "./support/children.ts";
import { type Client, curl, ours, plainSequential } from "./support/clients.ts";
import { cpuSecondsOf, cpuSecondsOfEnded } from "./support/process-facts.ts";
import { inTurn, median, type Row, ratioOf } from "./support/report.ts";
import { scratchFolder, writeFiles } from "./support/trees.ts";

/** B1: many small files, two stages, ledger on; against curl and against a plain sequential client. */
export async function smallFiles(scale: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const kib of [10, 100]) rows.push(...(await ofSize(kib, Math.round(5000 * scale))));
  return rows;
}

async function ofSize(kib: number, count: number): Promise<Row[]> {
  const scratch = scratchFolder("b1");
  const folder = join(scratch.path, "files");
  const names = writeFiles(folder, count, kib * 1024);
  const sink = await startSink();
  const work: Record<string, number[]> = {};
  const taken = await inTurn([curl, ours, plainSequential], 5, async (client) => {
    const { seconds, cpuSeconds } = await counted(client, sink, folder, names);
    work[client.name] = [...(work[client.name] ?? []), cpuSeconds];
    return seconds;
  });
  await sink.stop();
  scratch.remove();

  const rate = (name: string) => Math.round(count / median(taken[name] ?? []));
  const cost = (name: string) => ((median(work[name] ?? []) * 1000) / count).toFixed(2);
  const most = mostThatCoresAllow(taken, work);
  const said = `files/s: curl ${rate("curl")}, skyferry ${rate("skyferry")}, sequential ${rate("sequential")}`;
  const costs = `ms of a core a file, the sink's part in it: ${cost("curl")}, ${cost("skyferry")}, ${cost("sequential")}`;
  const row = (to: string, target: number, figures: string): Row => {
    const ratio = ratioOf(taken, to, "skyferry");
    const raw = { taken, work, mostToSequential: most };
    const what = `${count} × ${kib} KiB, to ${to}`;
    return { id: "B1", what, figures, ratio, target: `≥ ${target}`, holds: ratio >= target, raw };
  };
  return [
    row("curl", 0.6, `${said}; ${costs}`),
    row("sequential", 2, `the same run; with every core busy all the time at most ${most.toFixed(2)}`),
  ];
}

/** Wall and processor seconds of one run; the sink's processor time counts too, as both share the cores. */
async function counted(client: Client, sink: Sink, folder: string, names: readonly string[]) {
  const before = cpuSecondsOfEnded() + cpuSecondsOf(sink.pid);
  const { seconds } = await client.send(sink.url, folder, names);
  return { seconds, cpuSeconds: cpuSecondsOfEnded() + cpuSecondsOf(sink.pid) - before };
}

/** The ratio to the sequential client if no core idled for a moment while Skyferry does what it does. */
function mostThatCoresAllow(taken: Record<string, number[]>, work: Record<string, number[]>): number {
  const atBest = median(work.skyferry ?? []) / availableParallelism();
  return median(taken.sequential ?? []) / atBest;
}
