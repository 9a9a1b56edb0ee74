import { playHistory } from "#test/support/builders/cleanup-histories.ts";
import type { Row } from "./row.ts";

const historiesOfStep = 100;

/** Clean-up advice over random histories, judged by an oracle of its own. */
export const removableFilesRow: Row = {
  id: "F45",
  fault:
    "files changed here or on the portal before and while it is asked what may be removed; lists and records that lie or differ",
  promise: "no file is named wrongly; without a fault, every old file is named",
  async run(trial) {
    let named = 0;
    for (let step = 1; step <= trial.rounds(100, 2); step += 1)
      await trial.step(`${historiesOfStep} histories, step ${step}`, async (random) => {
        const violations: string[] = [];
        for (let n = 0; n < historiesOfStep; n += 1) {
          const history = await playHistory(random);
          violations.push(...history.wrong);
          if (history.isPlain && history.named !== history.old)
            violations.push(`of ${history.old} files without a fault ${history.named} are named`);
          named += history.named;
        }
        return violations;
      });
    trial.figure("files named", named);
  },
};
