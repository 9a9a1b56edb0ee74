import { randomInt } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { makeFolder } from "#adapters/owner-only.ts";
import { runProgram } from "#test/support/hosts/program.ts";
import { type FailedStep, faultReport, type RowResult, runRow } from "./row.ts";
import { rows } from "./rows.ts";

const help = `The fault matrix: every fault is done to a station, and an oracle with a ledger of its own checks what is left.

Usage: npm run long -- faults [--only F9[,F12…]] [--seed N] [--step NAME] [--short] [--json FILE]

  --only F9,F12   these rows only
  --seed N        the seed of an earlier run, to repeat it; default: a new one, printed first
  --step NAME     this step of the row only
  --short         the form that is part of the tests
  --json FILE     where the report goes; default: bench/results/faults-<time>.json

Ends with 0 when everything held, with 1 when something did not, with 2 for bad usage.
`;

type Flags = Exclude<ReturnType<typeof read>, string>;

// A step that hung may have left something running.
process.exit(await runProgram({ name: "faults", help, read, run }));

async function run(flags: Flags): Promise<number> {
  const seed = flags.seed ?? String(randomInt(1_000_000));
  const isFull = flags.short !== true;
  const chosen = flags.only?.toUpperCase().split(",");
  const wanted = rows.filter(({ id }) => chosen?.includes(id) ?? true);
  process.stdout.write(`seed ${seed}, ${isFull ? "full" : "short"} form\n\n`);
  const results: RowResult[] = [];
  const file = flags.json ?? join("bench", "results", `faults-${stamp()}.json`);
  // Before the first row and after each: a place that cannot be written is told at once, an end before its time loses nothing.
  const report = async (): Promise<void> => {
    makeFolder(resolve(dirname(file)));
    await writeFile(file, `${JSON.stringify(faultReport(results, seed, isFull), null, 2)}\n`);
  };
  try {
    await report();
  } catch (error) {
    process.stderr.write(`faults: --json: ${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
  for (const row of wanted) {
    const result = await runRow(row, { seed, isFull, onlyStep: flags.step ?? null });
    results.push(result);
    await report();
    process.stdout.write(lineOf(result));
    for (const failed of result.failures) process.stdout.write(failureOf(row.id, failed, seed, isFull));
  }
  process.stdout.write(`\n${tableOf(results)}\nReport: ${file}\n`);
  const hasTried = results.every(({ tried }) => tried > 0);
  if (!hasTried) {
    process.stderr.write("faults: a row tried nothing; is the step's name right?\n");
    return 2;
  }
  return results.every(({ failures }) => failures.length === 0) ? 0 : 1;
}

/** The flags, or what is wrong with them. */
function read(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: "boolean", short: "h" },
      only: { type: "string" },
      seed: { type: "string" },
      step: { type: "string" },
      short: { type: "boolean" },
      json: { type: "string" },
    },
  });
  const known = rows.map(({ id }) => id);
  const unknown = values.only
    ?.toUpperCase()
    .split(",")
    .find((id) => !known.includes(id));
  if (unknown !== undefined) return `--only: there is no row ${unknown}; there are ${known.join(", ")}.`;
  return values;
}

function lineOf({ id, tried, failures, seconds, figures }: RowResult): string {
  const said = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
  const figured = said.length === 0 ? "" : ` (${said.join(", ")})`;
  return `${id.padEnd(4)} ${tried - failures.length} of ${tried} held, ${seconds.toFixed(1)} s${figured}\n`;
}

function failureOf(id: string, { step, violations }: FailedStep, seed: string, isFull: boolean): string {
  const repeat = `npm run long -- faults --only ${id} --seed ${seed}${isFull ? "" : " --short"} --step "${step}"`;
  return [`  FAILED ${step}`, ...violations.map((line) => `    ${line}`), `    again: ${repeat}`, ""].join(
    "\n",
  );
}

function tableOf(results: readonly RowResult[]): string {
  const lines = results.map(
    ({ id, fault, promise, tried, failures }) =>
      `| ${id} | ${fault} | ${promise} | ${tried} | ${tried - failures.length} |`,
  );
  return ["| | fault | promised | tried | held |", "|---|---|---|---|---|", ...lines, ""].join("\n");
}

function stamp(): string {
  return new Date().toISOString().replace(/[-:]|\.\d+/g, "");
}
