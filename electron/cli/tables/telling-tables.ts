import { table } from "#cli/table.ts";
import { jsonFlag, stationFlags } from "./shared-flags.ts";

/** Commands that tell how things stand, and change nothing. */

export const statusTable = table({
  name: "status",
  summary: "shows what is queued, waiting, blocked, delivered or on hold, and why",
  about: "It also says what sends the files: the window, the service or a daemon.",
  flags: {
    alive: { text: "prints nothing, for health checks: exit code 0 if Skyferry runs and answers, else 1" },
    ...stationFlags,
    ...jsonFlag,
  },
  examples: [
    ["status", "what is sent, what waits, and what to do"],
    ["status --json", "the same for a program"],
  ],
  exits: { 0: "nothing needs you", 1: "something needs you", 2: "the data folder cannot be read" },
});
