import { appendFile, mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Sleeper } from "#base/async.ts";
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

const dayMs = 86_400_000;
/** The clock of a PC that slept is looked at this often. */
const longestSleepMs = 60_000;

/**
 * Lets the demo's instruments write below `folder`, each piece by piece: at first quickly what they measured today until
 * now, then the day before, and from then on at the pace of a real instrument. A file that is there already is left as
 * it is.
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
  for (const at of moments(instrument.stepMinutes * 60_000, clock.nowMs())) {
    while (!stopping.aborted && clock.nowMs() < at)
      await clock.sleep(Math.min(longestSleepMs, at - clock.nowMs()), stopping);
    if (stopping.aborted) return;
    const files = await unwritten(folder, instrument.filesAt(at));
    await Promise.all(files.map((file) => write(file, instrument.pauseMs, to)));
  }
}

/** Beginnings of steps: today's until now, those of the day before, and all after now. */
function* moments(stepMs: number, nowMs: number): Generator<number> {
  const today = Math.floor(nowMs / dayMs) * dayMs;
  for (let at = today; at <= nowMs; at += stepMs) yield at;
  for (let at = today - dayMs; at < today; at += stepMs) yield at;
  for (let at = today + (Math.floor((nowMs - today) / stepMs) + 1) * stepMs; ; at += stepMs) yield at;
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
