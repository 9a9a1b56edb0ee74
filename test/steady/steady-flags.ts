import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";

export const help = `Runs every test several times, each time in another order of files, and names each that failed once.

Usage: npm run steady -- [--rounds 3] [--load 0] [--seed N] [FILTER ...]

  --rounds N   how many times; default 3
  --load N     so many processes that do nothing but keep a processor busy, beside the tests; default 0
  --seed N     the order of an earlier run; the second round has the next seed; default: a new one, printed first
  FILTER       files whose path has this in it, as vitest takes it: test/pages

Ends with 0 when nothing failed, with 1 when a test failed once or a round could not run, with 2 for bad usage.
Ctrl-C ends the round and tells what was until then.
`;

export interface SteadyFlags {
  readonly help?: boolean;
  readonly rounds: number;
  readonly load: number;
  readonly seed: number;
  readonly filters: readonly string[];
}

/** The flags, or what is wrong with them. */
export function flagsOfSteady(args: string[]): SteadyFlags | string {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      help: { type: "boolean", short: "h", default: false },
      rounds: { type: "string", default: "3" },
      load: { type: "string", default: "0" },
      seed: { type: "string" },
    },
  });
  const rounds = wholeNumber(values.rounds, 1, 1_000);
  if (rounds === null) return `--rounds: ${values.rounds} is no whole number from 1 to 1000.`;
  const load = wholeNumber(values.load, 0, 256);
  if (load === null) return `--load: ${values.load} is no whole number from 0 to 256.`;
  const seed = values.seed === undefined ? randomInt(1_000_000) : wholeNumber(values.seed, 0, 2 ** 31);
  if (seed === null) return `--seed: ${values.seed} is no whole number from 0.`;
  return { help: values.help, rounds, load, seed, filters: positionals };
}

function wholeNumber(text: string, least: number, most: number): number | null {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : null;
}
