/** A test that failed in a run. */
export interface Failure {
  /** Below the checkout, with slashes. */
  readonly file: string;
  /** With the groups that it stands in. */
  readonly name: string;
  readonly message: string;
}

/** The end of a run of tests. */
export interface Outcome {
  readonly passed: number;
  readonly skipped: number;
  readonly failures: readonly Failure[];
  /** Errors outside of every test: a file that does not load, a hook or a rejection that nobody caught. */
  readonly errors: readonly string[];
}

/** The outcome of a run that ended before it could tell one. */
export function brokenRun(error: string): Outcome {
  return { passed: 0, skipped: 0, failures: [], errors: [error] };
}

/** File and name, to know a test again in another run. */
export function keyOf({ file, name }: Pick<Failure, "file" | "name">): string {
  return `${file} > ${name}`;
}
