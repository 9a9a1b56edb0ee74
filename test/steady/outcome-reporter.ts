import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import type { Failure, Outcome } from "./outcome.ts";

interface Told {
  readonly message: string;
  readonly stack?: string | undefined;
  readonly cause?: unknown;
}

/** Message of vitest about a process of its pool that a signal ended, as Node does itself on a fault of V8. */
const endedBySignal = /with signal (?<signal>SIG[A-Z]+) .*while running test file (?<path>.+)$/;

/** Error of a run that ended before its last file. */
export const brokenOff = "vitest ended before it had run all files";

/** Writes the outcome of a run to the file that `SKYFERRY_OUTCOME` names; of one that breaks off, what had failed until then. */
export default class OutcomeReporter implements Reporter {
  readonly #ended: TestModule[] = [];

  onTestModuleEnd(module: TestModule): void {
    this.#ended.push(module);
    if (module.state() !== "failed") return;
    const outcome = outcomeOf(this.#ended, []);
    write({ ...outcome, errors: [...outcome.errors, brokenOff] });
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly Told[]): void {
    write(outcomeOf(modules, unhandled));
  }
}

function write(outcome: Outcome): void {
  const file = process.env.SKYFERRY_OUTCOME;
  if (file !== undefined) writeFileSync(file, JSON.stringify(outcome));
}

/** The outcome of the files so far. */
export function outcomeOf(modules: readonly TestModule[], unhandled: readonly Told[]): Outcome {
  const lost = unhandled.flatMap((told) => fileLostWith(told) ?? []);
  const failures: Failure[] = [...lost];
  const errors = unhandled
    .filter((told) => fileLostWith(told) === null)
    .map(({ message, stack }) => stack ?? message);
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

/** The file whose process was ended by a signal, as a failure: it can run once more. Null for any other error. */
function fileLostWith({ cause }: Told): Failure | null {
  const message = (cause as Partial<Told> | undefined)?.message ?? "";
  const { signal, path = "" } = endedBySignal.exec(message)?.groups ?? {};
  if (signal === undefined) return null;
  const file = relative(process.cwd(), path).replaceAll("\\", "/");
  return { file, name: `its process was ended by ${signal}`, message };
}
