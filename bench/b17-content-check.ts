import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSample } from "#adapters/files/content-sample.ts";
import { checkFile } from "#compose/check-files.ts";
import { sampleBytes } from "#domain/content/verdict.ts";
import { brightness, hdf5, profiles, radar } from "#test/support/builders/content-files.ts";
import { inTurn, median, type Row } from "./support/report.ts";
import { scratchFolder } from "./support/trees.ts";

const formats: readonly (readonly [instrumentId: string, bytes: Buffer])[] = [
  ["cl61d", hdf5(2, 1_500_000)],
  [
    "rpg-fmcw-94",
    radar(
      2000,
      Array.from({ length: 300 }, () => 5000),
    ),
  ],
  ["hatpro", brightness(20_000)],
  ["halo-doppler-lidar", profiles(300, 60)],
];

/** B17: what the check of one file's content takes, beside reading its ends alone. */
export async function contentCheck(scale: number): Promise<Row[]> {
  const each = Math.max(10, Math.round(100 * scale));
  const scratch = scratchFolder("b17");
  const files = formats.flatMap(([instrumentId, bytes], format) =>
    Array.from({ length: each }, (_, n) => {
      const path = join(scratch.path, `${format}_${n}`);
      writeFileSync(path, bytes);
      return { path, instrumentId };
    }),
  );
  const timed = (name: string, work: (file: (typeof files)[number]) => Promise<unknown>) => ({ name, work });
  const takers = [
    timed("read", ({ path }) => readSample(path)),
    timed("check", ({ path, instrumentId }) => checkFile(path, instrumentId)),
  ];
  for (const { path } of files) readFileSync(path);
  const taken = await inTurn(takers, 11, async ({ work }) => {
    const startedAt = performance.now();
    for (const file of files) await work(file);
    return (performance.now() - startedAt) / 1000;
  });
  scratch.remove();
  const [read = 0, check = 0] = takers.map(({ name }) => (median(taken[name] ?? []) * 1000) / files.length);
  return [
    {
      id: "B17",
      what: `check of a file's content, ${formats.length} formats, ${files.length} files`,
      figures: `ms a file ${check.toFixed(3)}; its ends read alone ${read.toFixed(3)}; at most ${(2 * sampleBytes) / 1024} KiB read`,
      ratio: check / read,
      target: "≤ 1 ms a file",
      holds: check <= 1,
      raw: taken,
    },
  ];
}
