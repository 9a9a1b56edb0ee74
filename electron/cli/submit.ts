import { counted } from "#base/text.ts";
import type { DataFolder } from "#compose/data-folder.ts";
import { type Surroundings, UsageError } from "./command.ts";
import { selectedDates } from "./date-flags.ts";
import { openFromFlags } from "./station.ts";
import { createProgressLine, reportInWords } from "./submit-report.ts";
import type { Run } from "./table.ts";
import type { submitTable } from "./tables/sending-tables.ts";
import { jsonLine } from "./words.ts";

export const submit: Run<typeof submitTable> = async ({ flags, words }, around) => {
  const dates = selectedDates(flags, words, Date.now());
  if (flags.missing && flags["dry-run"])
    throw new UsageError(
      "--missing and --dry-run cannot be combined; skyferry coverage shows what is missing.",
    );
  const station = await openFromFlags(flags, around, {
    needsSettings: true,
    ledgerHere: "until-written",
  });
  const isJson = flags.json;
  const line = createProgressLine(isJson ? null : around.stdout);
  try {
    if (station.instrumentCount === 0) {
      if (station.problems.length === 0)
        throw new UsageError('The settings have no instrument: add one under "instruments".');
      return 2;
    }
    if (!station.canSend && !flags["dry-run"]) return 2;
    if (flags.missing) await sayMissing(station, dates, around);
    const report = await station.runOnce({
      dates,
      waitMs: flags.wait === undefined ? null : flags.wait * 1000,
      isDryRun: flags["dry-run"],
      signal: around.stopping,
      onProgress: line.show,
    });
    line.end();
    around.stdout.write(isJson ? jsonLine(report) : reportInWords(report, flags["dry-run"]));
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
