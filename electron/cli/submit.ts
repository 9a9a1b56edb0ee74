import { counted } from "#base/text.ts";
import type { DataFolder } from "#compose/data-folder.ts";
import { type Command, readFlags, type Surroundings, UsageError, wholeNumber } from "./command.ts";
import { dateFlags, selectedDates } from "./date-flags.ts";
import { openFromFlags } from "./station.ts";
import { stationFlags, stationHelp } from "./station-flags.ts";
import { createProgressLine, reportInWords } from "./submit-report.ts";
import { jsonLine } from "./words.ts";

export const submit: Command = {
  name: "submit",
  summary: "runs once: finds, delivers, reports, ends",
  help: `skyferry submit: runs once over every instrument: finds, delivers, reports, ends. Needs no daemon, and does not run beside one.

Usage: skyferry submit [--data DIR] [--settings FILE] [--date D … | --last N | --from D --to D]
                       [--wait SECONDS] [--dry-run | --missing] [--json]

${stationHelp}  --date D …            only these measurement dates (YYYY-MM-DD)
  --last N              only the last N days, including today (UTC)
  --from D, --to D      only these days, both included; you can give only one
  --wait SECONDS        longest wait for unfinished files; default: the settle time
  --dry-run             finds and reports, sends nothing
  --missing             first reads the portal's lists of these dates (default: 62 days), and sends again what is not on them
  --json                prints one JSON document

Without dates it sends everything that is finished and not delivered.
Exit codes: 0 everything is delivered; 1 something is not, a folder or file could not be read, this PC's clock is off by 5 minutes or more, all new files of an instrument are held for their dates, or the run was stopped early; 2 bad usage or settings.
`,
  async run(argv, around) {
    const manyDates = 36_500;
    const flagSet = {
      ...stationFlags,
      ...dateFlags,
      wait: { type: "string" },
      "dry-run": { type: "boolean" },
      missing: { type: "boolean" },
      json: { type: "boolean" },
    } as const;
    const { flags, words } = readFlags(argv, flagSet, manyDates);
    const dates = selectedDates(flags, words, Date.now());
    const wait = wholeNumber(flags.wait, "--wait", { from: 0, to: 86_400, otherwise: -1 });
    if (flags.missing === true && flags["dry-run"] === true)
      throw new UsageError(
        "--missing and --dry-run cannot be combined; skyferry coverage shows what is missing.",
      );
    const station = await openFromFlags(flags, around, {
      needsSettings: true,
      ledgerHere: "until-written",
    });
    const isJson = flags.json === true;
    const line = createProgressLine(isJson ? null : around.stdout);
    try {
      if (station.instrumentCount === 0) {
        if (station.problems.length === 0)
          throw new UsageError('The settings have no instrument: add one under "instruments".');
        return 2;
      }
      if (!station.canSend && flags["dry-run"] !== true) return 2;
      if (flags.missing === true) await sayMissing(station, dates, around);
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
      const { blocked, waiting, holds, unreadable, heldInstruments, clock } = report;
      const isAllDelivered = [blocked, waiting, holds, unreadable, heldInstruments].every(
        (left) => left.length === 0,
      );
      return isAllDelivered && clock?.needsYou !== true && station.problems.length === 0 ? 0 : 1;
    } finally {
      line.end();
      await station.close();
    }
  },
};

/** Reads the lists, and says on standard error what the report does not tell. */
async function sayMissing(
  station: DataFolder,
  dates: Parameters<DataFolder["queueMissing"]>[0],
  { stderr, stopping }: Surroundings,
): Promise<void> {
  const { queued, left, asked, isListed } = await station.queueMissing(dates, stopping);
  if (!isListed)
    stderr.write("skyferry submit: not all of the portal's lists could be read; the older ones are used.\n");
  if (queued > 0) stderr.write(`skyferry submit: ${counted(queued, "file")} missing on the portal.\n`);
  if (asked > 0)
    stderr.write(
      `skyferry submit: ${counted(asked, "delivered file")} not in the portal's lists: asked for again; skyferry verify tells what came of it.\n`,
    );
  if (left > 0)
    stderr.write(
      `skyferry submit: ${counted(left, "file")} missing on the portal cannot be sent: no longer on the disk, or the portal has other content under the name.\n`,
    );
}
