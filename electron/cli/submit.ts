import { type Command, readFlags, UsageError, wholeNumber } from "./command.ts";
import { selectedDates } from "./dates.ts";
import { openFromFlags } from "./station.ts";
import { stationFlags, stationHelp } from "./station-flags.ts";
import { createProgressLine, reportInWords } from "./submit-report.ts";
import { jsonLine } from "./words.ts";

export const submit: Command = {
  name: "submit",
  summary: "runs once: finds, delivers, reports, exits",
  help: `skyferry submit: runs once over every instrument: find, deliver, report, exit. Needs no daemon.

Usage: skyferry submit [--data DIR] [--settings FILE] [--date D … | --last N | --from D --to D]
                       [--wait SECONDS] [--dry-run] [--json]

${stationHelp}  --date D …            only these measurement dates (YYYY-MM-DD)
  --last N              only the last N days, including today (UTC)
  --from D, --to D      only these days, both included; you can give only one
  --wait SECONDS        longest wait for unfinished files; default: the settle time
  --dry-run             finds and reports, sends nothing
  --json                one JSON document

Without dates it sends everything that is finished and not delivered.
Exit code 0 when everything is delivered; 1 when something was not, when a folder or file could not be read, or when it was stopped early; 2 for bad usage or settings.
`,
  async run(argv, around) {
    const manyDates = 36_500;
    const flagSet = {
      ...stationFlags,
      date: { type: "string", multiple: true },
      last: { type: "string" },
      from: { type: "string" },
      to: { type: "string" },
      wait: { type: "string" },
      "dry-run": { type: "boolean" },
      json: { type: "boolean" },
    } as const;
    const { flags, words } = readFlags(argv, flagSet, manyDates);
    const dates = selectedDates(flags, words, Date.now());
    const wait = wholeNumber(flags.wait, "--wait", { from: 0, to: 86_400, otherwise: -1 });
    const station = await openFromFlags(flags, around, { needsSettings: true });
    const isJson = flags.json === true;
    const line = createProgressLine(isJson ? null : around.stdout);
    try {
      if (station.instrumentCount === 0) {
        if (station.problems.length === 0)
          throw new UsageError('The settings have no instrument: add one under "instruments".');
        return 2;
      }
      if (!station.canSend && flags["dry-run"] !== true) return 2;
      const report = await station.runOnce({
        dates,
        waitMs: wait < 0 ? null : wait * 1000,
        isDryRun: flags["dry-run"] === true,
        signal: around.stopping,
        onProgress: line.show,
      });
      line.end();
      around.stdout.write(isJson ? jsonLine(report) : reportInWords(report, flags["dry-run"] === true));
      if (around.stopping.aborted) {
        around.stderr.write(
          "skyferry submit: stopped early, some files may be missing; run it again for the rest.\n",
        );
        return 1;
      }
      const { blocked, waiting, holds, unreadable } = report;
      const isAllDelivered = [blocked, waiting, holds, unreadable].every((left) => left.length === 0);
      return isAllDelivered && station.problems.length === 0 ? 0 : 1;
    } finally {
      line.end();
      await station.close();
    }
  },
};
