import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { FilledRow } from "./filled-ledger.ts";
import { writeStationSettings } from "./stations.ts";

const settledAt = new Date("2024-03-01T12:00:00Z");

/** A folder for one benchmark, removed by `remove`. */
export function scratchFolder(name: string): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), `skyferry-bench-${name}-`));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Writes `count` finished files of `bytes` random bytes; gives their names, `x_<n>_20240301.nc`. */
export function writeFiles(folder: string, count: number, bytes: number): string[] {
  mkdirSync(folder, { recursive: true });
  const base = randomBytes(bytes);
  return Array.from({ length: count }, (_, index) => {
    const name = `x_${String(index).padStart(6, "0")}_20240301.nc`;
    base.writeUInt32LE(index, 0);
    writeFileSync(join(folder, name), base);
    utimesSync(join(folder, name), settledAt, settledAt);
    return name;
  });
}

/** Settings of a station with one instrument that takes the files of `writeFiles`. */
export function writeSettings(file: string, url: string, folder: string): void {
  writeStationSettings(dirname(file), { url }, [{ name: "Bench", folder, pattern: "x_*_%Y%m%d.nc" }]);
}

/** Rows of a ledger of files that are no longer on disk; numbered from `from` on. */
export function* deliveredRows(count: number, from = 0): Generator<FilledRow> {
  for (let index = from; index < from + count; index++)
    yield {
      relPath: `2024/03/01/x_${String(index).padStart(7, "0")}_20240301.nc`,
      size: 740_000,
      mtimeUs: 1_709_300_000_000_000 + index,
    };
}
