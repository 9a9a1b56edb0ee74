import { type Random, seededRandom } from "#test/support/builders/seeded-random.ts";

/** A row of the fault matrix. */
export interface Row {
  readonly id: string;
  readonly fault: string;
  /** Promise that holds after each fault. */
  readonly promise: string;
  run(trial: Trial): Promise<void>;
}

/** Runs the steps of a row and keeps their results. */
export interface Trial {
  /** How often to repeat: in the full form, and in the short one that is part of the tests. */
  rounds(full: number, short: number): number;
  readonly isFull: boolean;
  /** Picks one of `each` neighbours by the seed; all of them in the full form, and where one step is repeated. */
  sample<T>(all: readonly T[], each: number): readonly T[];
  /**
   * Does one fault to a station and checks it. `work` gives what was not as promised, in words. Its random numbers
   * depend on the seed, the row and the name of the step alone, so that a step can be repeated by itself.
   * A step that has not ended after `longestMs` has hung.
   */
  step(name: string, work: (random: Random) => Promise<readonly string[]>, longestMs?: number): Promise<void>;
  /** A measured value for the table. */
  figure(name: string, value: number | string): void;
}

export interface FailedStep {
  readonly step: string;
  readonly violations: readonly string[];
}

export interface RowResult {
  readonly id: string;
  readonly fault: string;
  readonly promise: string;
  readonly tried: number;
  readonly failures: readonly FailedStep[];
  readonly figures: Readonly<Record<string, number | string>>;
  readonly seconds: number;
}

export interface RowRequest {
  readonly seed: string;
  readonly isFull: boolean;
  /** Only this step; null is every step. */
  readonly onlyStep?: string | null;
  onStep?(name: string, isWell: boolean): void;
}

/** The JSON report of a run; each failure can be repeated by what is in it. */
export function faultReport(results: readonly RowResult[], seed: string, isFull: boolean): object {
  const rows = results.map((row) => ({
    ...row,
    failures: row.failures.map((failure) => ({ seed, ...failure })),
  }));
  return { seed, form: isFull ? "full" : "short", node: process.version, rows };
}

/** Longest time of a step where the row names no other; milliseconds. */
const longestStepMs = 180_000;

/** Runs a row. A step that throws or hangs has failed; the others go on. */
export async function runRow(row: Row, request: RowRequest): Promise<RowResult> {
  const startedAt = performance.now();
  const failures: FailedStep[] = [];
  const figures: Record<string, number | string> = {};
  let tried = 0;
  const chance = seededRandom(`${request.seed}/${row.id}`);
  await row.run({
    isFull: request.isFull,
    rounds: (full, short) => (request.isFull ? full : short),
    sample(all, each) {
      if (request.isFull || (request.onlyStep ?? null) !== null) return all;
      const groups = Array.from({ length: Math.ceil(all.length / each) }, (_, group) =>
        all.slice(group * each, (group + 1) * each),
      );
      return groups.flatMap((group) => group.slice(chance.int(0, group.length - 1)).slice(0, 1));
    },
    async step(name, work, longestMs = longestStepMs) {
      if ((request.onlyStep ?? name) !== name) return;
      tried += 1;
      const violations = await outcomeOf(
        () => work(seededRandom(`${request.seed}/${row.id}/${name}`)),
        longestMs,
      );
      if (violations.length > 0) failures.push({ step: name, violations });
      request.onStep?.(name, violations.length === 0);
    },
    figure(name, value) {
      figures[name] = value;
    },
  });
  const seconds = Math.round(performance.now() - startedAt) / 1000;
  return { id: row.id, fault: row.fault, promise: row.promise, tried, failures, figures, seconds };
}

async function outcomeOf(
  work: () => Promise<readonly string[]>,
  longestMs: number,
): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const hung = new Promise<readonly string[]>((resolve) => {
    timer = setTimeout(() => resolve([`it did not end within ${longestMs / 1000} s`]), longestMs);
  });
  try {
    return await Promise.race([work(), hung]);
  } catch (error) {
    return [`it threw: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
  } finally {
    clearTimeout(timer);
  }
}
