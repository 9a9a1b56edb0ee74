import { execFileSync } from "node:child_process";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fillLedger, markOnDisk } from "./support/filled-ledger.ts";
import { inTurn, median, type Row, ratioOf } from "./support/report.ts";
import { openRescan } from "./support/rescan.ts";
import { scratchFolder } from "./support/trees.ts";

const settledAt = new Date("2024-03-01T12:00:00Z");

/** B4: a rescan over 100,000 delivered files; against `find -printf` over the same tree. */
export async function nothingToDo(scale: number): Promise<Row[]> {
  const count = Math.round(100_000 * scale);
  const scratch = scratchFolder("b4");
  const folder = join(scratch.path, "files");
  const rows = writeTree(folder, count);
  const data = join(scratch.path, "station");
  await fillLedger(data, "Bench", "delivered", rows);

  const rescan = await openRescan(folder, data, "%Y/*/x_*_%Y%m%d.nc");
  const ways = [
    {
      name: "find",
      run: async () => void execFileSync("find", [folder, "-printf", "%p %s %T@\n"], bigOutput),
    },
    { name: "rescan", run: rescan.run },
  ];
  const time = async (way: (typeof ways)[number]) => {
    const startedAt = performance.now();
    await way.run();
    return (performance.now() - startedAt) / 1000;
  };
  for (const way of ways) await time(way);
  const taken = await inTurn(ways, 5, time);
  await rescan.close();
  scratch.remove();
  const { queued, doubted, opened } = rescan.counts;
  if (doubted > 0) throw new Error(`${doubted} delivered files would be read again`);
  if (queued > 0) throw new Error(`${queued} delivered files were queued again`);
  const ratio = ratioOf(taken, "rescan", "find");
  const seconds = (name: string) => median(taken[name] ?? []).toFixed(2);
  return [
    {
      id: "B4",
      what: `${count} delivered files, nothing to do`,
      figures: `s: find ${seconds("find")}, rescan ${seconds("rescan")}; files opened ${opened}`,
      ratio,
      target: "≤ 3, nothing read or asked",
      holds: ratio <= 3 && opened === 0,
      raw: taken,
    },
  ];
}

const bigOutput = { maxBuffer: 1 << 30 };

function writeTree(folder: string, count: number) {
  return Array.from({ length: count }, (_, index) => {
    const inner = join(folder, "2024", String(index % 100));
    if (index < 100) mkdirSync(inner, { recursive: true });
    const name = `x_${index}_20240301.nc`;
    writeFileSync(join(inner, name), "data");
    utimesSync(join(inner, name), settledAt, settledAt);
    const mark = markOnDisk(join(inner, name));
    return { relPath: `2024/${index % 100}/${name}`, size: 4, mtimeUs: settledAt.getTime() * 1000, mark };
  });
}
