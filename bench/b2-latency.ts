import { join } from "node:path";
import { startSink } from "./support/children.ts";
import { ours, plainFour, plainSequential } from "./support/clients.ts";
import { inTurn, median, type Row, ratioOf } from "./support/report.ts";
import { scratchFolder, writeFiles } from "./support/trees.ts";

const connections = 4;

/**
 * B2: 200 files when each request takes its time; against the model N × 1/(2 RTT) and the sequential
 * client. Four plain clients show how much of the model four connections reach that record nothing.
 */
export async function latency(scale: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const delayMs of [20, 50, 200]) {
    const scratch = scratchFolder("b2");
    const folder = join(scratch.path, "files");
    const names = writeFiles(folder, Math.round(200 * scale), 10 * 1024);
    const sink = await startSink(delayMs);
    // The sequential client is compared at 50 ms only: at 200 ms it takes more than a minute a round.
    const clients = delayMs === 50 ? [ours, plainFour, plainSequential] : [ours, plainFour];
    const taken = await inTurn(clients, 3, async (client) => {
      return (await client.send(sink.url, folder, names)).seconds;
    });
    await sink.stop();
    scratch.remove();
    const rate = names.length / median(taken.skyferry ?? []);
    const model = connections / ((2 * delayMs) / 1000);
    const toSequential = ratioOf(taken, "sequential", "skyferry");
    const four = names.length / median(taken.four ?? []);
    const theirs =
      taken.sequential === undefined
        ? ""
        : `, sequential ${(names.length / median(taken.sequential)).toFixed(1)}`;
    const figures = `files/s: model ${model.toFixed(0)}, four plain clients ${four.toFixed(1)}, skyferry ${rate.toFixed(1)}${theirs}`;
    const what = `${names.length} files, ${delayMs} ms a request`;
    rows.push({
      id: "B2",
      what: `${what}, to the model`,
      figures,
      ratio: rate / model,
      target: "≥ 0.9",
      holds: rate / model >= 0.9,
      raw: taken,
    });
    if (delayMs === 50)
      rows.push({
        id: "B2",
        what: `${what}, to sequential`,
        figures,
        ratio: toSequential,
        target: "≥ 3.5",
        holds: toSequential >= 3.5,
        raw: taken,
      });
  }
  return rows;
}
