import { modelPid } from "#domain/portal-records.ts";
import { crashPoints, dieOnce, killOnce, killPoints } from "./f01-crash-at-every-step.ts";
import { withPortal } from "./portal-of-row.ts";
import type { Row } from "./row.ts";

/** Model files go by routes of their own: the same steps, the same promises. */
const model = { kind: "model", instrument: "ecmwf", pid: modelPid("ecmwf") } as const;

export const modelFilesRow: Row = {
  id: "F36",
  fault: "model files: the process dies at every step; SIGKILL on their routes",
  promise: "I1–I5; at most 1 repeated POST and PUT a file",
  run: (trial) =>
    withPortal(async (ground) => {
      for (const [n, { name, point }] of crashPoints.entries())
        for (let round = 1; round <= trial.rounds(10, n % 6 === 5 ? 1 : 0); round++)
          await trial.step(`${name}, round ${round}`, (random) => dieOnce(ground, point, random, model));
      for (const point of trial.isFull ? killPoints : [])
        for (let round = 1; round <= 3; round++)
          await trial.step(`SIGKILL ${point.name}, round ${round}`, (random) =>
            killOnce(ground, point, random, model),
          );
    }),
};
