import { rm } from "node:fs/promises";
import { runSoak } from "#test/soak/soak.ts";
import { longPlan, type SoakPlan, shortPlan } from "#test/soak/soak-plan.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import type { Row, Trial } from "./row.ts";

const minuteMs = 60_000;

/** The long run (`npm run long -- soak`) for some minutes. */
export const soakRow: Row = {
  id: "F24",
  fault: "soak: 10 × the real cadence of five instruments, faults at random",
  promise: "memory and descriptors flat, ledger and logs capped, all delivered",
  run: (trial) =>
    trial.step(
      trial.isFull ? "ten minutes" : "a quarter of a minute, faster still",
      async (random) => {
        const seed = String(random.int(0, 999_999));
        return await soak(trial, trial.isFull ? tenMinutes(seed) : shortPlan(seed));
      },
      trial.isFull ? 40 * minuteMs : undefined,
    ),
};

/** Looks more often than the long run does, and allows for a process that is young. */
function tenMinutes(seed: string): SoakPlan {
  return {
    ...longPlan(1 / 6, seed),
    sampleEveryMs: minuteMs / 6,
    warmUpMs: 2 * minuteMs,
    memorySlackBytes: 30_000_000,
  };
}

async function soak(trial: Trial, plan: SoakPlan): Promise<readonly string[]> {
  const root = await makeScratch("skyferry-soak-");
  try {
    const { signal } = new AbortController();
    const result = await runSoak(plan, { root, stopping: signal, say: () => {} });
    const times = Object.values(result.faults).map((fault) => fault.times);
    trial.figure(
      "faults",
      times.reduce((sum, count) => sum + count, 0),
    );
    trial.figure("files", result.written.files);
    trial.figure("versions delivered", result.delivered);
    trial.figure("drained after ms", Math.round(result.drainedAfterMs ?? Number.NaN));
    return result.violations;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
