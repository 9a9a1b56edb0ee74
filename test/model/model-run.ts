import fc from "fast-check";
import { actions, beginContents, WatchedStation } from "./station-actions.ts";

export interface ModelRequest {
  readonly seed: number;
  readonly runs: number;
  /** Path of a failure, to see it again: fast-check's and, for the commands, their own. */
  readonly path?: string | undefined;
  readonly replayPath?: string | undefined;
  /** Stops after this, milliseconds. */
  readonly withinMs?: number;
}

export interface ModelResult {
  readonly runs: number;
  readonly steps: number;
  /** The shrunk counter-example with what it takes to see it again; null when all held. */
  readonly failure: string | null;
}

/** Things happen to stations in random order, and an oracle looks after every step; at the end nothing is missing. */
export async function runModel(request: ModelRequest): Promise<ModelResult> {
  const { seed, runs, path, replayPath, withinMs } = request;
  let steps = 0;
  const commands = fc.commands([...actions], {
    maxCommands: 60,
    size: "+1",
    ...(replayPath === undefined ? {} : { replayPath }),
  });
  const property = fc.asyncProperty(fc.boolean(), commands, async (hasModel, chosen) => {
    beginContents();
    const watched = new WatchedStation(hasModel);
    const { station, oracle } = watched;
    await watched.start();
    try {
      await fc.asyncModelRun(() => ({ model: {}, real: watched }), chosen);
    } finally {
      steps += watched.steps;
    }
    await station.leaveAlone();
    await watched.check("it was left alone", [
      ...(await oracle.look()),
      ...(await oracle.lookWhenLeftAlone()),
    ]);
    const falsely = await station.help();
    await watched.check("all", [...falsely, ...(await oracle.look()), ...(await oracle.lookAtEnd())]);
    await station.stop();
  });
  const details = await fc.check(property, {
    seed,
    numRuns: runs,
    ...(path === undefined ? {} : { path }),
    ...(withinMs === undefined ? {} : { interruptAfterTimeLimit: withinMs }),
  });
  if (!details.failed) return { runs: details.numRuns, steps, failure: null };
  const { errorInstance: error } = details;
  const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { runs: details.numRuns, steps, failure: `${await fc.asyncDefaultReportMessage(details)}\n${said}` };
}
