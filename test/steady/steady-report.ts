import { keyOf, type Outcome } from "./outcome.ts";

export interface Round {
  readonly number: number;
  readonly seed: number;
  readonly outcome: Outcome;
}

/** The report on the rounds that ended: each test that failed once, with its rounds, seeds and the last message. */
export function linesOf(rounds: readonly Round[], wanted: number): { lines: string[]; isSteady: boolean } {
  const failed = new Map<string, { at: string[]; message: string }>();
  const lines: string[] = [];
  for (const { number, seed, outcome } of rounds) {
    const { passed, skipped, failures, errors } = outcome;
    const round = `round ${number}, seed ${seed}`;
    lines.push(`${round}: ${passed} passed, ${failures.length} failed, ${skipped} skipped`);
    for (const error of errors) lines.push(`  outside of tests: ${indented(error)}`);
    for (const failure of failures) {
      const known = failed.get(keyOf(failure));
      failed.set(keyOf(failure), { at: [...(known?.at ?? []), round], message: failure.message });
    }
  }
  for (const [name, { at, message }] of failed)
    lines.push(`UNSTEADY ${name}`, ...at.map((round) => `  ${round}`), `  ${indented(message)}`);
  const hasRun = rounds.length === wanted && rounds.every(({ outcome }) => outcome.passed > 0);
  const hasErrors = rounds.some(({ outcome }) => outcome.errors.length > 0);
  if (rounds.length < wanted) lines.push(`${wanted - rounds.length} of ${wanted} rounds did not end.`);
  lines.push(
    `${failed.size === 0 ? "No test" : `${failed.size} of the tests`} failed in ${rounds.length} rounds.`,
  );
  return { lines, isSteady: hasRun && failed.size === 0 && !hasErrors };
}

function indented(text: string): string {
  return text.trimEnd().replaceAll("\n", "\n  ");
}
