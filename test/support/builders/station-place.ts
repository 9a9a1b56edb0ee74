import { createHash } from "node:crypto";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { mkdir, rename, rm, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Instrument, PortalSettings, Settings } from "#domain/settings.ts";
import { configuration, instrument as usualInstrument } from "./engine-fixture.ts";
import { makeScratch } from "./scratch.ts";

/** Folder of one instrument and data folder of a station, under one temporary folder. */
export interface Place {
  readonly root: string;
  readonly dataFolder: string;
  readonly instrument: Instrument;
  readonly settings: Settings;
  /** Absolute path in the instrument's folder. */
  path(relPath: string): string;
  /** Writes a file as an instrument that finished it `standingSince`, always at the same time. Gives its absolute path. */
  write(relPath: string, bytes: Uint8Array): Promise<string>;
  /** As `write`, and moved in when it is finished: for a clock that leaps, to which no file looks young. */
  bring(relPath: string, bytes: Uint8Array): Promise<string>;
  /** The settings as the file that the command line reads. Gives its path. */
  writeSettings(): Promise<string>;
  remove(): Promise<void>;
}

export interface PlaceOptions {
  readonly portalUrl: string;
  readonly instrument?: Partial<Instrument>;
  readonly portal?: Partial<PortalSettings>;
  /** Another instrument's folder that this station watches too; default is one of its own. */
  readonly folder?: string;
  /** Another data folder, which others remove; default is one of its own. */
  readonly dataFolder?: string;
}

/** Today's UTC date, `YYYY-MM-DD`: files of this date are fresh. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Name of a file of the sample instrument: `live_20240501_<what>.nc`. */
export function sampleName(what: string, date = today()): string {
  return `live_${date.replaceAll("-", "")}_${what}.nc`;
}

/** Lower-case MD5. */
export function md5(bytes: Uint8Array): string {
  return createHash("md5").update(bytes).digest("hex");
}

/** Seconds since the epoch: an hour ago; in the first hour of a day its first second, as what ended at midnight is of the day before. */
export function standingSince(): number {
  const now = Date.now() / 1000;
  const midnight = now - (now % 86_400);
  return Math.max(now - 3600, Math.min(midnight + 1, now - 120));
}

/** As the settings file has it. */
function modelSource({ kind, instrument, pid, tags, ...rest }: Instrument) {
  return { ...rest, model: instrument };
}

/** Makes a place with one ceilometer whose files are called as `sampleName` says. */
export async function makePlace(options: PlaceOptions): Promise<Place> {
  const root = await makeScratch("skyferry-place-");
  const folder = options.folder ?? join(root, "instrument");
  const dataFolder = options.dataFolder ?? join(root, "data");
  await mkdir(folder, { recursive: true });
  const instrument = usualInstrument({
    name: "Ceilometer",
    instrument: "cl61d",
    pid: "https://hdl.handle.net/21.12132/3.241bda142975460b",
    folder,
    pattern: "**/live_%Y%m%d_*.nc",
    finish: { policy: "settle", seconds: 1 },
    ...options.instrument,
  });
  const { settings } = configuration([instrument], { url: options.portalUrl, ...options.portal });
  const path = (relPath: string) => join(folder, relPath);
  const writtenAt = Math.floor(standingSince());
  return {
    root,
    dataFolder,
    instrument,
    settings,
    path,
    async write(relPath, bytes) {
      // As in cli-place.ts.
      mkdirSync(dirname(path(relPath)), { recursive: true });
      writeFileSync(path(relPath), bytes);
      utimesSync(path(relPath), writtenAt, writtenAt);
      return path(relPath);
    },
    async bring(relPath, bytes) {
      const draft = join(root, "draft");
      await writeFile(draft, bytes);
      await utimes(draft, writtenAt, writtenAt);
      await rename(draft, path(relPath));
      return path(relPath);
    },
    async writeSettings() {
      await mkdir(dataFolder, { recursive: true });
      const file = join(dataFolder, "settings.json");
      const models = settings.instruments.filter(({ kind }) => kind === "model").map(modelSource);
      const instruments = settings.instruments.filter(({ kind }) => kind === undefined);
      await writeFile(file, JSON.stringify({ ...settings, instruments, models }, null, 2));
      return file;
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
