import { table } from "#cli/table.ts";
import { dateFlags, jsonFlag, stationFlags } from "./shared-flags.ts";

/** Commands that send files, and what they send them to. */

export const submitTable = table({
  name: "submit",
  summary: "runs once: finds, delivers, reports, ends",
  about:
    "It needs no daemon, and does not run beside one. Without dates it sends everything that is finished and not delivered.",
  words: [{ name: "D", isMany: true, text: "more dates behind --date" }],
  flags: {
    ...dateFlags,
    wait: {
      value: "SECONDS",
      whole: { from: 0, to: 86_400 },
      text: "longest wait for unfinished files",
      otherwise: "the settle time",
    },
    "dry-run": { text: "finds and reports, sends nothing" },
    missing: {
      text: "first reads the portal's lists of these dates (default: the last 62 days), at most six a minute, and sends what is missing",
    },
    ...stationFlags,
    ...jsonFlag,
  },
  examples: [
    ["submit --dry-run", "what would be sent"],
    ["submit --from 2026-11-01 --to 2026-11-03", "three days"],
  ],
  exits: {
    0: "everything is delivered",
    1: "something is not, a folder or file could not be read, the clock is off by 5 minutes, the new files of an instrument are all held, or the run was stopped early",
    2: "bad usage or settings",
  },
});
