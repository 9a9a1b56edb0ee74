import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keepBusy } from "./busy-loops.ts";
import { runTests } from "./run-tests.ts";
import type { SteadyFlags } from "./steady-flags.ts";
import { linesOf, type Round } from "./steady-report.ts";

const top = join(import.meta.dirname, "../..");
const gigabyte = 2 ** 30;

/** Runs the rounds, tells what failed in any of them, and gives the exit code. */
export async function steady({ rounds: wanted, load, seed, filters }: SteadyFlags): Promise<number> {
  const obstacle = await whyNot();
  if (obstacle !== null) {
    process.stderr.write(`steady: cannot run: ${obstacle}\n`);
    return 1;
  }
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stopping.abort());
  const busy = keepBusy(load);
  const rounds: Round[] = [];
  try {
    for (let number = 1; number <= wanted && !stopping.signal.aborted; number++) {
      const order = seed + number - 1;
      process.stdout.write(`\nround ${number} of ${wanted}, seed ${order}, load ${load}\n`);
      const outcome = await runTests({
        words: filters,
        reporter: "dot",
        env: { SKYFERRY_TEST_ORDER: String(order) },
        stopping: stopping.signal,
      });
      if (!stopping.signal.aborted || outcome.failures.length > 0)
        rounds.push({ number, seed: order, outcome });
    }
  } finally {
    busy.end();
  }
  const { lines, isSteady } = linesOf(rounds, wanted);
  process.stdout.write(`\n${lines.join("\n")}\n`);
  return isSteady ? 0 : 1;
}

/** The reason why no round can run here, or null. */
async function whyNot(): Promise<string | null> {
  if (!existsSync(join(top, "node_modules", "vitest", "vitest.mjs")))
    return "vitest is not installed; run npm ci first.";
  const memory = process.availableMemory() / gigabyte;
  if (memory < 2) return `${memory.toFixed(1)} GB of memory are free, and the tests need 2 GB.`;
  for (const folder of new Set([top, tmpdir()])) {
    try {
      const { bavail, bsize } = await statfs(folder);
      const free = (bavail * bsize) / gigabyte;
      if (free < 2)
        return `${free.toFixed(1)} GB are free on the disk of ${folder}, and the tests need 2 GB.`;
    } catch (error) {
      return `${folder} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  return null;
}
