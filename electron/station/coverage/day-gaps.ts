import { type CoverageDay, type CoverageLayer, coverageLayers } from "#domain/coverage.ts";
import type { Clock } from "#engine/ports/host.ts";

/** Days that are overdue, counted. */
export interface DayGaps {
  readonly instrument: string;
  readonly layer: CoverageLayer;
  readonly days: number;
}

/** Counts that are at most minutes old. */
export interface GapCount {
  /** Null before they are known. Costs nothing: what is old is counted again behind the answer. */
  now(): readonly DayGaps[] | null;
  /** The next answer counts again. */
  forget(): void;
}

/** Gaps are counted again at most so often. */
const freshMs = 300_000;

/** `count` gives null while it cannot be told; `runSafely` runs what may meet a ledger that fails. */
export function createGapCount(
  clock: Pick<Clock, "nowMs">,
  runSafely: (work: () => Promise<void>) => Promise<unknown>,
  count: () => Promise<readonly DayGaps[] | null>,
): GapCount {
  let known: { readonly atMs: number; readonly gaps: readonly DayGaps[] | null } | null = null;
  let isCounting = false;
  const countAgain = async (): Promise<void> => {
    const atMs = clock.nowMs();
    known = { atMs, gaps: await count() };
  };
  return {
    now() {
      const isFresh = known !== null && Math.abs(clock.nowMs() - known.atMs) < freshMs;
      if (!isFresh && !isCounting) {
        isCounting = true;
        void runSafely(countAgain).finally(() => {
          isCounting = false;
        });
      }
      return known?.gaps ?? null;
    },
    forget() {
      if (known !== null) known = { ...known, atMs: Number.NEGATIVE_INFINITY };
    },
  };
}

/** Every instrument with every layer, zeros included. */
export function countGaps(names: readonly string[], days: readonly CoverageDay[]): readonly DayGaps[] {
  return names.flatMap((name) => {
    const own = days.filter(({ instrument }) => instrument === name);
    return coverageLayers.map((layer) => ({
      instrument: name,
      layer,
      days: own.filter(({ gaps }) => gaps.includes(layer)).length,
    }));
  });
}
