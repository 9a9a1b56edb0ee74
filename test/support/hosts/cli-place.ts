import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import type { InstrumentInput } from "#contract/settings-file.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { standingSince } from "#test/support/builders/station-place.ts";
import { runInProcess } from "./cli-in-process.ts";
import { type CliEnd, type CliOptions, jsonOf, runCli, startCli } from "./cli-run.ts";

/** Report that `submit --json` prints. */
export interface SubmitReport {
  readonly found: number;
  readonly delivered: number;
  readonly known: number;
  readonly twins: number;
  readonly superseded: number;
  readonly blocked: readonly { readonly path: string; readonly cause: string; readonly message: string }[];
  readonly waiting: readonly { readonly path: string; readonly reason: string }[];
  readonly planned: readonly { readonly path: string; readonly measurementDate: string }[];
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
  readonly holds: readonly { readonly cause: string; readonly message: string }[];
  readonly requests: { readonly post: number; readonly put: number; readonly get: number };
  readonly bytesSent: number;
  readonly seconds: number;
}

/** A ceilometer of every seed, whose files are called `live_20240501_….nc`; its folder is in the test's place. */
export const ceilometer = {
  name: "Ceilometer",
  site: "hyytiala",
  instrument: "cl61d",
  pid: "https://hdl.handle.net/21.12132/3.241bda142975460b",
  pattern: "**/live_%Y%m%d_*.nc",
  finish: { policy: "settle", seconds: 1 },
} satisfies Partial<InstrumentInput>;

/** A temporary folder with settings, a data folder and the instruments' folders, as an operator has them. */
export interface CliPlace {
  readonly root: string;
  readonly dataFolder: string;
  readonly settingsFile: string;
  /** Folder of the ceilometer. */
  readonly folder: string;
  /** Writes a file of the ceilometer (or, absolute, of another) as one that was finished an hour ago; gives its path. */
  write(name: string, content: string | Uint8Array): Promise<string>;
  /** Writes the settings again, whatever they hold. */
  configure(document: unknown): Promise<void>;
  /** The settings that the place began with. */
  readonly settings: {
    readonly portal: { readonly url: string };
    readonly instruments: readonly InstrumentInput[];
  };
  /** Runs `skyferry COMMAND --data …` there: in this process, another user's (`uid`) in one of its own. */
  run(command: string, words?: readonly string[], options?: CliOptions): Promise<CliEnd>;
  /** Runs `submit --json` and reads what it prints. */
  submit(
    words?: readonly string[],
    options?: CliOptions,
  ): Promise<{ readonly code: number | null; readonly stderr: string; readonly report: SubmitReport }>;
  /** Starts `submit --json`, waits until its log holds `words`, ends it by SIGTERM and reads what it prints. */
  submitUntil(
    words: string,
    options?: CliOptions,
  ): Promise<{ readonly code: number | null; readonly stderr: string; readonly report: SubmitReport }>;
  remove(): Promise<void>;
}

/** Makes a place with one ceilometer; `portal` adds to its section of the settings. */
export async function makeCliPlace(portalUrl: string, portal: object = {}): Promise<CliPlace> {
  const root = await makeScratch("skyferry-cli-");
  const dataFolder = join(root, "data");
  const folder = join(root, "ceilometer");
  const settingsFile = join(dataFolder, "settings.json");
  await Promise.all([mkdir(dataFolder), mkdir(folder)]);
  const settings = {
    portal: { url: portalUrl, username: "station", ...portal },
    instruments: [{ ...ceilometer, folder }],
  };
  const configure = (document: unknown) => writeFile(settingsFile, JSON.stringify(document));
  await configure(settings);
  const run: CliPlace["run"] = (command, words = [], options = {}) =>
    (options.uid === undefined ? runInProcess : runCli)([command, "--data", dataFolder, ...words], options);
  return {
    root,
    dataFolder,
    settingsFile,
    folder,
    settings,
    configure,
    run,
    async write(name, content) {
      const path = name.startsWith("/") ? name : join(folder, name);
      // A test writes thousands of small files: three asynchronous calls take ten times the work.
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      const writtenAt = standingSince();
      utimesSync(path, writtenAt, writtenAt);
      return path;
    },
    async submit(words = [], options = {}) {
      const end = await run("submit", ["--json", ...words], options);
      return { code: end.code, stderr: end.stderr, report: jsonOf<SubmitReport>(end) };
    },
    async submitUntil(words, options = {}) {
      const running = startCli(["submit", "--data", dataFolder, "--json"], options);
      const log = () => readFile(join(dataFolder, "logs", "skyferry.log"), "utf8").catch(() => "");
      await expect.poll(log).toContain(words);
      const end = await running.stop();
      return { code: end.code, stderr: end.stderr, report: jsonOf<SubmitReport>(end) };
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

/** The UTC date so many days from today, `YYYY-MM-DD`. */
export function dayFromToday(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** Name of a file of the ceilometer. */
export function liveName(date: string, what = "a"): string {
  return `live_${date.replaceAll("-", "")}_${what}.nc`;
}
