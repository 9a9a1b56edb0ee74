import { expect, it } from "vitest";
import { runCoverageModel } from "#test/model/coverage-model.ts";
import { atMost } from "#test/support/limits.ts";

const seed = Number(process.env.SKYFERRY_MODEL_SEED ?? 1);
const runs = Number(process.env.SKYFERRY_MODEL_RUNS ?? 10);

it(
  `days agree with the portal's store whenever its lists were read, whatever happens (seed ${seed})`,
  async () => {
    expect(await runCoverageModel({ seed, runs })).toBeNull();
  },
  atMost(600_000),
);
