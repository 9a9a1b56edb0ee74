import { oneLine } from "#base/text.ts";
import { type DataFolder, openDataFolder } from "#compose/data-folder.ts";
import type { DataFolderOptions } from "#compose/data-folder-parts.ts";
import { builtPages } from "./built-pages.ts";
import { absolutePath, type Surroundings, UsageError } from "./command.ts";
import { dataFolderOf, type StationFlags } from "./station-flags.ts";

/**
 * Opens the station of the flags and says what is wrong in its settings; where there are none yet and there are pages
 * to make them with, that is left to the caller. `more`: what no flag says.
 */
export async function openFromFlags(
  flags: StationFlags,
  around: Surroundings,
  more: Pick<DataFolderOptions, "demo" | "ledgerHere" | "needsSettings" | "runsAs"> = {},
): Promise<DataFolder> {
  const station = await openDataFolder({
    dataFolder: dataFolderOf(flags, around, more.runsAs === "service"),
    settingsFile: flags.settings === undefined ? null : absolutePath(flags.settings, around),
    passwordFile: flags["password-file"] === undefined ? null : absolutePath(flags["password-file"], around),
    env: around.env,
    version: around.version,
    pagesFolder: builtPages(),
    ...more,
  });
  if ("message" in station) throw new UsageError(station.message);
  const problems = station.isFirstStart && builtPages() !== null ? [] : station.problems;
  for (const problem of problems) around.stderr.write(`skyferry: ${oneLine(problem)}\n`);
  if (station.ledgerMessage !== null) around.stderr.write(`skyferry: ${oneLine(station.ledgerMessage)}\n`);
  return station;
}
