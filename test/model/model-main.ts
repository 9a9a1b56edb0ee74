import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { type ModelRequest, runModel } from "./model-run.ts";

const help = `Things happen to a station in random order; after every step an oracle looks whether all promises hold.

Usage: npm run model -- [--steps 10000] [--seed N]
       npm run model -- --seed N --path PATH --replay PATH

  --steps N      how many steps at least; default 10000
  --seed N       the seed of an earlier run, to repeat it; default: a new one, printed first
  --path PATH, --replay PATH   as a failure printed them, to see its counter-example again

Ends with 0 when everything held, with 1 when something did not, with 2 for bad usage.
`;

/** Runs of one seed; the next ones have the next seed. */
const runsOfSeed = 50;

process.exit(await main(process.argv.slice(2)));

async function main(args: readonly string[]): Promise<number> {
  const flags = readFlags(args);
  if (typeof flags === "string") {
    if (flags === "help") process.stdout.write(help);
    else process.stderr.write(`model: ${flags}\n`);
    return flags === "help" ? 0 : 2;
  }
  const { steps: wanted, seed: first, path, replay } = flags;
  process.stdout.write(`seed ${first}\n`);
  const startedAt = performance.now();
  let steps = 0;
  let runs = 0;
  for (let seed = first; steps < wanted; seed++) {
    const request: ModelRequest = { seed, runs: runsOfSeed, path, replayPath: replay };
    const result = await runModel(request);
    steps += result.steps;
    runs += result.runs;
    if (result.failure !== null) {
      const replayPath = /replayPath="([^"]*)"/.exec(result.failure)?.[1] ?? "";
      const found = /path: "([^"]*)"/.exec(result.failure)?.[1] ?? "";
      const again = `npm run model -- --seed ${seed} --path "${found}" --replay "${replayPath}"`;
      process.stdout.write(`${result.failure}\nagain: ${again}\n`);
      return 1;
    }
    if (path !== undefined) break;
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`${steps} steps in ${runs} runs held, ${seconds} s\n`);
  return 0;
}

/** The flags, "help", or what is wrong with them. */
function readFlags(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        help: { type: "boolean", short: "h" },
        steps: { type: "string", default: "10000" },
        seed: { type: "string", default: String(randomInt(1_000_000)) },
        path: { type: "string" },
        replay: { type: "string" },
      },
    });
    if (values.help === true) return "help";
    const steps = Number(values.steps);
    const seed = Number(values.seed);
    if (!Number.isInteger(steps) || steps < 1) return `--steps: ${values.steps} is no number of steps.`;
    if (!Number.isInteger(seed)) return `--seed: ${values.seed} is no whole number.`;
    return { steps, seed, path: values.path, replay: values.replay };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
