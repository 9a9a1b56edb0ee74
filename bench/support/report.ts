/** Line of the table: what was measured against what, and whether the target holds. */
export interface Row {
  readonly id: string;
  readonly what: string;
  /** Figures in words, physical limits of the same run among them. */
  readonly figures: string;
  readonly ratio: number;
  readonly target: string;
  readonly holds: boolean;
  /** Everything that was measured. */
  readonly raw: unknown;
}

/** Middle value; the mean of both for an even count. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The value that `part` (0 to 1) of the values do not exceed. */
export function percentileOf(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}

/** Measures each of `takers` once a round, in turn, so that a drifting machine moves all alike; seconds by name. */
export async function inTurn<T extends { readonly name: string }>(
  takers: readonly T[],
  rounds: number,
  measure: (taker: T) => Promise<number>,
): Promise<Record<string, number[]>> {
  const taken: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round++)
    for (const taker of takers) {
      const seconds = await measure(taker);
      taken[taker.name] = [...(taken[taker.name] ?? []), seconds];
    }
  return taken;
}

/** Median of the ratios round by round. */
export function ratioOf(taken: Record<string, number[]>, of: string, to: string): number {
  return median((taken[of] ?? []).map((value, round) => value / (taken[to]?.[round] ?? Number.NaN)));
}

export function printTable(rows: readonly Row[]): string {
  const head = "| | what | measured | ratio | target | holds |\n|---|---|---|---|---|---|";
  const lines = rows.map(
    ({ id, what, figures, ratio, target, holds }) =>
      `| ${id} | ${what} | ${figures} | ${ratio.toFixed(2)} | ${target} | ${holds ? "yes" : "**no**"} |`,
  );
  return [head, ...lines].join("\n");
}
