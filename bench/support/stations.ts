import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type FilledRow, markOnDisk } from "./filled-ledger.ts";

/** An instrument of a station; what is left out takes its default. */
export interface BenchInstrument {
  readonly name: string;
  readonly folder: string;
  readonly pattern: string;
  readonly settleSeconds?: number;
  /** As the portal's catalogue has it; left out: what a portal that checks nothing takes. */
  readonly instrument?: string;
}

/** Writes the settings of a station into its data folder, which is made where it is missing. */
export function writeStationSettings(
  dataFolder: string,
  portal: { readonly url: string; readonly bandwidthKBps?: number },
  instruments: readonly BenchInstrument[],
): void {
  mkdirSync(dataFolder, { recursive: true });
  const settings = {
    portal: { ...portal, username: "station" },
    instruments: instruments.map(({ name, folder, pattern, settleSeconds = 60, instrument = "chm15k" }) => ({
      name,
      folder,
      pattern,
      site: "hyytiala",
      instrument,
      pid: "https://hdl.handle.net/21.12132/3.191564170f8a4686",
      finish: { policy: "settle", seconds: settleSeconds },
    })),
  };
  writeFileSync(join(dataFolder, "settings.json"), JSON.stringify(settings));
}

const settledAt = new Date("2024-03-01T12:00:00Z");

/** The pattern of the files of `writeSpread`. */
export const spreadPattern = "*/x_*_%Y%m%d.nc";

/** Writes `count` small finished files, spread evenly over `folders` folders; gives them as rows of a ledger. */
export function writeSpread(root: string, count: number, folders: number, content = "data"): FilledRow[] {
  for (let n = 0; n < folders; n++) mkdirSync(join(root, `d${n}`), { recursive: true });
  return Array.from({ length: count }, (_, index) => {
    const relPath = `d${index % folders}/x_${index}_20240301.nc`;
    writeFileSync(join(root, relPath), `${content}${index}`);
    utimesSync(join(root, relPath), settledAt, settledAt);
    const mark = markOnDisk(join(root, relPath));
    return {
      relPath,
      size: content.length + String(index).length,
      mtimeUs: settledAt.getTime() * 1000,
      mark,
    };
  });
}

/** The day that it is now in UTC, as file names hold it. */
export function todayInNames(): string {
  return new Date().toISOString().slice(0, 10).replaceAll("-", "");
}
