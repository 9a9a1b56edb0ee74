import { appendFile, mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Sleeper } from "#base/async.ts";
import { startOfDayMs, todayUtc } from "#base/dates.ts";
import { type SimulatedFile, type SimulatedInstrument, simulatedInstruments } from "./instrument-files.ts";

export interface Simulation {
  /** Absolute paths of the files that are finished. */
  written(): readonly string[];
  /** Ends the instruments: each finishes the file it is writing, none begins another. */
  finish(): Promise<void>;
}

export interface SimulationClock extends Sleeper {
  /** Epoch milliseconds. */
  nowMs(): number;
}

/** The clock of a PC that slept is looked at this often. */
const longestSleepMs = 60_000;

/**
 * Lets the demo's instruments write below `folder`, each piece by piece: at first quickly what they measured today (UTC)
 * until now, and from then on at the pace of a real instrument. The days before belong to `demoPast`: a second version of
 * one of its files would take the first out of the counts. A file that is there already is left as it is.
 */
export function startSimulation(
  folder: string,
  clock: SimulationClock,
  instruments: readonly SimulatedInstrument[] = simulatedInstruments(),
): Simulation {
  const written: string[] = [];
  const stopping = new AbortController();
  const runs = instruments.map((instrument) =>
    // On a full disk it ends; left to nobody, its rejection would end the process that carries a station's files.
    run(instrument, { folder, clock, written, stopping: stopping.signal }).catch(() => undefined),
  );
  return {
    written: () => written,
    async finish() {
      stopping.abort();
      await Promise.all(runs);
    },
  };
}

interface Run {
  readonly folder: string;
  readonly clock: SimulationClock;
  readonly written: string[];
  readonly stopping: AbortSignal;
}

async function run(instrument: SimulatedInstrument, to: Run): Promise<void> {
  const { folder, clock, stopping } = to;
  const stepMs = instrument.stepMinutes * 60_000;
  for (let at = startOfDayMs(todayUtc(clock.nowMs())); ; at += stepMs) {
    while (!stopping.aborted && clock.nowMs() < at)
      await clock.sleep(Math.min(longestSleepMs, at - clock.nowMs()), stopping);
    if (stopping.aborted) return;
    const files = await unwritten(folder, instrument.filesAt(at));
    await Promise.all(files.map((file) => write(file, instrument.pauseMs, to)));
  }
}

async function unwritten(folder: string, files: readonly SimulatedFile[]): Promise<SimulatedFile[]> {
  const missing = await Promise.all(
    files.map(async (file) => ({ file, stands: await stat(join(folder, file.relPath)).catch(() => null) })),
  );
  return missing.filter(({ stands }) => stands === null).map(({ file }) => file);
}

/** Appends piece by piece, as an instrument does. */
async function write(file: SimulatedFile, pauseMs: number, { folder, clock, written }: Run): Promise<void> {
  const path = join(folder, file.relPath);
  await mkdir(dirname(path), { recursive: true });
  for (const piece of file.pieces) {
    await appendFile(path, piece);
    await clock.sleep(pauseMs);
  }
  written.push(path);
}
