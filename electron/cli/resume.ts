import { withAnswers } from "./ask.ts";
import type { Run } from "./table.ts";
import type { resumeTable } from "./tables/station-tables.ts";
import { jsonLine, printed } from "./words.ts";

export const resume: Run<typeof resumeTable> = async ({ flags }, around) => {
  const isRunning = await withAnswers(
    flags,
    around,
    async (ask, isHost) => {
      await ask(flags.backlog ? "backlog.resume" : "resume", {});
      return isHost;
    },
    { ledgerHere: "always" },
  );
  const next = isRunning ? "Sending goes on." : "No longer paused: start the daemon, or run skyferry submit.";
  around.stdout.write(flags.json ? jsonLine({ isRunning }) : printed([next]));
  return 0;
};
