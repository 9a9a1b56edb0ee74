import { expect, it } from "vitest";
import { runModel } from "#test/model/model-run.ts";
import { atMost } from "#test/support/limits.ts";

const seed = Number(process.env.SKYFERRY_MODEL_SEED ?? 1);

it(
  `keeps its promises after every step, whatever happens in whatever order (seed ${seed})`,
  async () => {
    const { failure, steps } = await runModel({ seed, runs: 60, withinMs: 12_000 });
    expect(failure).toBeNull();
    expect(steps).toBeGreaterThan(0);
  },
  atMost(120_000),
);
