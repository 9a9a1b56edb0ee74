import { UsageError } from "./command.ts";
import { didYouMean } from "./did-you-mean.ts";
import { helpText, overview } from "./help-text.ts";
import type { Run } from "./table.ts";
import { commandTables } from "./tables/all-tables.ts";
import type { helpTable, versionTable } from "./tables/station-tables.ts";
import { jsonLine, printed } from "./words.ts";

export const help: Run<typeof helpTable> = async ({ words: [name] }, { stdout, paint, say }) => {
  const found = commandTables.find((one) => one.name === name);
  if (name !== undefined && found === undefined) {
    const hint = didYouMean(
      name,
      commandTables.map((one) => one.name),
    );
    throw new UsageError(`${JSON.stringify(name)} is not a command${hint ?? "; skyferry help lists them."}`);
  }
  const text = found === undefined ? overview(say) : helpText(found, say);
  // Titles: `Flags:`, `Usage:`.
  stdout.write(
    text.replaceAll(/^\p{Lu}[\p{L}\p{M}\s’'-]+:(?=$| skyferry)/gmu, (title) => paint("strong", title)),
  );
  return 0;
};

export const version: Run<typeof versionTable> = async ({ flags }, { stdout, version: now }) => {
  stdout.write(flags.json ? jsonLine({ version: now }) : printed([now]));
  return 0;
};
