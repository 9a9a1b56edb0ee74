import { writeFileSync } from "node:fs";
import type { Outcome } from "./outcome.ts";
import { outcomeIn, runTests } from "./run-tests.ts";
import { filesAgain, verdictOf } from "./second-run.ts";

/**
 * Judges a run of the tests for `.ci/run`: `node suite-main.ts OUTCOME-FILE EXIT-CODE COUNTS-FILE`. The first is what
 * `outcome-reporter.ts` wrote. The files of failed tests run once more, each alone. How many tests passed and failed is written
 * to the last, as two numbers.
 */
const [outcome = "", code = "1", counts = ""] = process.argv.slice(2);
const first = outcomeIn(outcome, Number(code));
const second = new Map<string, Outcome>();
for (const file of filesAgain(first)) {
  process.stdout.write(`\nonce more, alone: ${file}\n`);
  second.set(file, await runTests({ words: [file], reporter: "default" }));
}
const { passed, failed, unsteady } = verdictOf(first, second);
for (const error of first.errors) process.stdout.write(`OUTSIDE OF TESTS ${error.split("\n", 1)[0]}\n`);
for (const name of unsteady) process.stdout.write(`UNSTEADY ${name}\n`);
writeFileSync(counts, `${passed} ${failed}\n`);
process.exit(failed === 0 ? 0 : 1);
