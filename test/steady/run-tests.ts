import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brokenRun, type Outcome } from "./outcome.ts";

const top = join(import.meta.dirname, "../..");
const vitest = join(top, "node_modules", "vitest", "vitest.mjs");
const reporter = join(import.meta.dirname, "outcome-reporter.ts");

export interface TestRun {
  /** Filters and flags of vitest. */
  readonly words: readonly string[];
  /** Reporter that people read while it runs. */
  readonly reporter: "default" | "dot";
  readonly env?: Readonly<Record<string, string>>;
  /** Ends the run early. */
  readonly stopping?: AbortSignal;
}

/** Runs vitest once, its output on this process's own, and gives what became of each test. */
export async function runTests({ words, reporter: shown, env, stopping }: TestRun): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), "skyferry-outcome-"));
  const file = join(folder, "outcome.json");
  try {
    const all = [vitest, "run", `--reporter=${shown}`, `--reporter=${reporter}`, ...words];
    const child = spawn(process.execPath, all, {
      cwd: top,
      stdio: "inherit",
      env: { ...process.env, ...env, SKYFERRY_OUTCOME: file },
    });
    const stop = () => void child.kill("SIGINT");
    stopping?.addEventListener("abort", stop);
    const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
    stopping?.removeEventListener("abort", stop);
    return outcomeIn(file, signal ?? code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Gives the reporter's outcome of a run that ended so. A run that failed for a reason that it told nobody fails all the same. */
export function outcomeIn(file: string, end: string | number | null): Outcome {
  let outcome: Outcome;
  try {
    outcome = JSON.parse(readFileSync(file, "utf8")) as Outcome;
  } catch {
    return brokenRun(`vitest ended (${end}) before it had run the tests; its own words stand above`);
  }
  const isTold = end === 0 || outcome.failures.length + outcome.errors.length > 0;
  return isTold ? outcome : { ...outcome, errors: [`vitest ended with ${end}`] };
}
