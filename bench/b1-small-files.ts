import { join } from "node:path";
import { startSink } from "./support/children.ts";
import { curl, ours, plainSequential } from "./support/clients.ts";
import { inTurn, median, type Row, ratioOf } from "./support/report.ts";
import { scratchFolder, writeFiles } from "./support/trees.ts";

/** B1: many small files, two stages, ledger on; against curl and against a plain sequential client. */
export async function smallFiles(scale: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const kib of [10, 100]) {
    const scratch = scratchFolder("b1");
    const folder = join(scratch.path, "files");
    const names = writeFiles(folder, Math.round(5000 * scale), kib * 1024);
    const sink = await startSink();
    const taken = await inTurn([curl, ours, plainSequential], 5, async (client) => {
      return (await client.carry(sink.url, folder, names)).seconds;
    });
    await sink.stop();
    scratch.remove();
    const rate = (name: string) => Math.round(names.length / median(taken[name] ?? []));
    const figures = `files/s: curl ${rate("curl")}, skyferry ${rate("skyferry")}, sequential ${rate("sequential")}`;
    const toCurl = ratioOf(taken, "curl", "skyferry");
    const toSequential = ratioOf(taken, "sequential", "skyferry");
    const what = `${names.length} × ${kib} KiB`;
    rows.push(
      {
        id: "B1",
        what: `${what}, to curl`,
        figures,
        ratio: toCurl,
        target: "≥ 0.5",
        holds: toCurl >= 0.5,
        raw: taken,
      },
      {
        id: "B1",
        what: `${what}, to sequential`,
        figures,
        ratio: toSequential,
        target: "≥ 2",
        holds: toSequential >= 2,
        raw: taken,
      },
    );
  }
  return rows;
}
