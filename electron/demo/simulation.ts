import { appendFile, mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type SimulatedFile, type SimulatedInstrument, simulatedInstruments } from "./instrument-files.ts";

export interface Simulation {
  /** Absolute paths of the files that are finished. */
  written(): readonly string[];
  /** Ends the instruments: each finishes the file it is writing, none begins another. */
  finish(): Promise<void>;
}

const dayMs = 86_400_000;

/**
 * Lets the demo's instruments write below `folder`: each appends to its file, then moves on to the next,
 * today's files first, then those of the days before. A file that is there already is left as it is.
 */
export function startSimulation(folder: string, nowMs: number): Simulation {
  const written: string[] = [];
  const stopping = new AbortController();
  const today = Math.floor(nowMs / dayMs) * dayMs;
  const runs = simulatedInstruments().map((instrument) =>
    // On a full disk it ends; left to nobody, its rejection would end the process that carries a station's files.
    run(instrument, folder, today, written, stopping.signal).catch(() => undefined),
  );
  return {
    written: () => written,
    async finish() {
      stopping.abort();
      await Promise.all(runs);
    },
  };
}

async function run(
  instrument: SimulatedInstrument,
  folder: string,
  today: number,
  written: string[],
  stopping: AbortSignal,
): Promise<void> {
  for (let day = today; !stopping.aborted; day -= dayMs) {
    for (let at = day; at < day + dayMs && !stopping.aborted; at += instrument.stepMinutes * 60_000) {
      const files = await unwritten(folder, instrument.filesAt(at));
      if (files.length === 0) continue;
      await Promise.all(files.map((file) => write(folder, file, instrument.pauseMs, written)));
    }
  }
}

async function unwritten(folder: string, files: readonly SimulatedFile[]): Promise<SimulatedFile[]> {
  const missing = await Promise.all(
    files.map(async (file) => ({ file, stands: await stat(join(folder, file.relPath)).catch(() => null) })),
  );
  return missing.filter(({ stands }) => stands === null).map(({ file }) => file);
}

/** Appends piece by piece, as an instrument does. */
async function write(folder: string, file: SimulatedFile, pauseMs: number, written: string[]): Promise<void> {
  const path = join(folder, file.relPath);
  await mkdir(dirname(path), { recursive: true });
  for (const piece of file.pieces) {
    await appendFile(path, piece);
    await sleep(pauseMs);
  }
  written.push(path);
}
