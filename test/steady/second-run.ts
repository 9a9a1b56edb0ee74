import { type Failure, keyOf, type Outcome } from "./outcome.ts";

/** More tests than this that fail in one of two runs are no chance, and make a run red; of all parts of the tests together. */
const mostUnsteady = 2;
/** More failures than this are a broken change, and not run again. */
const mostRepeated = 20;

export interface Verdict {
  readonly passed: number;
  readonly failed: number;
  /** Tests that failed in one of two runs and passed in the other. */
  readonly unsteady: readonly string[];
}

/** The files to run once more, each alone. */
export function filesAgain({ failures }: Outcome): readonly string[] {
  return failures.length > mostRepeated ? [] : [...new Set(failures.map(({ file }) => file))];
}

/**
 * The verdict on a run, by a second one of each file with a failure. A test that failed twice has failed, and so has a file whose
 * second run broke. Errors outside of tests are never forgiven. `before`: how many were unsteady in parts that ran before.
 */
export function verdictOf(first: Outcome, second: ReadonlyMap<string, Outcome>, before = 0): Verdict {
  const unsteady = new Set<string>();
  const failed = new Set<string>();
  for (const failure of first.failures) {
    const again = second.get(failure.file);
    const hasPassed = again !== undefined && again.errors.length === 0 && !isAmong(failure, again.failures);
    (hasPassed ? unsteady : failed).add(keyOf(failure));
  }
  for (const { failures } of second.values())
    for (const failure of failures) if (!failed.has(keyOf(failure))) unsteady.add(keyOf(failure));
  const isForgiven = before + unsteady.size <= mostUnsteady;
  const all = first.passed + first.failures.length;
  const redTests = failed.size + (isForgiven ? 0 : unsteady.size);
  return {
    passed: all - redTests,
    failed: redTests + first.errors.length,
    unsteady: [...unsteady],
  };
}

function isAmong(failure: Failure, others: readonly Failure[]): boolean {
  return others.some((other) => keyOf(other) === keyOf(failure));
}
