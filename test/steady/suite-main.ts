import { writeFileSync } from "node:fs";
import type { Outcome } from "./outcome.ts";
import { outcomeIn, runTests } from "./run-tests.ts";
import { filesAgain, verdictOf } from "./second-run.ts";

/**
 * Judges a run of the tests for `.ci/run`: `node suite-main.ts OUTCOME-FILE EXIT-CODE COUNTS-FILE UNSTEADY`. The first is
 * what `outcome-reporter.ts` wrote. The files of failed tests run once more, each alone. How many tests passed, failed and were
 * unsteady is written to the third, as three numbers; the last is how many were unsteady in the parts before.
 */
const [outcome = "", code = "1", counts = "", before = "0"] = process.argv.slice(2);
const first = outcomeIn(outcome, Number(code));
const second = new Map<string, Outcome>();
for (const file of filesAgain(first)) {
  process.stdout.write(`\nonce more, alone: ${file}\n`);
  second.set(file, await runTests({ words: [file], reporter: "default" }));
}
const { passed, failed, unsteady } = verdictOf(first, second, Number(before));
for (const error of first.errors) process.stdout.write(`OUTSIDE OF TESTS ${error.split("\n", 1)[0]}\n`);
for (const name of unsteady) process.stdout.write(`UNSTEADY ${name}\n`);
writeFileSync(counts, `${passed} ${failed} ${unsteady.length}\n`);
process.exit(failed === 0 ? 0 : 1);
