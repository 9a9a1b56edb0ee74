import { join } from "node:path";
import type { FoundVersion } from "#engine/ports/ledger.ts";
import { opened } from "./support/filled-ledger.ts";
import { fsyncsPerSecond } from "./support/limits.ts";
import { median, type Row } from "./support/report.ts";
import { scratchFolder } from "./support/trees.ts";

/** B9: how many finished files a second the ledger takes into the queue, durably; beside the fsync rate. */
export async function intake(scale: number): Promise<Row[]> {
  const count = Math.round(20_000 * scale);
  const rates: number[] = [];
  const fsyncs: number[] = [];
  for (let round = 0; round < 3; round++) {
    const scratch = scratchFolder("b9");
    const ledger = await opened(join(scratch.path, "station"));
    fsyncs.push(fsyncsPerSecond(scratch.path));
    const startedAt = performance.now();
    for (let from = 0; from < count; from += 1000) await ledger.enqueue(found(from, 1000), Date.now());
    rates.push(count / ((performance.now() - startedAt) / 1000));
    await ledger.close();
    scratch.remove();
  }
  const rate = median(rates);
  return [
    {
      id: "B9",
      what: `queue intake, ${count} files`,
      figures: `files/s ${Math.round(rate)}; fsyncs/s ${Math.round(median(fsyncs))}`,
      ratio: rate / 1000,
      target: "≥ 1 (1,000 files/s)",
      holds: rate >= 1000,
      raw: { rates, fsyncs },
    },
  ];
}

function found(from: number, count: number): FoundVersion[] {
  return Array.from({ length: count }, (_, index) => ({
    instrument: "Bench",
    relPath: `2024/03/01/x_${from + index}_20240301.nc`,
    size: 740_000,
    mtimeUs: 1_709_300_000_000_000 + from + index,
    ctimeUs: 1_709_300_000_000_000 + from + index,
    fileId: String(from + index),
    measurementDate: "2024-03-01",
    lane: "backfill",
    checkFirst: false,
    rewrittenFrom: null,
  }));
}
