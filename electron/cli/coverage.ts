import { counted } from "#base/text.ts";
import type { DataFolder } from "#compose/data-folder.ts";
import { coverageCsv } from "#contract/coverage-csv.ts";
import type { Output } from "#contract/methods.ts";
import { askStation } from "./ask.ts";
import { type Command, readFlags, type Surroundings, UsageError } from "./command.ts";
import { coverageWords } from "./coverage-lines.ts";
import { chosenDays, spanFlags } from "./date-flags.ts";
import { bringUpToDate } from "./lists-of-days.ts";
import { stationFlags, stationHelp } from "./station-flags.ts";
import { jsonLine } from "./words.ts";

/** Days that are shown where none are chosen, and that can be shown at once. */
const [usualDays, mostDays] = [14, 400];

export const coverage: Command = {
  name: "coverage",
  summary: "shows what became of the data of each instrument and day",
  help: `skyferry coverage: shows what became of the data of each instrument and day (UTC): files measured here, accepted and processed by the
portal, and the products that it published. Also while a daemon is running.

Usage: skyferry coverage [--data DIR] [--last N | --from D --to D] [--instrument NAME] [--gaps] [--json | --csv]

${stationHelp}  --last N              only the last N days, including today (UTC); default: 14, at most 400
  --from D, --to D      only these measurement dates (YYYY-MM-DD), both included; you can give only one
  --instrument NAME     only this instrument of the settings
  --gaps                only days on which something is late
  --json                prints one JSON document
  --csv                 prints a table for spreadsheets

A daemon reads the portal's lists once an hour. If no daemon runs, this command looks through the folders, and reads
those that are older, at most six a minute; it sends nothing.

Exit codes: 0 nothing is late; 1 something is, or no daemon runs and finished files are not on the portal; 2 bad usage, or the data folder cannot be read.
`,
  async run(argv, around) {
    const { flags } = readFlags(argv, {
      ...stationFlags,
      ...spanFlags,
      instrument: { type: "string" },
      gaps: { type: "boolean" },
      json: { type: "boolean" },
      csv: { type: "boolean" },
    });
    if (flags.json === true && flags.csv === true)
      throw new UsageError("--json and --csv cannot be combined; give one of them.");
    const { from, to } = chosenDays(flags, { usual: usualDays, most: mostDays }, Date.now());
    const input = { from, to, instrument: flags.instrument ?? null };
    let isAlone = false;
    const prepare = async (station: DataFolder) => {
      isAlone = true;
      await bringUpToDate(station, { from, to }, around, "coverage");
    };
    const found = await askStation(flags, around, "coverage.days", input, { prepare });
    print(found, flags, around);
    const unsent = isAlone ? unsentIn(found) : 0;
    if (unsent > 0) around.stderr.write(`skyferry coverage: ${unsentWords(unsent)}\n`);
    return unsent > 0 || found.days.some(({ state }) => state === "gap") ? 1 : 0;
  },
};

/** Finished files that the portal does not have, nor other bytes under their name. */
function unsentIn({ days }: Output<"coverage.days">): number {
  const open = days.map(({ measured, accepted, otherContent }) =>
    Math.max(0, measured - (accepted ?? 0) - (otherContent ?? 0)),
  );
  return open.reduce((sum, count) => sum + count, 0);
}

function unsentWords(files: number): string {
  const words = `${counted(files, "finished file is", "finished files are")} not on the portal`;
  return `${words}, and no daemon is running: skyferry submit sends what can be sent, and says why of the rest.`;
}

function print(
  found: Output<"coverage.days">,
  {
    json,
    csv,
    gaps,
  }: {
    readonly json?: boolean | undefined;
    readonly csv?: boolean | undefined;
    readonly gaps?: boolean | undefined;
  },
  { stdout }: Pick<Surroundings, "stdout">,
): void {
  const days = gaps === true ? found.days.filter(({ state }) => state === "gap") : found.days;
  if (json === true) stdout.write(jsonLine({ ...found, days }));
  else if (csv === true) stdout.write(coverageCsv(days));
  else stdout.write(coverageWords(found, days));
}
