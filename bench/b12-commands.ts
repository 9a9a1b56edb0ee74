import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { run } from "./support/children.ts";
import { startDaemon } from "./support/daemons.ts";
import { fillLedger } from "./support/filled-ledger.ts";
import { cpuSecondsOfEnded } from "./support/process-facts.ts";
import { buildProgram, bundle, checkout, type Program } from "./support/programs.ts";
import { mean, median, type Row } from "./support/report.ts";
import { spreadPattern, writeSpread, writeStationSettings } from "./support/stations.ts";
import { scratchFolder } from "./support/trees.ts";

const mostMB = 90;

/** A command, and how many times the processor time of bare Node it may take. */
interface Command {
  readonly what: string;
  readonly words: readonly string[];
  readonly most: number;
}

interface Start {
  readonly cpuSeconds: number;
  readonly seconds: number;
  readonly peakMB: number;
}

/**
 * B12: start of a command, warm and, from the checkout, cold (nothing compiled is kept yet), without npm's own start;
 * against bare `node -e 0`. The station has 1,000 delivered files, and nothing to do.
 */
export async function commands(scale: number): Promise<Row[]> {
  const rounds = Math.max(3, Math.round(11 * scale));
  const scratch = scratchFolder("b12");
  const data = join(scratch.path, "station");
  const folder = join(scratch.path, "files");
  mkdirSync(folder, { recursive: true });
  await fillLedger(data, "Bench", "delivered", writeSpread(folder, 1000, 10));
  writeStationSettings(data, { url: "http://127.0.0.1:9" }, [
    { name: "Bench", folder, pattern: spreadPattern },
  ]);
  await buildProgram();
  const asked: readonly Command[] = [
    { what: "--version", words: ["--version"], most: 3 },
    { what: "status", words: ["status", "--data", data, "--json"], most: 6 },
    { what: "submit, nothing to do", words: ["submit", "--data", data, "--json"], most: 8 },
  ];
  const rows: Row[] = [];
  for (const program of [bundle, checkout]) {
    for (const command of asked) rows.push(await rowOf(program, command, rounds));
    const daemon = await startDaemon(data, program);
    const beside = { what: "status beside a daemon", words: ["status", "--data", data, "--json"], most: 6 };
    rows.push(await rowOf(program, beside, rounds));
    await daemon.stop();
  }
  scratch.remove();
  return rows;
}

async function rowOf(program: Program, { what, words, most }: Command, rounds: number): Promise<Row> {
  if (program.compiled !== null) rmSync(program.compiled, { recursive: true, force: true });
  const first = await started([program.entry, ...words], program);
  const bare: Start[] = [];
  const ours: Start[] = [];
  for (let round = 0; round < rounds; round++) {
    bare.push(await started(["-e", "0"], program));
    ours.push(await started([program.entry, ...words], program));
  }
  const middle = (starts: readonly Start[], of: (one: Start) => number) => median(starts.map(of));
  // A mean, as the system tells processor time in steps of 10 ms.
  const cpuOf = (starts: readonly Start[]) => mean(starts.map(({ cpuSeconds }) => cpuSeconds));
  const ratio = cpuOf(ours) / cpuOf(bare);
  const ms = (seconds: number) => (seconds * 1000).toFixed(0);
  const cpu = (starts: readonly Start[]) => ms(cpuOf(starts));
  const clock = (starts: readonly Start[]) => ms(middle(starts, ({ seconds }) => seconds));
  const peakMB = Math.max(...ours.map((one) => one.peakMB));
  const cold = program.compiled === null ? "" : `, cold ${ms(first.cpuSeconds)}`;
  return {
    id: "B12",
    what: `${what}, ${program.name}`,
    figures: `ms of a core: bare node ${cpu(bare)}, skyferry ${cpu(ours)}${cold}; by the clock ${clock(bare)}, ${clock(ours)}; ${peakMB.toFixed(0)} MB (bare ${middle(bare, (one) => one.peakMB).toFixed(0)})`,
    ratio,
    target: `≤ ${most} × bare node, ≤ ${mostMB} MB`,
    holds: ratio <= most && peakMB <= mostMB,
    raw: { first, bare, ours },
  };
}

async function started(words: readonly string[], program: Program): Promise<Start> {
  const before = cpuSecondsOfEnded();
  const env = { ...process.env, ...program.env, SKYFERRY_PASSWORD: "station" };
  const { seconds, peakMB } = await run(process.execPath, words, env, { lookEveryMs: 5 });
  return { cpuSeconds: cpuSecondsOfEnded() - before, seconds, peakMB };
}
