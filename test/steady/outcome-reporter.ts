import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import type { Failure, Outcome } from "./outcome.ts";

interface Told {
  readonly message: string;
  readonly stack?: string | undefined;
}

/** Writes the outcome of a run to the file that `SKYFERRY_OUTCOME` names. */
export default class OutcomeReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly Told[]): void {
    const file = process.env.SKYFERRY_OUTCOME;
    if (file !== undefined) writeFileSync(file, JSON.stringify(outcomeOf(modules, unhandled)));
  }
}

/** The outcome of the files so far. */
export function outcomeOf(modules: readonly TestModule[], unhandled: readonly Told[]): Outcome {
  const failures: Failure[] = [];
  const errors = unhandled.map(({ message, stack }) => stack ?? message);
  let passed = 0;
  let skipped = 0;
  for (const module of modules) {
    const file = relative(process.cwd(), module.moduleId).replaceAll("\\", "/");
    const outside = [module.errors(), ...[...module.children.allSuites()].map((suite) => suite.errors())];
    for (const { message } of outside.flat()) errors.push(`${file}: ${message}`);
    for (const test of module.children.allTests()) {
      const { state, errors: told = [] } = test.result();
      if (state === "passed") passed++;
      else if (state === "failed")
        failures.push({ file, name: test.fullName, message: told.map(({ message }) => message).join("\n") });
      else skipped++;
    }
  }
  return { passed, skipped, failures, errors };
}
