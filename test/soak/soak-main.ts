import { randomInt } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runProgram } from "#test/support/hosts/program.ts";
import { runSoak } from "./soak.ts";
import { longPlan } from "./soak-plan.ts";
import { reportTrouble, writeReport } from "./soak-report.ts";

const help = `A long run: a daemon, its portal and five instruments at ten times their cadence, with faults at random.

Usage: npm run long -- soak --hours H [--seed N] [--data DIR] [--out PATH]

  --hours H    how long the instruments write; fractions are taken, such as 0.75
  --seed N     the seed of an earlier run: the same contents, faults and pauses; default: a new one, printed first
  --data DIR   an empty folder for portal, station and instruments, which is kept; default: one that is removed
  --out PATH   where the report goes, as PATH.md, PATH.json and PATH.svg; default: bench/soak-report

Ctrl-C ends the run: the queue drains, everything is checked and the report tells what was until then.
Ends with 0 when everything held, with 1 when something did not, with 2 for bad usage. Linux only.
`;

type Flags = Exclude<ReturnType<typeof read>, string>;

process.exit(await runProgram({ name: "soak", help, read, run }));

async function run(flags: Flags): Promise<number> {
  const seed = flags.seed ?? String(randomInt(1_000_000));
  const plan = longPlan(Number(flags.hours), seed);
  const out = flags.out ?? join("bench", "soak-report");
  const outTrouble = await reportTrouble(out);
  if (outTrouble !== null) {
    process.stderr.write(`soak: --out: ${outTrouble}\n`);
    return 2;
  }
  const root = flags.data ?? (await mkdtemp(join(tmpdir(), "skyferry-soak-")));
  await mkdir(root, { recursive: true });
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stopping.abort());
  process.stdout.write(`seed ${seed}, ${flags.hours} h, in ${root}\n\n`);
  try {
    const say = (line: string) => void process.stdout.write(`${line}\n`);
    const result = await runSoak(plan, { root, stopping: stopping.signal, say });
    const written = await writeReport(result, out);
    process.stdout.write(`\n${written.summary}\nReport: ${written.file}\n`);
    return result.violations.length === 0 ? 0 : 1;
  } finally {
    if (flags.data === undefined) await rm(root, { recursive: true, force: true });
  }
}

/** The flags, or what is wrong with them. */
function read(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: "boolean", short: "h" },
      hours: { type: "string" },
      seed: { type: "string" },
      data: { type: "string" },
      out: { type: "string" },
    },
  });
  const hours = Number(values.hours);
  if (values.help !== true && !(hours > 0 && hours <= 8_760))
    return "--hours must be a number of hours above 0, such as 0.75.";
  return values;
}
