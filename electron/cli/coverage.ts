import { counted } from "#base/text.ts";
import type { DataFolder } from "#compose/data-folder.ts";
import { coverageCsv } from "#contract/coverage-csv.ts";
import type { Output } from "#contract/methods.ts";
import { askStation } from "./ask.ts";
import { type Surroundings, UsageError } from "./command.ts";
import { coverageWords } from "./coverage-lines.ts";
import { chosenDays } from "./date-flags.ts";
import { bringUpToDate } from "./lists-of-days.ts";
import type { Run } from "./table.ts";
import type { coverageTable } from "./tables/telling-tables.ts";
import { jsonLine } from "./words.ts";

/** Days that are shown where none are chosen, and that can be shown at once. */
const [usualDays, mostDays] = [14, 400];

export const coverage: Run<typeof coverageTable> = async ({ flags }, around) => {
  if (flags.json && flags.csv) throw new UsageError("--json and --csv cannot be combined; give one of them.");
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
  { stdout, say }: Pick<Surroundings, "stdout" | "say">,
): void {
  const days = gaps === true ? found.days.filter(({ state }) => state === "gap") : found.days;
  if (json === true) stdout.write(jsonLine({ ...found, days }));
  else if (csv === true) stdout.write(coverageCsv(days));
  else stdout.write(coverageWords(found, days, say));
}
