import { withAnswers } from "./ask.ts";
import { type Command, readFlags, UsageError } from "./command.ts";
import { stationFlags, stationHelp } from "./station-flags.ts";
import { jsonLine, printed } from "./words.ts";

export const pauseCommand: Command = {
  name: "pause",
  summary: "lets files of earlier days wait; those of today and yesterday are sent",
  help: `skyferry pause: lets files of earlier days wait until skyferry resume --backlog, also after a restart. Those of today and
yesterday are sent.

Usage: skyferry pause --backlog [--data DIR] [--json]

${stationHelp}  --backlog             the files of earlier days; required: only the pages pause everything
  --json                prints one JSON document: whether a host runs (isRunning)

A run of submit sends them all the same.

Exit codes: 0 paused; 2 bad usage, or the data folder cannot be read.
`,
  async run(argv, around) {
    const { flags } = readFlags(argv, {
      ...stationFlags,
      backlog: { type: "boolean" },
      json: { type: "boolean" },
    });
    if (flags.backlog !== true)
      throw new UsageError(
        "Give --backlog to let files of earlier days wait. To pause everything, use Pause in the pages.",
      );
    const isRunning = await withAnswers(
      flags,
      around,
      async (ask, isHost) => {
        await ask("backlog.pause", {});
        return isHost;
      },
      { ledgerHere: "always" },
    );
    const next = "Files of earlier days wait until skyferry resume --backlog.";
    around.stdout.write(flags.json === true ? jsonLine({ isRunning }) : printed([next]));
    return 0;
  },
};
