import { median } from "#bench/support/report.ts";
import type { Sample } from "./samples.ts";
import type { SoakPlan } from "./soak-plan.ts";

/** The first third of a life against its last one. */
export interface Flatness {
  readonly what: string;
  /** Medians. */
  readonly firstThird: number;
  readonly lastThird: number;
  /** Most that the last third may hold. */
  readonly limit: number;
  /** Medians of the four quarters of the same time: they tell a level that was reached from growth that goes on. */
  readonly quarters: readonly number[];
  /** Null where the life was too short to tell. */
  readonly isFlat: boolean | null;
}

/** A tenth more, and this, is within what a process does anyway. */
const growth = 1.1;
const threadSlack = 2;
const fewestSamples = 6;

/** Gives the figures that must not grow, measured in the longest life of the daemon without its warm-up. */
export function flatnessOf(samples: readonly Sample[], plan: SoakPlan): readonly Flatness[] {
  const life = longestLife(samples).filter(({ livedMs }) => livedMs >= plan.warmUpMs);
  const judge = (what: string, slack: number, figureOf: (sample: Sample) => number): Flatness => {
    const values = life.map(figureOf);
    const third = Math.floor(values.length / 3);
    const firstThird = median(values.slice(0, third));
    const lastThird = median(values.slice(values.length - third));
    const limit = firstThird * growth + slack;
    const isFlat = values.length < fewestSamples ? null : lastThird <= limit;
    const quarters = [0, 1, 2, 3].map((index) =>
      median(values.slice((values.length * index) / 4, (values.length * (index + 1)) / 4)),
    );
    return { what, firstThird, lastThird, limit, quarters, isFlat };
  };
  return [
    judge("resident memory, bytes", plan.memorySlackBytes, (sample) => sample.residentBytes),
    judge("of it heap, buffers and stacks, bytes", plan.memorySlackBytes, (sample) => sample.anonymousBytes),
    judge("open descriptors", plan.descriptorSlack, (sample) => sample.descriptors),
    judge("threads", threadSlack, (sample) => sample.threads),
  ];
}

/** Samples of the life that was measured most often. */
export function longestLife(samples: readonly Sample[]): readonly Sample[] {
  const lives = [...Map.groupBy(samples, ({ life }) => life).values()];
  return lives.reduce<readonly Sample[]>(
    (longest, life) => (life.length > longest.length ? life : longest),
    [],
  );
}
