import { withAnswers } from "./ask.ts";
import { type Command, readFlags } from "./command.ts";
import { stationFlags, stationHelp } from "./station-flags.ts";
import { jsonLine, printed } from "./words.ts";

export const resume: Command = {
  name: "resume",
  summary: "ends a pause; after a restore it confirms that the old station is off",
  help: `skyferry resume: ends a pause. After a restore it confirms that the old station is off, so that this one may send.

Usage: skyferry resume [--backlog] [--data DIR] [--json]

${stationHelp}  --backlog             ends the pause of files of earlier days (skyferry pause --backlog), and no other
  --json                prints one JSON document: whether a host runs (isRunning)

Exit codes: 0 that pause is over; 2 bad usage, or the data folder cannot be read.
`,
  async run(argv, around) {
    const { flags } = readFlags(argv, {
      ...stationFlags,
      backlog: { type: "boolean" },
      json: { type: "boolean" },
    });
    const isRunning = await withAnswers(
      flags,
      around,
      async (ask, isHost) => {
        await ask(flags.backlog === true ? "backlog.resume" : "resume", {});
        return isHost;
      },
      { ledgerHere: "always" },
    );
    const next = isRunning
      ? "Sending goes on."
      : "No longer paused: start the daemon, or run skyferry submit.";
    around.stdout.write(flags.json === true ? jsonLine({ isRunning }) : printed([next]));
    return 0;
  },
};
